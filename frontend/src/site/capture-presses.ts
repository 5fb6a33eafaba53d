declare global {
  interface Window {
    keptPresses?: Set<HTMLButtonElement>
  }
}

/**
 * Inlined into each prerendered page (bin/build-site.ts) to run before the first rendering. Records presses until
 * hydration; a repeated press changes nothing. The content security policy allows it by its hash; if it was blocked,
 * the loader runs it.
 */
export function capturePresses(): void {
  if (window.keptPresses) return
  const presses = (window.keptPresses = new Set())
  const keep = (event: Event) => {
    const button = (event.target as Element).closest('button')
    // A disabled button gets no click, but may be enabled after hydration by values typed before.
    if (!button || (event.type === 'pointerup' && !button.disabled)) return
    // The browser opens and closes these itself; `command` only where it is supported.
    if (button.popoverTargetElement ?? button.commandForElement ?? button.form?.closest('dialog')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    button.dataset['kept'] = ''
    presses.add(button)
  }
  const signs = ['click', 'pointerup']
  for (const sign of signs) document.addEventListener(sign, keep, true)
  document.addEventListener(
    'page-alive',
    () => {
      for (const sign of signs) document.removeEventListener(sign, keep, true)
    },
    { once: true },
  )
}
