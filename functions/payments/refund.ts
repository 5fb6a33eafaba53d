import type { EndpointReply } from '#contract/endpoint'
import type { payments } from '#contract/payments'
import { requireOwnCustomerId } from '#platform/actor'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { readPaymentOptions } from './cancellation-options.ts'
import { makeRefund } from './refunds.ts'
import type { StoredRefund } from './refund-writes.ts'
import { requestRefund } from './request-refund.ts'
import type { PaymentServices } from './services.ts'

export const refundOwnPayment: EndpointAction<typeof payments.refundOwn, PaymentServices> = async (
  { actor, params: { paymentId }, body: { refundId, amountCents } },
  services,
) => {
  const { data } = services
  const { data: payment } = await data.payments.get({ customerId: requireOwnCustomerId(actor), paymentId }).go()
  const { orderId } = payment ?? throwRefusal('not-found')
  const { data: known } = await data.refunds.get({ orderId, refundId }).go()
  if (!known && payment) {
    const { refundCents, rule } = await readPaymentOptions(payment, services)
    if (rule === 'refunded') throwRefusal('payment-refunded')
    if (refundCents === 0 && payment.amountCents > 0) throwRefusal('too-late')
    if (refundCents !== amountCents) throwRefusal('changed-meanwhile')
  }
  const refund = await requestRefund({ orderId, refundId, amountCents, reason: 'client', actor }, services)
  return finishRefund(refund, services)
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

/** While Stripe does not answer it stays asked for, and `payments/continue-refunds` makes it. */
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
  return { refundId, amountCents, status }
}
