/**
 * Difference between the server's and the device's clock. Every time that is shown, compared or sent uses the server's:
 * the device's may be wrong, and the local console moves the product's clock. Data of this device only (drafts,
 * choices, sessions) uses the device's clock.
 */
let aheadMs = 0
const listeners = new Set<() => void>()

/** The `Date` header has whole seconds and arrives late; smaller differences are ignored. */
const TOLERANCE_MS = 5000

export const getServerNow = (): Date => new Date(Date.now() + aheadMs)

/** Reads the `Date` header of an API reply; null changes nothing. */
export function syncServerClock(date: string | null): void {
  const answeredAt = Date.parse(date ?? '')
  if (Number.isNaN(answeredAt) || Math.abs(answeredAt - getServerNow().getTime()) < TOLERANCE_MS) return
  aheadMs = answeredAt - Date.now()
  for (const listener of listeners) listener()
}

export function onServerClockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
