import { notifyManager } from '@tanstack/react-query'

let pressed = false
const waiting = new Set<() => void>()
let longest: ReturnType<typeof setTimeout> | undefined

/** Upper limit in milliseconds; a drag, for example, ends without an event. */
const MAX_PRESS_MS = 1000

function press(): void {
  pressed = true
  clearTimeout(longest)
  longest = setTimeout(release, MAX_PRESS_MS)
}

function release(): void {
  pressed = false
  // The click comes right after the pointer is released and must find its target in place.
  setTimeout(() => {
    const told = [...waiting]
    // Cleared first, so that a failing callback is not called again with the next press.
    waiting.clear()
    for (const tell of told) tell()
  })
}

// Mouse events, not pointer events: on touch screens they come last, when the focus moves.
if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', press, true)
  window.addEventListener('mouseup', release, true)
  // A re-render during a press could move the button away from the pointer.
  notifyManager.setScheduler((tell) => runAfterPointerUp(() => setTimeout(tell)))
}

export function runAfterPointerUp(tell: () => void): void {
  if (pressed) waiting.add(tell)
  else tell()
}
