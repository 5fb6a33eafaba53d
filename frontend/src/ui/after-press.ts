let pressed = false
const waiting = new Set<() => void>()
let longest: ReturnType<typeof setTimeout> | undefined

/** No press holds anything back for longer: some end where nobody hears of it, as over a menu of the browser's. */
const LONGEST_PRESS_MS = 1000

function press({ button }: MouseEvent): void {
  // Only the main button presses anything.
  if (button !== 0) return
  pressed = true
  clearTimeout(longest)
  longest = setTimeout(release, LONGEST_PRESS_MS)
}

function release(): void {
  clearTimeout(longest)
  pressed = false
  // The click comes right after the pointer goes up, and must still find everything where it was.
  setTimeout(() => {
    const told = [...waiting]
    waiting.clear()
    for (const tell of told) tell()
  })
}

// Mouse events, not pointer events: after a tap they come last of all, and it is then that the focus moves.
if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', press, true)
  window.addEventListener('mouseup', release, true)
  window.addEventListener('dragend', release, true)
}

/**
 * Calls `tell` now, or once the pointer is up again. What would be drawn meanwhile, an error under the field that the
 * press has taken the focus from, or an answer above the button, would move what is being pressed away from the pointer.
 */
export function afterPress(tell: () => void): void {
  if (pressed) waiting.add(tell)
  else tell()
}
