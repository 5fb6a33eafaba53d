import type Stripe from 'stripe'
import { fulfilPaidCheckoutSession } from './fulfil.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import type { PaymentSettlementServices } from './services.ts'
import { stripeRequest } from './stripe-request.ts'

type Intent = Stripe.Refund['payment_intent']

/**
 * The order that a payment at Stripe has paid, settled when its own event has not come yet.
 * @returns undefined when the payment is none of ours
 */
export async function fulfilOrderOfPaymentIntent(
  payment: Intent,
  services: PaymentSettlementServices,
): Promise<StoredOrder | undefined> {
  const intent = typeof payment === 'string' ? payment : payment?.id
  if (!intent) return undefined
  const stripe = await services.stripe.client()
  const { data: sessions } = await stripeRequest(() =>
    stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }),
  )
  const orderId = sessions[0]?.client_reference_id
  const { data: known } = orderId ? await services.data.orders.get({ orderId }).go() : { data: null }
  return known && sessions[0] ? fulfilPaidCheckoutSession(sessions[0].id, services) : undefined
}
