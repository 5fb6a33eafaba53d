import { COOKIE_POLICY_VERSION } from '#contract/product'
import { cookieChoiceStore, type CookieChoice } from './cookie-choice.ts'
import { pendingConsentReceipts } from './pending-consent-receipts.ts'

export type OptionalCookieChoice = Pick<CookieChoice, 'analytics' | 'marketing'>

export const allCookiesAccepted: OptionalCookieChoice = { analytics: true, marketing: true }
export const REFUSED_OPTIONAL_COOKIES: OptionalCookieChoice = { analytics: false, marketing: false }

export async function deliverPendingConsentReceipts(): Promise<void> {
  if (pendingConsentReceipts.read().length === 0) return
  try {
    const { sendConsentReceipts: sendReceipts } = await import('./send-consent-receipts.ts')
    await sendReceipts()
  } catch {
    // The code could not be downloaded: no network, the next visit tries again.
  }
}

/** Applies from this moment, even if its receipt cannot be sent. */
export function saveCookieChoice({ analytics, marketing }: OptionalCookieChoice): void {
  const receiptId = `cns_${crypto.randomUUID()}`
  const textVersion = COOKIE_POLICY_VERSION
  pendingConsentReceipts.add({ receiptId, textVersion, analytics, marketing })
  cookieChoiceStore.keep({ necessary: true, analytics, marketing, timestamp: Date.now(), textVersion, receiptId })
  void deliverPendingConsentReceipts()
}
