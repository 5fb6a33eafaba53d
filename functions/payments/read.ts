import type { payments } from '#contract/payments'
import { consultationOfOrder } from '#data/consultation-queries'
import { paymentsOf } from '#data/queries'
import { unprovenPaymentsOf } from '#data/unproven-orders'
import { ownCustomerId } from '#platform/actor'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { toPayment } from './to-payment.ts'
import { receiptFileName } from './public/receipt-files.ts'
import { toReceipt } from './public/receipt-pdf.ts'
import type { PaymentServices } from './services.ts'

async function pageOfPayments(...list: Parameters<typeof paymentsOf>) {
  const { items, next } = await paymentsOf(...list)
  return { items: items.map(toPayment), next }
}

export const listOwnPayments: Action<typeof payments.list> = ({ actor, query }, { data }) =>
  pageOfPayments(data, ownCustomerId(actor), query)

export const listPaymentsOfCustomer: Action<typeof payments.listOfCustomer> = async ({ params, query }, { data }) => {
  const { data: customer } = await data.customers.get(params).go()
  if (!customer) refuse('not-found')
  return pageOfPayments(data, params.customerId, query)
}

export const listUnprovenPayments: Action<typeof payments.listUnproven> = async ({ params }, { data, now }) => {
  const { data: customer } = await data.customers.get(params).go({ consistent: true })
  const paid = await unprovenPaymentsOf(customer ?? refuse('not-found'), data)
  const at = now().toISOString()
  const items = paid.map(async (payment) => {
    const { startsAt = null } = (await consultationOfOrder(data, payment, at)) ?? {}
    return { ...toPayment(payment), consultationStartsAt: startsAt }
  })
  return { items: await Promise.all(items) }
}

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
