import type { CookieConsentChoice } from '#contract/consent'
import { PRODUCT_SLUG } from '#contract/product'
import { resilientLocalStorage } from './resilient-storage.ts'

const key = `${PRODUCT_SLUG}:cookie-receipts`

const most = 20

function waiting(): readonly CookieConsentChoice[] {
  try {
    const kept: unknown = JSON.parse(resilientLocalStorage.read(key) ?? '[]')
    return Array.isArray(kept) ? (kept as CookieConsentChoice[]) : []
  } catch {
    return []
  }
}

const keep = (receipts: readonly CookieConsentChoice[]): void =>
  resilientLocalStorage.write(key, JSON.stringify(receipts.slice(-most)))

export const pendingConsentReceipts = {
  read: waiting,
  add: (receipt: CookieConsentChoice): void => keep([...waiting(), receipt]),
  remove: ({ receiptId }: Pick<CookieConsentChoice, 'receiptId'>): void =>
    keep(waiting().filter((each) => each.receiptId !== receiptId)),
}
