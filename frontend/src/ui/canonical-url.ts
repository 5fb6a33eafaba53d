/** Without a trailing slash; set when the site is built for a stage with a domain. */
const siteUrl: string | undefined = import.meta.env.VITE_SITE_URL

export const buildCanonicalUrl = (path: string): string | undefined => siteUrl && siteUrl + path
