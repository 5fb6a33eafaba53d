import type { payments } from '#contract/payments'
import { ownCustomerId } from '#platform/actor'
import { receiptFileName } from '#platform/receipt-files'
import { toReceipt } from '#platform/receipt-pdf'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { PaymentServices } from './services.ts'

export const readReceipt: Action<typeof payments.receipt, PaymentServices> = ({ actor, params }, services) =>
  receiptOf({ ...params, customerId: ownCustomerId(actor) }, services)

export const readReceiptOfCustomer: Action<typeof payments.receiptOfCustomer, PaymentServices> = (
  { params },
  services,
) => receiptOf(params, services)

async function receiptOf(
  key: { readonly customerId: string; readonly paymentId: string },
  { data, receiptFiles }: PaymentServices,
) {
  const { data: payment } = await data.payments.get(key).go()
  const { data: receipt } = await data.receipts.get({ orderId: payment?.orderId ?? refuse('not-found') }).go()
  if (!receipt) return refuse('not-found')
  return { url: await receiptFiles.link(receipt), fileName: receiptFileName(receipt), receipt: toReceipt(receipt) }
}
