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

/** After a cancelled payment; the page keeps offering the hour. */
export function releaseCanceledSlot(): void {
  if (!heldSlotStore.read() || heldSlotStore.read()?.isReleased) return
  heldSlotStore.end(true)
  void release(heldSlotStore.ticket())
}

export function dropHeldSlot(): void {
  if (!heldSlotStore.read()) return
  void release(heldSlotStore.ticket())
  heldSlotStore.forget()
}
