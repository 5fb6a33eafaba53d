import type Stripe from 'stripe'
import { audited } from '#platform/audit'
import { fulfil } from './fulfil.ts'
import type { SettlementServices } from './services.ts'
import { askingStripe } from './stripe.ts'

/**
 * Notes what has been given back of a payment. Amounts only grow, so that events out of order leave the latest; a refund
 * whose payment has not been recorded yet records that first.
 */
export async function recordRefund(charge: Stripe.Charge, services: SettlementServices): Promise<void> {
  const stripe = await services.stripe.client()
  const intent = typeof charge.payment_intent === 'string' ? charge.payment_intent : charge.payment_intent?.id
  if (!intent) return
  const { data: sessions } = await askingStripe(() =>
    stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }),
  )
  const orderId = sessions[0]?.client_reference_id
  const { data: known } = orderId
    ? await services.data.orders.get({ orderId }).go({ consistent: true })
    : { data: null }
  if (!known || !sessions[0]) return

  const order = await fulfil(sessions[0].id, services)
  const { customerId = '', createdAt } = order
  const key = { customerId, paymentId: `pay_${order.orderId.slice('ord_'.length)}` }
  const refundedCents = charge.amount_refunded
  const whole = refundedCents >= order.totalCents
  await services.data.together((writing) => [
    writing.payments
      .patch(key)
      .set({ refundedCents, status: whole ? 'refunded' : 'partially-refunded' })
      .where((payment, { lt }) => lt(payment.refundedCents, refundedCents))
      .commit(),
    ...(whole
      ? [
          writing.orders
            .patch({ orderId: order.orderId })
            .set({ status: 'reembolsado' })
            .composite({ createdAt })
            .commit(),
          // What has been given back whole is not waiting for a date any more.
          writing.ordersToSchedule.delete({ customerId, orderId: order.orderId }).commit(),
        ]
      : []),
    audited(
      writing,
      { action: 'PAYMENT_REFUNDED', by: 'stripe', subjectId: customerId, details: { ...key, refundedCents } },
      services,
    ),
  ])
}
