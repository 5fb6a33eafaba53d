const signs = ['pointermove', 'pointerdown', 'keydown', 'click'] as const

/** Chromium sends pointer events for a resting pointer when the page is drawn below it. */
const isAtRest = (event: Event) =>
  event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY

/**
 * Runs once, on the first interaction with the page: for code that a press needs, perhaps offline, but the first
 * rendering does not.
 */
export function runOnFirstInteraction(run: () => void): void {
  // Also imported by the prerenderer.
  if (typeof window === 'undefined') return
  const onSign = (event: Event) => {
    if (isAtRest(event)) return
    for (const sign of signs) window.removeEventListener(sign, onSign, true)
    run()
  }
  for (const sign of signs) window.addEventListener(sign, onSign, { capture: true, passive: true })
}
