import type { EntityItem } from 'electrodb'
import type { payments } from '#contract/payments'
import type { TableEntities } from '#data/entities'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { writeOrderRefund } from './record-refund.ts'
import type { PaymentServices } from './services.ts'
import { stripeRequest } from './stripe-request.ts'
import { toPayment } from './to-payment.ts'

type Payment = EntityItem<TableEntities['payments']>
type Key = Pick<Payment, 'customerId' | 'paymentId'>

/**
 * The decision is written first, on condition that the address is unproven: whoever proves it afterwards finds the
 * payment refunded. Then Stripe is asked to refund the remainder, so a repetition refunds nothing twice.
 */
export const refundUnverifiedBuyer: EndpointAction<typeof payments.refundUnproven, PaymentServices> = async (
  { actor, params },
  services,
) => {
  const { data } = services
  const payment = await paymentOf(params, services)
  if (payment.status === 'refunded') throwRefusal('payment-refunded')
  if (!payment.refundRequestedAt) await decide(payment, actor, services)
  await giveBack(payment, services)
  await writeOrderRefund(payment.orderId, { refundedCents: payment.amountCents, by: actor.userId }, services)
  // Proven a moment ago, the address may have taken the payment to another client.
  const { data: order } = await data.orders.get({ orderId: payment.orderId }).go()
  return toPayment(await paymentOf({ customerId: order?.customerId ?? '', paymentId: params.paymentId }, services))
}

async function paymentOf({ customerId, paymentId }: Key, { data }: PaymentServices): Promise<Payment> {
  const { data: payment } = await data.payments.get({ customerId, paymentId }).go()
  return payment ?? throwRefusal('not-found')
}

async function decide({ customerId, paymentId }: Payment, actor: Actor, services: PaymentServices): Promise<void> {
  const outcome = await services.data.transact((entities) => ({
    customer: entities.customers
      .check({ customerId })
      .where(({ customerId: id, userId }, { exists, notExists }) => `${exists(id)} AND ${notExists(userId)}`)
      .commit(),
    payment: entities.payments
      .patch({ customerId, paymentId })
      .set({ refundRequestedAt: services.now().toISOString() })
      .where(
        ({ refundRequestedAt, status }, { notExists, ne }) =>
          `${notExists(refundRequestedAt)} AND ${ne(status, 'refunded')}`,
      )
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'REFUND_REQUESTED', by: actor.userId, subjectId: customerId, details: { paymentId }, caller: actor },
      services,
    ),
  }))
  if (outcome.written) return
  if (outcome.failed === 'customer') throwRefusal('address-proven')
  // Somebody else has decided it a moment ago, or given it back at Stripe.
  const { status } = await paymentOf({ customerId, paymentId }, services)
  if (status === 'refunded') throwRefusal('payment-refunded')
}

/** Refunds the remainder; Stripe refuses a second time. */
async function giveBack({ paymentIntentId, orderId }: Payment, { stripe }: PaymentServices): Promise<void> {
  if (!paymentIntentId) return
  const client = await stripe.client()
  try {
    await stripeRequest(() =>
      client.refunds.create(
        { payment_intent: paymentIntentId, metadata: { order_id: orderId } },
        { idempotencyKey: `refund:${orderId}` },
      ),
    )
  } catch (error) {
    const { code } = error as { code?: string }
    // Another press is at it: it finishes, or the next one does.
    if (code === 'idempotency_key_in_use') throwRefusal('payment-unavailable', error)
    if (code !== 'charge_already_refunded') throw error
  }
}
