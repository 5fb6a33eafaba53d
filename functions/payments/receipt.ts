import type { payments } from '#contract/payments'
import { ownCustomerId } from '#platform/actor'
import { receiptFileName } from '#platform/receipt-files'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { PaymentServices } from './services.ts'

export const readReceipt: Action<typeof payments.receipt, PaymentServices> = async ({ actor, params }, services) => {
  const key = { customerId: ownCustomerId(actor), paymentId: params.paymentId }
  const { data: payment } = await services.data.payments.get(key).go()
  const { data: receipt } = await services.data.receipts.get({ orderId: payment?.orderId ?? refuse('not-found') }).go()
  if (!receipt) return refuse('not-found')
  return { url: await services.receiptFiles.link(receipt), fileName: receiptFileName(receipt) }
}
