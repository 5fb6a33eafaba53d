const signs = ['pointermove', 'pointerdown', 'keydown', 'click'] as const

/** Chromium tells of a pointer that rests where the page has just been drawn. */
const isAtRest = (event: Event) =>
  event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY

/**
 * Runs once, when somebody begins to use the page: for what a press will need, and perhaps without a connection, but the first
 * picture does not.
 */
export function runWhenTouched(run: () => void): void {
  // The server draws pages too.
  if (typeof window === 'undefined') return
  const onSign = (event: Event) => {
    if (isAtRest(event)) return
    for (const sign of signs) window.removeEventListener(sign, onSign, true)
    run()
  }
  for (const sign of signs) window.addEventListener(sign, onSign, { capture: true, passive: true })
}
