export const createSitemapXml = (addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${address}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/**
 * Panels are not disallowed here: they send `noindex`, which a robot obeys only if it may read the page. A site without
 * its own domain is disallowed entirely.
 */
export const createRobotsTxt = (sitemapAddress: string | undefined): string =>
  sitemapAddress ? `User-agent: *\nDisallow: /api/\n\nSitemap: ${sitemapAddress}\n` : 'User-agent: *\nDisallow: /\n'
