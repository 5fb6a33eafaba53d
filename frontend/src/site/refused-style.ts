/**
 * A page carries its style within itself, and a header names that style by its hash. For a moment after a deployment the
 * header may be the one of another version: then the same style is fetched as files.
 */
export function replaceRefusedStyle(): void {
  if (document.querySelector<HTMLStyleElement>('head > style')?.sheet !== null) return
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[disabled]')) link.disabled = false
}
