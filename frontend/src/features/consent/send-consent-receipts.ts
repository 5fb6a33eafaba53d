import { consent } from '#contract/consent'
import { callApi } from '../../api/call-api.ts'
import { ApiError } from '../../api/api-error.ts'
import { pendingConsentReceipts } from './pending-consent-receipts.ts'

const isFinal = (error: unknown) => error instanceof ApiError && error.code === 'invalid-input'

/** Unsent receipts stay for the next visit; the choice is valid regardless. */
export async function sendConsentReceipts(): Promise<void> {
  for (const receipt of pendingConsentReceipts.read()) {
    try {
      await callApi(consent.keepReceipt, { body: receipt })
    } catch (error) {
      if (!isFinal(error)) return
    }
    pendingConsentReceipts.remove(receipt)
  }
}
