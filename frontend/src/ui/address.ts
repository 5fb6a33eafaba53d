/** Where the site will be found, without a slash at the end; known when it is built for a stage with an address of its own. */
const siteUrl: string | undefined = import.meta.env.VITE_SITE_URL

/** The whole address of a path, or undefined where the site has none of its own. */
export const canonicalOf = (path: string): string | undefined => siteUrl && siteUrl + path
