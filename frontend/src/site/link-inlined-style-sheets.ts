/**
 * The built documents inline their style sheets. A disabled link for each keeps chunks from fetching it again. The
 * links are added by script, because Chromium fetches a disabled one that is in the document.
 *
 * The CSP header allows the style by its hash. Just after a deployment the header may belong to another version: then
 * the sheets are fetched as files.
 */
export function linkInlinedStyleSheets(): void {
  const isRefused = document.querySelector<HTMLStyleElement>('head > style')?.sheet === null
  const sheets = document.querySelector<HTMLMetaElement>('meta[name=sheets]')?.content ?? ''
  for (const href of sheets.split(' ').filter(Boolean)) {
    if (document.querySelector(`link[href="${href}"]`)) continue
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.toggleAttribute('disabled', !isRefused)
    document.head.append(link)
  }
}
