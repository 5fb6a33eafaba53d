import type { ChoiceToRecord } from '#contract/consent'
import { PRODUCT_SLUG } from '#contract/product'
import { resilientStorage } from './resilient-storage.ts'

const key = `${PRODUCT_SLUG}:cookie-receipts`

/** Somebody who changes their mind more often than this without a network loses the oldest proofs. */
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

/** Proofs of choices that the server does not have yet. */
export const pendingReceipts = {
  read: waiting,
  add: (receipt: ChoiceToRecord): void => keep([...waiting(), receipt]),
  remove: ({ receiptId }: Pick<ChoiceToRecord, 'receiptId'>): void =>
    keep(waiting().filter((each) => each.receiptId !== receiptId)),
}
