import { options } from 'preact'

/**
 * Runs effects right after their rendering. Preact would run them after the next frame; a key pressed until then would
 * reach a page whose focus has not moved yet, or a field that is given its stored value afterwards.
 */
export function runEffectsAtOnce(): void {
  options.requestAnimationFrame = queueMicrotask
}
