import { isDisputeOpen, type PaymentDispute } from '#contract/disputes'
import type { payments } from '#contract/payments-domain'
import { CustomerRefund, isRefundUnderWay } from '#contract/refunds'
import { findUpcomingConsultationByOrder } from '#data/consultation-queries'
import type { Database } from '#data/database'
import { findCustomerPayments } from '#data/payment-queries'
import { toReply } from '#data/stored-record'
import { findPaymentsOfUnverifiedCustomer } from '#data/unverified-email-payments'
import { requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { sumOfDispute } from './bank-refunds.ts'
import { isHeldUpByDispute, readDisputes, type StoredDispute, type StoredPayment } from './refund-writes.ts'
import { toPayment } from './to-payment.ts'
import { formatReceiptFileName, toReceipt } from './public/receipt.ts'
import type { PaymentServices } from './services.ts'

export const listOwnPayments: EndpointAction<typeof payments.list> = async ({ actor, query }, { data }) => {
  const { items, next } = await findCustomerPayments(data, requireOwnCustomerId(actor), query)
  const withRefunds = items.map(async (each) => ({
    ...toPayment(each),
    ...toOwnRefundState(await readRefunds(each, data)),
  }))
  return { items: await Promise.all(withRefunds), next }
}

export const listCustomerPayments: EndpointAction<typeof payments.listOfCustomer> = async (
  { params, query },
  { data },
) => {
  await requireCustomer(params.customerId, data)
  const { items, next } = await findCustomerPayments(data, params.customerId, query)
  const withRefunds = items.map(async (each) => ({
    ...toPayment(each),
    ...toCustomerRefunds(await readRefunds(each, data)),
  }))
  return { items: await Promise.all(withRefunds), next }
}

interface RefundsOfPayment {
  readonly refunds: CustomerRefund[]
  readonly disputes: readonly StoredDispute[]
}

async function readRefunds(payment: StoredPayment, data: Database): Promise<RefundsOfPayment> {
  const [refunds, disputes] = await Promise.all([refundsOf(payment, data), readDisputes(payment, data)])
  return { refunds, disputes }
}

const isRefundHeldUp = ({ refunds, disputes }: RefundsOfPayment): boolean =>
  refunds.some(({ status }) => status === 'requested') && isHeldUpByDispute({ disputes })

const toOwnRefundState = (read: RefundsOfPayment) => ({
  isRefundUnderWay: read.refunds.some(isRefundUnderWay),
  isRefundHeldUp: isRefundHeldUp(read),
})

const toCustomerRefunds = (read: RefundsOfPayment) => ({
  refunds: read.refunds,
  dispute: toDispute(read.disputes),
  isRefundHeldUp: isRefundHeldUp(read),
})

async function refundsOf({ orderId, refundVersion = 0 }: StoredPayment, { refunds }: Database) {
  if (refundVersion === 0) return []
  const { data: found } = await refunds.query.byOrder({ orderId }).go({ pages: 'all' })
  return found
    .toSorted((one, other) => other.requestedAt.localeCompare(one.requestedAt))
    .map((each) => toReply(CustomerRefund, each))
}

function toDispute(disputes: readonly StoredDispute[]): PaymentDispute | null {
  const newestFirst = disputes.toSorted((one, other) => other.openedAt.localeCompare(one.openedAt))
  const shown = newestFirst.find(isDisputeOpen) ?? newestFirst[0]
  return shown ? { state: shown.state, amountCents: sumOfDispute(shown), answerBy: shown.answerBy ?? null } : null
}

export const listUnverifiedBuyerPayments: EndpointAction<typeof payments.listUnproven> = async (
  { params },
  { data, now },
) => {
  const customer = await requireCustomer(params.customerId, data)
  const paid = await findPaymentsOfUnverifiedCustomer(customer, data)
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
