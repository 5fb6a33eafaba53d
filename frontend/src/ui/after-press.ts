let pressed = false
const waiting = new Set<() => void>()

function release(): void {
  pressed = false
  // The click comes right after the pointer goes up, and must still find everything where it was.
  setTimeout(() => {
    for (const tell of waiting) tell()
    waiting.clear()
  })
}

// Mouse events, not pointer events: after a tap they come last of all, and it is then that the focus moves.
if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (pressed = true), true)
  window.addEventListener('mouseup', release, true)
  window.addEventListener('dragend', release, true)
}

/**
 * Calls `tell` now, or once the pointer is up again. Pressing a button or a box takes the focus from a field; an error
 * that appeared under that field at once would move what is being pressed away from the pointer.
 */
export function afterPress(tell: () => void): void {
  if (pressed) waiting.add(tell)
  else tell()
}
