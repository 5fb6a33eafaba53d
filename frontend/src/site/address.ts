/**
 * Where the site will be found, without a slash at the end. Known when it is built for a stage with an address of its
 * own; any other copy names no canonical address, so that it cannot compete with the real one.
 */
const siteUrl: string | undefined = import.meta.env.VITE_SITE_URL

/** The one true address of a path, or undefined where the site has none. */
export const canonicalOf = (path: string): string | undefined => siteUrl && siteUrl + path
