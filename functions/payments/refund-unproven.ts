import type { payments } from '#contract/payments-domain'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { readRefundedOrder, type StoredPayment } from './refund-writes.ts'
import { makeRefund } from './refunds.ts'
import { requestRefund } from './request-refund.ts'
import type { PaymentServices } from './services.ts'
import { toPayment } from './to-payment.ts'

/**
 * The decision is written first, on condition that the address is unproven: whoever proves it afterwards finds the
 * payment refunded. A repetition completes an interrupted refund and refunds nothing twice.
 */
export const refundUnverifiedBuyer: EndpointAction<typeof payments.refundUnproven, PaymentServices> = async (
  { actor, params },
  services,
) => {
  const { orderId } = await paymentOf(params, services)
  const read = await readRefundedOrder(orderId, services)
  const begun =
    read?.refunds.find(({ status }) => status === 'requested') ??
    // The answer to the press that this one repeats was lost.
    read?.refunds.find(
      ({ reason, status, requestedBy }) => reason === 'unproven' && status !== 'failed' && requestedBy === actor.userId,
    )
  const refund =
    begun ??
    (await requestRefund(
      {
        orderId,
        refundId: services.newId('ref'),
        amountCents: read ? read.payment.amountCents - read.payment.refundedCents : 0,
        reason: 'unproven',
        actor,
        isUnproven: true,
      },
      services,
    ))
  await makeRefund(orderId, refund.refundId, services)
  // Proven a moment ago, the address may have taken the payment to another client.
  const after = await readRefundedOrder(orderId, services)
  return toPayment(after?.payment ?? throwRefusal('not-found'))
}

async function paymentOf(
  key: Pick<StoredPayment, 'customerId' | 'paymentId'>,
  { data }: PaymentServices,
): Promise<StoredPayment> {
  const { data: payment } = await data.payments.get(key).go()
  return payment ?? throwRefusal('not-found')
}
