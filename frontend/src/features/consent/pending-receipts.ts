import type { ChoiceToRecord } from '#contract/consent'
import { PRODUCT_SLUG } from '#contract/product'
import { resilientStorage } from './resilient-storage.ts'

const key = `${PRODUCT_SLUG}:cookie-receipts`

/** Beyond this the oldest receipts are dropped. */
const most = 20

function waiting(): readonly ChoiceToRecord[] {
  try {
    const kept: unknown = JSON.parse(resilientStorage.read(key) ?? '[]')
    return Array.isArray(kept) ? (kept as ChoiceToRecord[]) : []
  } catch {
    return []
  }
}

const keep = (receipts: readonly ChoiceToRecord[]): void =>
  resilientStorage.write(key, JSON.stringify(receipts.slice(-most)))

export const pendingReceipts = {
  read: waiting,
  add: (receipt: ChoiceToRecord): void => keep([...waiting(), receipt]),
  remove: ({ receiptId }: Pick<ChoiceToRecord, 'receiptId'>): void =>
    keep(waiting().filter((each) => each.receiptId !== receiptId)),
}
