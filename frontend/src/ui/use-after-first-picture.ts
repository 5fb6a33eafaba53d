import { useSyncExternalStore } from 'react'

/** At once in a hidden tab, which renders no frames. */
function afterPicture(act: () => void): void {
  if (document.hidden) act()
  // Animation frame callbacks run before painting, a task queued there after it.
  else requestAnimationFrame(() => setTimeout(act))
}

let isDrawn = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (!isDrawn && listeners.size === 0)
    afterPicture(() => {
      isDrawn = true
      for (const each of listeners) each()
    })
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * False in a document's first rendering, true afterwards and on later pages: the most important content is painted
 * before the rest is rendered.
 */
export const useAfterFirstPicture = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isDrawn,
    () => false,
  )
