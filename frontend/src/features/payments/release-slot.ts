import { apiContract } from '#contract/api'
import { callApi } from '../../api/call-api.ts'
import { heldSlotStore } from './held-slot-store.ts'

const release = async (ticket: string) => {
  try {
    await callApi(apiContract.purchases.releaseSlot, { body: { ticket } })
  } catch {
    // The hold ends by itself.
  }
}

/**
 * After a cancelled payment; the page keeps offering the hour. Not one that was held there afterwards: the page may be
 * reloaded, or come back to, at the same address.
 */
export function releaseCanceledSlot(): void {
  const slot = heldSlotStore.read()
  if (!slot?.isPaymentBegun || slot.isReleased) return
  heldSlotStore.end(true)
  void release(heldSlotStore.ticket())
}

export function dropHeldSlot(): void {
  if (!heldSlotStore.read()) return
  void release(heldSlotStore.ticket())
  heldSlotStore.forget()
}
