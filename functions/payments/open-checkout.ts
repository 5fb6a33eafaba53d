import type Stripe from 'stripe'
import type { Checkout } from '#contract/payments'
import { refuse } from '#platform/refusal'
import { type Buyer, createOrder, reopenOrder } from './orders.ts'
import { fulfil } from './fulfil.ts'
import { openSession, type Order, type Return } from './open-session.ts'
import { type Price, priceOf, type RequestedPurchase } from './price.ts'
import type { PaymentServices } from './services.ts'
import { stripeRequest } from './stripe-request.ts'

/** An order that is older than this without a session cannot get one that lives as long as Stripe demands. */
const UNOPENED_MINUTES = 25

/**
 * Takes a purchase as far as the payment page. The order is written first, so that nothing is lost when Stripe does not
 * answer; asking again goes on with the same order and, while it lives, the same session.
 */
export async function openCheckout(
  buyer: Buyer,
  wish: RequestedPurchase,
  returnTo: Return,
  services: PaymentServices,
): Promise<Checkout> {
  const stripe = await services.stripe.client()
  const price = await priceOf(wish, buyer.caller, services)
  const found = await createOrder(buyer, wish.product, price, services)
  const { order, session } = await payable(stripe, found, price, services)
  if (session) return reply(order, session)

  const opened = await openSession(
    stripe,
    order,
    { price, email: buyer.account?.email ?? buyer.attempt?.email, returnTo },
    services,
  )
  await remember(order, opened.id, services)
  return reply(order, opened)
}

/** The order in a version that can be paid at this price, with its session while that is open. */
async function payable(
  stripe: Stripe,
  order: Order,
  price: Price,
  services: PaymentServices,
): Promise<{ order: Order; session?: Stripe.Checkout.Session }> {
  const samePrice = order.totalCents === price.totalCents && order.discountCode === price.discountCode
  const { checkoutSessionId } = order
  if (!checkoutSessionId) {
    const ageMinutes = (services.wallClock().getTime() - Date.parse(order.openedAt)) / 60_000
    const usable = samePrice && ageMinutes < UNOPENED_MINUTES
    return { order: usable ? order : await reopenOrder(order, price, services) }
  }
  const session = await stripeRequest(() => stripe.checkout.sessions.retrieve(checkoutSessionId))
  if (session.status === 'complete') return alreadyPaid(session, services)
  if (session.status === 'open' && samePrice) return { order, session }
  // Two sessions that could both be paid would be two charges: the old one ends before a new one begins.
  if (session.status === 'open') await stripeRequest(() => stripe.checkout.sessions.expire(session.id))
  return { order: await reopenOrder(order, price, services) }
}

/** The buyer paid and came back before Stripe's word did: their payment is recorded now, and they need not pay again. */
async function alreadyPaid(session: Stripe.Checkout.Session, services: PaymentServices): Promise<never> {
  if (session.payment_status === 'unpaid') return refuse('payment-pending')
  await fulfil(session.id, services)
  return refuse('order-already-paid')
}

async function remember({ orderId, version }: Order, sessionId: string, { data }: PaymentServices): Promise<void> {
  await data.orders
    .patch({ orderId })
    .set({ checkoutSessionId: sessionId })
    .where((order, { eq }) => eq(order.version, version))
    .go()
}

const reply = ({ orderId, totalCents }: Order, { id, url }: { id: string; url: string | null }): Checkout => {
  if (!url) throw new Error(`session ${id} has no address`)
  return { orderId, url, totalCents }
}
