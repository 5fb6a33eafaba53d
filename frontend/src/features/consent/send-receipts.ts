import { consent } from '#contract/consent'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/api-error.ts'
import { pendingReceipts } from './pending-receipts.ts'

/** Receipts that the server will never accept are dropped. */
const isFinal = (error: unknown) => error instanceof ApiError && error.code === 'invalid-input'

/** Oldest first. Unsent receipts stay for the next visit; the choice is valid regardless. */
export async function sendReceipts(): Promise<void> {
  for (const receipt of pendingReceipts.read()) {
    try {
      await call(consent.keepReceipt, { body: receipt })
    } catch (error) {
      if (!isFinal(error)) return
    }
    pendingReceipts.remove(receipt)
  }
}
