import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Whether queries wait for the connection. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => !onlineManager.isOnline(),
    () => false,
  )

/** How long queries wait for a browser that says that there is no connection: some say so wrongly, and would never tell of one. */
const RETRY_MS = 30_000
let retrying: ReturnType<typeof setTimeout> | undefined

/** The queries that wait are asked now, for a browser may be wrong about the connection. */
export function retryConnection(): void {
  clearTimeout(retrying)
  onlineManager.setOnline(true)
}

/**
 * To be called after a request without an answer. TanStack hears of a change only: a page that opens without a connection, or
 * loses it before it is drawn, would have each query fail, and none asked again once it is back. Not asked beforehand, because
 * some browsers say wrongly that there is none.
 */
export function detectLostConnection(): void {
  if (navigator.onLine) return
  onlineManager.setOnline(false)
  // TanStack may not listen yet.
  window.addEventListener('online', retryConnection, { once: true })
  clearTimeout(retrying)
  retrying = setTimeout(retryConnection, RETRY_MS)
}
