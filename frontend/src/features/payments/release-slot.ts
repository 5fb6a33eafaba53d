import { apiContract } from '#contract/api'
import { callApi } from '../../api/call-api.ts'
import { heldSlotStore } from './held-slot-store.ts'

const release = async (ticket: string) => {
  try {
    await callApi(apiContract.purchases.releaseSlot, { body: { ticket } })
  } catch {
    // It ends by itself.
  }
}

/** The buyer came back from a cancelled payment; the page still offers the hour. */
export function releaseCanceledSlot(): void {
  if (!heldSlotStore.read() || heldSlotStore.read()?.isReleased) return
  heldSlotStore.end(true)
  void release(heldSlotStore.ticket())
}

/** The visitor chooses an hour after paying. */
export function dropHeldSlot(): void {
  if (!heldSlotStore.read()) return
  void release(heldSlotStore.ticket())
  heldSlotStore.forget()
}
