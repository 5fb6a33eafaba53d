/**
 * A page carries the content of its style sheets within itself. Each is named by a link that is disabled, so that no
 * chunk fetches it again; the link comes by script, because Chromium fetches one that is disabled in a document.
 *
 * A header allows the style by its hash. For a moment after a deployment the header may be the one of another version:
 * then the sheets are fetched as files.
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
