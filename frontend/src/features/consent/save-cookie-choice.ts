import { COOKIES_VERSION } from '#contract/product'
import { cookieChoice, type CookieChoice } from './cookie-choice.ts'
import { pendingReceipts } from './pending-receipts.ts'

export type OptionalCookies = Pick<CookieChoice, 'analytics' | 'marketing'>

export const allCookies: OptionalCookies = { analytics: true, marketing: true }
export const onlyNecessaryCookies: OptionalCookies = { analytics: false, marketing: false }

export async function deliverReceipts(): Promise<void> {
  if (pendingReceipts.read().length === 0) return
  try {
    const { sendReceipts } = await import('./send-receipts.ts')
    await sendReceipts()
  } catch {
    // The code itself could not be downloaded: there is no network, and the next visit tries again.
  }
}

/** Applies from this moment, even if its receipt cannot be sent. */
export function saveCookieChoice({ analytics, marketing }: OptionalCookies): void {
  const receiptId = `cns_${crypto.randomUUID()}`
  const textVersion = COOKIES_VERSION
  pendingReceipts.add({ receiptId, textVersion, analytics, marketing })
  cookieChoice.keep({ necessary: true, analytics, marketing, timestamp: Date.now(), textVersion, receiptId })
  void deliverReceipts()
}
