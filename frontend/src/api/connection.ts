import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Whether queries wait for the connection. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => !onlineManager.isOnline(),
    () => false,
  )

/** The queries that wait are asked now, for a browser may be wrong about the connection. */
export const retryConnection = (): void => onlineManager.setOnline(true)

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
}
