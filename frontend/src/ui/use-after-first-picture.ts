import { useSyncExternalStore } from 'react'

/** Once the browser has shown what is rendered now; at once in a tab that nobody sees, which draws nothing. */
function afterPicture(act: () => void): void {
  if (document.hidden) act()
  // The callbacks of a frame run before it is drawn, a task after it.
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
 * False in what a document renders first, true afterwards and on every later page: what is most wanted is seen while the rest
 * is still being rendered.
 */
export const useAfterFirstPicture = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isDrawn,
    () => false,
  )
