export const createSitemapXml = (addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${address}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/**
 * Panels are not disallowed here: they say `noindex`, which a robot obeys only when it may read the page. A site
 * without an address of its own is disallowed whole.
 */
export const createRobotsTxt = (sitemapAddress: string | undefined): string =>
  sitemapAddress ? `User-agent: *\nDisallow: /api/\n\nSitemap: ${sitemapAddress}\n` : 'User-agent: *\nDisallow: /\n'
