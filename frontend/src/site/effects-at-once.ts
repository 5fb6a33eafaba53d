import { options } from 'preact'

/**
 * Has effects run right after the rendering that they belong to. Preact would run them after the next picture, and a key
 * that is pressed until then would meet a page whose focus has not moved yet, or be typed into a field that is given its
 * stored value afterwards.
 */
export function runEffectsAtOnce(): void {
  options.requestAnimationFrame = queueMicrotask
}
