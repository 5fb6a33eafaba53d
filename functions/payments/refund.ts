import type { CancellationRule } from '#contract/cancellation-rules'
import type { EndpointReply } from '#contract/endpoint'
import type { payments } from '#contract/payments-domain'
import { sumHeldUpRefunds } from '#data/dispute-queries'
import { requireOwnCustomerId } from '#platform/actor'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { computePaymentOptions } from './cancellation-options.ts'
import { type OrderUse, readOrderUse } from './order-consultation-cancellation.ts'
import { makeRefund } from './refunds.ts'
import type { RefundServices, StoredPayment, StoredRefund } from './refund-writes.ts'
import { requestRefund } from './request-refund.ts'
import type { PaymentServices } from './services.ts'

export const refundOwnPayment: EndpointAction<typeof payments.refundOwn, PaymentServices> = async (
  { actor, params: { paymentId }, body: { refundId, amountCents } },
  services,
) => {
  const { data } = services
  const { data: payment } = await data.payments.get({ customerId: requireOwnCustomerId(actor), paymentId }).go()
  const { orderId } = payment ?? throwRefusal('not-found')
  const decide = (present: StoredPayment) => requireOwed(present, amountCents, services)
  const refund = await requestRefund({ orderId, refundId, amountCents, reason: 'client', actor, decide }, services)
  return finishRefund(refund, services)
}

const endingRules: ReadonlySet<CancellationRule> = new Set(['notice', 'withdrawal', 'unused'])

async function requireOwed(payment: StoredPayment, amountCents: number, services: RefundServices): Promise<OrderUse> {
  const use = await readOrderUse(payment, services)
  const { refundCents, rule } = await computePaymentOptions(payment, use.consultations, services)
  if (rule === 'refunded') throwRefusal('payment-refunded')
  const isGiven = payment.amountCents > 0 ? refundCents > 0 : endingRules.has(rule)
  if (!isGiven) throwRefusal('too-late')
  if (refundCents !== amountCents) throwRefusal('changed-meanwhile')
  return use
}

export const refundPaymentOfCustomer: EndpointAction<typeof payments.refundOfCustomer, PaymentServices> = async (
  { actor, params, body: { refundId, amountCents, reason: explanation } },
  services,
) => {
  const { data: payment } = await services.data.payments.get(params).go()
  const { orderId } = payment ?? throwRefusal('not-found')
  const wanted = { orderId, refundId, amountCents, reason: 'practice', explanation, actor } as const
  return finishRefund(await requestRefund(wanted, services), services)
}

async function finishRefund(
  { orderId, refundId }: StoredRefund,
  services: PaymentServices,
): Promise<EndpointReply<typeof payments.refundOwn>> {
  try {
    await makeRefund(orderId, refundId, services)
  } catch (error) {
    if (!(error instanceof RefusalError) || error.code !== 'payment-unavailable') throw error
  }
  const { data: refund } = await services.data.refunds.get({ orderId, refundId }).go()
  const { amountCents, status } = refund ?? throwRefusal('not-found')
  const isHeldUp = status === 'requested' && (await sumHeldUpRefunds([orderId], services.data)) > 0
  return { refundId, amountCents, status, isHeldUp }
}
