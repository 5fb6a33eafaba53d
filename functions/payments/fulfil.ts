import type Stripe from 'stripe'
import type { payments } from '#contract/payments-domain'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { recordMetric } from '#platform/metrics'
import { type CheckoutCompletion, noteCheckoutCompletion } from './checkout-completion.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import { findOrCreateOrderPayer } from './payer.ts'
import { recordPayment } from './record-payment.ts'
import type { PaymentSettlementServices, PaymentServices } from './services.ts'
import { stripeRequest } from './stripe-request.ts'

/**
 * Turns a paid session into one payment, one receipt and one mail, however often webhook, success page and returning
 * buyers call it. Asks Stripe instead of trusting the caller; the order's state decides in one transaction. Refusals
 * settle nothing.
 * @throws Refusal `payment-not-completed` while unpaid, `payment-mismatch` when it is not the session of one of our
 * orders at that order's price, `payment-unavailable` when Stripe does not answer
 * @param completion from a checkout's completion event; recorded even while the bank has not paid
 */
export async function fulfilPaidCheckoutSession(
  sessionId: string,
  services: PaymentSettlementServices,
  completion?: CheckoutCompletion,
): Promise<StoredOrder> {
  const stripe = await services.stripe.client()
  const session = await stripeRequest(() => retrieve(stripe, sessionId))
  const order = await orderOf(session, services)
  if (completion) await noteCheckoutCompletion(order, session, completion, services)
  requirePaid(session)
  if (isSettled(order)) return order

  // Repeated after a conflict: with a changed hold, or with a new client at the buyer's address, who is then the payer.
  let present = order
  for (let tries = 0; tries < TRIES; tries++) {
    const payer = await findOrCreateOrderPayer(order, session, services)
    const { written } = await recordPayment(present, session, payer, services)
    if (written) recordMetric('Paid')
    const { data: paid } = await services.data.orders.get({ orderId: order.orderId }).go()
    if (paid && isSettled(paid)) return paid
    present = paid ?? order
  }
  throw new Error(`${order.orderId} could not be marked as paid`)
}

const TRIES = 5

const isSettled = ({ status }: StoredOrder): boolean => status === 'paid' || status === 'refunded'

async function retrieve(stripe: Stripe, sessionId: string): Promise<Stripe.Checkout.Session> {
  try {
    const session = await stripe.checkout.sessions.retrieve(sessionId)
    return session.id ? session : throwRefusal('payment-mismatch')
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'resource_missing' ? throwRefusal('payment-mismatch', error) : Promise.reject(error)
  }
}

async function orderOf(session: Stripe.Checkout.Session, { data }: PaymentSettlementServices): Promise<StoredOrder> {
  const orderId = session.client_reference_id
  const { data: order } = orderId ? await data.orders.get({ orderId }).go() : { data: null }
  if (!order) return throwRefusal('payment-mismatch')

  // After an interruption between opening a session and storing its id, the version in its metadata identifies it.
  const isSessionOfOrder = order.checkoutSessionId
    ? order.checkoutSessionId === session.id
    : session.metadata?.['order_version'] === String(order.version)
  const priced = session.amount_total === order.totalCents && session.currency === order.currency
  if (!isSessionOfOrder || !priced || session.mode !== 'payment') throwRefusal('payment-mismatch')
  return order
}

/** A session without anything to pay counts as paid while still open: only a complete one is the buyer's decision. */
function requirePaid({ status, payment_status: payment }: Stripe.Checkout.Session): void {
  if (status !== 'complete' || payment === 'unpaid') throwRefusal('payment-not-completed')
}

const CONFIRMATIONS: RateLimit = { name: 'payment-confirmations', tries: 30, minutes: 15 }

export const confirmPayment: EndpointAction<typeof payments.confirm, PaymentServices> = async (
  { actor, body },
  services,
) => {
  await consumeNetworkRateLimit(services.data, CONFIRMATIONS, actor.address, services.wallClock())
  const order = await fulfilPaidCheckoutSession(body.sessionId, services)
  const [startsAt, isWaiting] = await Promise.all([findPaidStart(order, services), waitsForHour(order, services)])
  return { status: 'paid', startsAt, ...(isWaiting && { waitsForHour: true }) }
}

async function waitsForHour(
  { customerId, orderId, bookedConsultationId }: StoredOrder,
  { data }: PaymentServices,
): Promise<boolean> {
  if (!customerId || !bookedConsultationId) return false
  return (await data.ordersToSchedule.get({ customerId, orderId }).go()).data !== null
}

async function findPaidStart(
  { customerId, consultationId }: StoredOrder,
  { data }: PaymentServices,
): Promise<string | null> {
  if (!customerId || !consultationId) return null
  const { data: consultation } = await data.consultations.get({ customerId, consultationId }).go()
  return consultation?.status === 'scheduled' ? consultation.startsAt : null
}
