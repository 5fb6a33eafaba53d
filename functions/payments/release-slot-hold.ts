import type Stripe from 'stripe'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import {
  findSlotHoldsBetween,
  findSlotHoldsOfNetwork,
  getSlotHoldEnd,
  hasSlotHoldLapsed,
  isPaymentBegun,
  type StoredSlotHold,
} from '#data/slot-hold-queries'
import { createSlotHoldWrites } from '../consultations/public/slot-holds.ts'
import { fulfilPaidCheckoutSession } from './fulfil.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import type { PaymentSettlementServices } from './services.ts'
import { stripeRequest } from './stripe-request.ts'

export type SlotHoldOutcome = 'free' | 'paying'

const TRIES = 3

/**
 * Releases a hold. With a begun payment only after Stripe has ended its session, which could still be paid. A paid one
 * becomes the consultation.
 */
export async function releaseSlotHold(
  { ticketHash }: Pick<StoredSlotHold, 'ticketHash'>,
  services: PaymentSettlementServices,
): Promise<SlotHoldOutcome> {
  const { data } = services
  for (let tries = 0; tries < TRIES; tries++) {
    const { data: hold } = await data.slotHolds.get({ ticketHash }).go()
    if (!hold) return 'free'
    const payment = isPaymentBegun(hold) ? await endPaymentOfHold(hold, services) : 'ended'
    if (payment === 'paying') return 'paying'
    // After payment the hold has become the consultation, unless somebody else has its time.
    const { written } = await data.transact((entities) => createSlotHoldWrites(entities, { before: hold }))
    if (payment === 'paid') return 'paying'
    if (written) return 'free'
  }
  return 'paying'
}

type PaymentEnd = 'ended' | 'paid' | 'paying'

export const endPaymentOfHold = ({ orderId = '' }: StoredSlotHold, services: PaymentSettlementServices) =>
  endPaymentOfOrder(orderId, services)

/** Also `paying` when the order changes meanwhile, as by storing its session's id: the next call finds the session. */
export async function endPaymentOfOrder(orderId: string, services: PaymentSettlementServices): Promise<PaymentEnd> {
  const { data: order } = await services.data.orders.get({ orderId }).go()
  if (!order) return 'ended'
  // A session without stored id was shown to nobody, and the changed `version` prevents storing it later.
  if (!order.checkoutSessionId) return (await endUnopened(order, services)) ? 'ended' : 'paying'
  const stripe = await services.stripe.client()
  const session = await endSession(stripe, order.checkoutSessionId)
  if (session.status === 'expired') return 'ended'
  if (session.payment_status === 'unpaid') return hasPaymentFailed(order, session) ? 'ended' : 'paying'
  await fulfilPaidCheckoutSession(session.id, services)
  return 'paid'
}

/**
 * A complete session takes no second payment: after the bank's refusal, recorded only from Stripe's event about this
 * session, it can no longer be paid.
 */
export const hasPaymentFailed = (
  { status, checkoutSessionId }: StoredOrder,
  session: Stripe.Checkout.Session,
): boolean => status === 'failed' && checkoutSessionId === session.id && session.payment_status === 'unpaid'

const endUnopened = async (
  { orderId, version }: StoredOrder,
  { data }: PaymentSettlementServices,
): Promise<boolean> => {
  const { written } = await data.transact((entities) => ({
    order: entities.orders
      .patch({ orderId })
      .set({ version: version + 1 })
      .where((stored, { eq, notExists }) => `${eq(stored.version, version)} AND ${notExists(stored.checkoutSessionId)}`)
      .commit(),
  }))
  return written
}

async function endSession(stripe: Stripe, sessionId: string): Promise<Stripe.Checkout.Session> {
  const session = await stripeRequest(() => stripe.checkout.sessions.retrieve(sessionId))
  return session.status === 'open' ? expireSession(stripe, sessionId) : session
}

export async function expireSession(stripe: Stripe, sessionId: string): Promise<Stripe.Checkout.Session> {
  try {
    return await stripeRequest(() => stripe.checkout.sessions.expire(sessionId))
  } catch (error) {
    // Stripe expires open sessions only.
    const again = await stripeRequest(() => stripe.checkout.sessions.retrieve(sessionId))
    return again.status === 'open' ? Promise.reject(error) : again
  }
}

export async function releaseLapsedHoldsFor(wanted: StoredSlotHold, services: PaymentSettlementServices) {
  const { data, wallClock } = services
  const day = toPracticeDay(wanted.startsAt)
  const [ofDay, ofNetwork] = await Promise.all([
    // One more day at either end: the practice's day differs from UTC's.
    findSlotHoldsBetween(data, {
      from: `${addDays(day, -1)}T00:00:00.000Z`,
      to: [getSlotHoldEnd(wanted), `${addDays(day, 2)}T00:00:00.000Z`].toSorted().at(-1) ?? '',
    }),
    findSlotHoldsOfNetwork(data, wanted.network),
  ])
  const lapsed = new Map(
    [...ofDay, ...ofNetwork]
      .filter((hold) => hasSlotHoldLapsed(hold, wallClock()))
      .map((hold) => [hold.ticketHash, hold]),
  )
  let isFreed = false
  for (const hold of lapsed.values()) isFreed = (await releaseSlotHold(hold, services)) === 'free' || isFreed
  return isFreed
}
