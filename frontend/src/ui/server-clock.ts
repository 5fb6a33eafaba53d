/**
 * The server's clock, by which everything here goes that is shown, compared or sent as a moment of the product: a device
 * may be set wrongly, and the local console moves the product's clock on. What only this device keeps (drafts, choices,
 * sessions) goes by the device's own.
 */
let aheadMs = 0
const listeners = new Set<() => void>()

/** `Date` has whole seconds, and an answer was on its way for a while: less than this is no difference. */
const TOLERANCE_MS = 5000

export const serverNow = (): Date => new Date(Date.now() + aheadMs)

/** Takes the server's clock from the `Date` header of an answer of the API. Without one nothing changes. */
export function setServerClock(date: string | null): void {
  const answeredAt = Date.parse(date ?? '')
  if (Number.isNaN(answeredAt) || Math.abs(answeredAt - serverNow().getTime()) < TOLERANCE_MS) return
  aheadMs = answeredAt - Date.now()
  for (const listener of listeners) listener()
}

export function onServerClockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
