import { notifyManager } from '@tanstack/react-query'

let pressed = false
const waiting = new Set<() => void>()
let longest: ReturnType<typeof setTimeout> | undefined

/** Upper limit, because some presses end without an event, as a drag does. */
const MAX_PRESS_MS = 1000

function press(): void {
  pressed = true
  clearTimeout(longest)
  longest = setTimeout(release, MAX_PRESS_MS)
}

function release(): void {
  pressed = false
  // The click comes right after the pointer goes up, and must still find everything where it was.
  setTimeout(() => {
    const told = [...waiting]
    // Before they are told: what fails is not told again with the next press.
    waiting.clear()
    for (const tell of told) tell()
  })
}

// Mouse events, not pointer events: after a tap they come last of all, and it is then that the focus moves.
if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', press, true)
  window.addEventListener('mouseup', release, true)
  // A card that grows between a button's way down and up would take the press away from it.
  notifyManager.setScheduler((tell) => runAfterPointerUp(() => setTimeout(tell)))
}

/**
 * Calls `tell` now, or after the running press. A render during the press could move its target away from the pointer.
 */
export function runAfterPointerUp(tell: () => void): void {
  if (pressed) waiting.add(tell)
  else tell()
}
