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

/**
 * Reads the headers `Date` and `Age` of an API reply; without a date nothing changes. A reply that a cache has kept has the
 * date of its first sending, and in `Age` the seconds since then (RFC 9111, 5.1): the free hours are kept by CloudFront for
 * half a minute.
 */
export function syncServerClock(date: string | null, age: string | null = null): void {
  const answeredAt = Date.parse(date ?? '') + (Number(age) || 0) * 1000
  if (Number.isNaN(answeredAt) || Math.abs(answeredAt - getServerNow().getTime()) < TOLERANCE_MS) return
  aheadMs = answeredAt - Date.now()
  for (const listener of listeners) listener()
}

export function onServerClockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
