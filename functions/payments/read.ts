import type { payments } from '#contract/payments'
import { findUpcomingConsultationByOrder } from '#data/consultation-queries'
import { findCustomerPayments } from '#data/queries'
import { findPaymentsOfUnverifiedCustomer } from '#data/unverified-email-payments'
import { requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { toPayment } from './to-payment.ts'
import { formatReceiptFileName, toReceipt } from './public/receipt.ts'
import type { PaymentServices } from './services.ts'

async function pageOfPayments(...list: Parameters<typeof findCustomerPayments>) {
  const { items, next } = await findCustomerPayments(...list)
  return { items: items.map(toPayment), next }
}

export const listOwnPayments: EndpointAction<typeof payments.list> = ({ actor, query }, { data }) =>
  pageOfPayments(data, requireOwnCustomerId(actor), query)

export const listCustomerPayments: EndpointAction<typeof payments.listOfCustomer> = async (
  { params, query },
  { data },
) => {
  const { data: customer } = await data.customers.get(params).go()
  if (!customer) throwRefusal('not-found')
  return pageOfPayments(data, params.customerId, query)
}

export const listUnverifiedBuyerPayments: EndpointAction<typeof payments.listUnproven> = async (
  { params },
  { data, now },
) => {
  const { data: customer } = await data.customers.get(params).go()
  const paid = await findPaymentsOfUnverifiedCustomer(customer ?? throwRefusal('not-found'), data)
  const at = now().toISOString()
  const items = paid.map(async (payment) => {
    const { startsAt = null } = (await findUpcomingConsultationByOrder(data, payment, at)) ?? {}
    return { ...toPayment(payment), consultationStartsAt: startsAt }
  })
  return { items: await Promise.all(items) }
}

export const readOwnReceipt: EndpointAction<typeof payments.receipt, PaymentServices> = ({ actor, params }, services) =>
  receiptOf({ ...params, customerId: requireOwnCustomerId(actor) }, services)

export const readCustomerReceipt: EndpointAction<typeof payments.receiptOfCustomer, PaymentServices> = (
  { params },
  services,
) => receiptOf(params, services)

async function receiptOf(
  key: { readonly customerId: string; readonly paymentId: string },
  { data, receiptFiles }: PaymentServices,
) {
  const { data: payment } = await data.payments.get(key).go()
  const { data: receipt } = await data.receipts.get({ orderId: payment?.orderId ?? throwRefusal('not-found') }).go()
  if (!receipt) return throwRefusal('not-found')
  return {
    url: await receiptFiles.link(receipt),
    fileName: formatReceiptFileName(receipt),
    receipt: toReceipt(receipt),
  }
}
