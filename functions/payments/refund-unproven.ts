import type { payments } from '#contract/payments-domain'
import type { Actor } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { readRefundedOrder, type RefundedOrder, type StoredPayment } from './refund-writes.ts'
import { makeRefund } from './refunds.ts'
import { requestRefund } from './request-refund.ts'
import type { PaymentServices } from './services.ts'
import { toPayment } from './to-payment.ts'

/**
 * The decision is written first, on condition that the address is unproven: a later owner finds the payment refunded.
 * Includes refunds requested before. A repetition completes an interrupted refund and refunds nothing twice.
 */
export const refundUnverifiedBuyer: EndpointAction<typeof payments.refundUnproven, PaymentServices> = async (
  { actor, params },
  services,
) => {
  const { orderId } = await paymentOf(params, services)
  const read = await readRefundedOrder(orderId, services)
  if (!read || !isDecided(read, actor)) await requestRest(orderId, { read, actor }, services)
  const decided = await readRefundedOrder(orderId, services)
  const waiting = decided?.refunds.filter(({ status }) => status === 'requested') ?? []
  // oxlint-disable-next-line no-await-in-loop -- one after the other, each looks at what Stripe has by then
  for (const { refundId } of waiting) await makeRefund(orderId, refundId, services)
  // Proven meanwhile, the payment may have moved to another client.
  const after = await readRefundedOrder(orderId, services)
  return toPayment(after?.payment ?? throwRefusal('not-found'))
}

const isDecided = ({ payment, refunds }: RefundedOrder, { userId }: Actor): boolean =>
  payment.status === 'refunded' &&
  refunds.some(
    ({ reason, status, requestedBy }) =>
      status === 'requested' || (reason === 'unproven' && status !== 'failed' && requestedBy === userId),
  )

interface Asked {
  readonly read: RefundedOrder | undefined
  readonly actor: Actor
}

const requestRest = (orderId: string, { read, actor }: Asked, services: PaymentServices) =>
  requestRefund(
    {
      orderId,
      refundId: services.newId('ref'),
      amountCents: read ? read.payment.amountCents - read.payment.refundedCents : 0,
      reason: 'unproven',
      actor,
      isUnproven: true,
    },
    services,
  )

async function paymentOf(
  key: Pick<StoredPayment, 'customerId' | 'paymentId'>,
  { data }: PaymentServices,
): Promise<StoredPayment> {
  const { data: payment } = await data.payments.get(key).go()
  return payment ?? throwRefusal('not-found')
}
