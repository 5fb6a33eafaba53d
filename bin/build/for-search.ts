/** `sitemap.xml`: the addresses that search engines may list. */
export const sitemap = (addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${address}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/**
 * `robots.txt`. Panels are not refused here: they say `noindex` themselves, which a robot can only obey when it may read
 * it. A copy without an address of its own is nothing to be found.
 */
export const robots = (sitemapAddress: string | undefined): string =>
  sitemapAddress ? `User-agent: *\nDisallow: /api/\n\nSitemap: ${sitemapAddress}\n` : 'User-agent: *\nDisallow: /\n'
