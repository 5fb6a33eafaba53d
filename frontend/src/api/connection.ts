import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => !onlineManager.isOnline(),
    () => false,
  )

const RETRY_MS = 30_000
let retrying: ReturnType<typeof setTimeout> | undefined

/** Resumes paused queries, because a browser may report wrongly that there is no connection. */
export function retryConnection(): void {
  clearTimeout(retrying)
  onlineManager.setOnline(true)
}

/**
 * Call after a request without an answer. TanStack hears of changes only: on a page that opens offline, or loses the
 * connection before rendering, every query would fail and none be repeated. `navigator.onLine` is not checked before a
 * request, because some browsers wrongly report false.
 */
export function detectLostConnection(): void {
  if (navigator.onLine) return
  onlineManager.setOnline(false)
  // TanStack's own listener may not be installed yet.
  window.addEventListener('online', retryConnection, { once: true })
  clearTimeout(retrying)
  retrying = setTimeout(retryConnection, RETRY_MS)
}
