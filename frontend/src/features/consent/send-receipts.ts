import { consent } from '#contract/consent'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/api-error.ts'
import { pendingReceipts } from './pending-receipts.ts'

/** What the server will never take is not kept for another try. */
const isFinal = (error: unknown) => error instanceof ApiError && error.code === 'invalid-input'

/** Sends what waits, oldest first. What does not get through stays for the next visit; the choice holds all the same. */
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
