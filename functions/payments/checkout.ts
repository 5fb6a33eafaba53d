import type Stripe from 'stripe'
import { isWithinWithdrawal } from '#contract/cancellation-rules'
import type { ActionInput } from '#contract/endpoint'
import type { payments } from '#contract/payments-domain'
import type { CheckoutRedirect } from '#contract/purchases'
import { hasBothConsents, type PurchaseConsents } from '#contract/purchase-consents'
import { cognitoSignUpAttributes } from '#contract/sign-up'
import { isKnownTimeZone } from '#contract/time-zones'
import { isConditionFailure } from '#data/database'
import { bindSlotToOrder, requireSlotHold, toHeldUntil } from './bind-slot.ts'
import type { StoredSlotHold } from '#data/slot-hold-queries'
import { requireOwnCustomerId } from '#platform/actor'
import { hashToken, type PendingSignUp, findPendingSignUp } from '../account/public/email-proof.ts'
import { requireGuardianConsentIfMinor } from '../account/public/guardian.ts'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { fulfilPaidCheckoutSession } from './fulfil.ts'
import {
  type CheckoutReturnPaths,
  openStripeCheckoutSession,
  type StoredOrder,
  UNOPENED_MINUTES,
} from './open-checkout-session.ts'
import { hasSameSlot, releaseSlotHoldOfOrder } from './order-slot-hold.ts'
import { type Buyer, findOrCreateOpenOrder, reopenOrder } from './orders.ts'
import { computeProductPrice, type PurchaseTerms, type RequestedPurchase, requireUnchangedNoShowRule } from './price.ts'
import type { PaymentServices } from './services.ts'
import { endPaymentOfOrder, expireSession, hasPaymentFailed } from './release-slot-hold.ts'
import { stripeRequest } from './stripe-request.ts'

export const startCheckout: EndpointAction<typeof payments.checkout, PaymentServices> = async (
  { actor, body },
  services,
) => {
  const { data: user } = await services.data.users.get({ userId: actor.userId }).go()
  requireGuardianConsentIfMinor(user ?? throwRefusal('profile-missing'), services.now())
  const account = { userId: actor.userId, customerId: requireOwnCustomerId(actor), email: actor.email }
  return openCheckout({ account, caller: actor }, body, ACCOUNT_RETURN, services)
}

const GRACE_HOURS = 24

/**
 * Purchase right after sign-up, before the address is proven. The sign-up token is known to that browser alone and
 * permits nothing else. The order belongs to no account: the payment is recorded under the address and goes to the
 * person who proves it, however often the account is replaced. An earlier payment under the address is told only by
 * mail. An attempt's own order is not paid twice.
 */
export const startUnverifiedAccountCheckout: EndpointAction<
  typeof payments.checkoutNewAccount,
  PaymentServices
> = async ({ actor, body: { email, token, ...purchase } }, services) => {
  const attempt = await findPendingSignUp(email, services.data)
  if (attempt?.state !== 'unproven' || attempt.tokenHash !== hashToken(token)) return throwRefusal('account-unknown')
  await requireNewAccount(attempt, services)
  return openCheckout({ account: undefined, attempt, caller: actor }, purchase, ACCOUNT_RETURN, services)
}

async function requireNewAccount({ sub, createdAt }: PendingSignUp, services: PaymentServices): Promise<void> {
  const identity = (sub && (await services.identities.find(sub))) || throwRefusal('account-unknown')
  const ageHours = (services.now().getTime() - Date.parse(createdAt)) / 3_600_000
  if (identity.confirmed || !identity.enabled || ageHours > GRACE_HOURS) throwRefusal('account-unknown')
  requireGuardianConsentIfMinor({ birthDate: identity.attributes[cognitoSignUpAttributes.birthDate] }, services.now())
}

const ORDERS: RateLimit = { name: 'anonymous-order', tries: 20, minutes: 15 }

export const startAnonymousCheckout: EndpointAction<typeof payments.checkoutAnonymous, PaymentServices> = async (
  { actor, body: { purchaseTicket, ...purchase } },
  services,
) => {
  await consumeNetworkRateLimit(services.data, ORDERS, actor.address, services.wallClock())
  return openCheckout({ account: undefined, purchaseTicket, caller: actor }, purchase, ANONYMOUS_RETURN, services)
}

const ACCOUNT_RETURN: CheckoutReturnPaths = {
  success: '/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancel: '/payment-canceled',
}

const ANONYMOUS_RETURN: CheckoutReturnPaths = {
  success: '/pago-exitoso',
  cancel: '/primera-consulta?status=canceled',
}

/**
 * The order is written first, so that nothing is lost when Stripe does not answer; a repetition continues with the same
 * order and, while it is open, the same session.
 */
async function openCheckout(
  known: Buyer,
  wish: RequestedPurchase &
    Pick<ActionInput<typeof payments.checkout>['body'], 'hold' | 'consents' | 'noShowRule' | 'timeZone'>,
  returnTo: CheckoutReturnPaths,
  services: PaymentServices,
): Promise<CheckoutRedirect> {
  const noShowRule = await requireUnchangedNoShowRule(wish.noShowRule, services)
  const hold = wish.hold && (await requireSlotHold(wish.hold, wish.product, services))
  if (hold && isWithinWithdrawal(hold.startsAt, services.now().toISOString()) && !hasBothConsents(wish.consents))
    throwRefusal('early-start-required')
  const buyer = {
    ...known,
    hold,
    timeZone: wish.timeZone && isKnownTimeZone(wish.timeZone) ? wish.timeZone : undefined,
  }
  const price = { ...(await computeProductPrice(wish, buyer.caller, services)), noShowRule }
  await endFormerOrder(buyer, services)
  const found = await findOrCreateOpenOrder(buyer, wish.product, price, services)
  const email = buyer.account?.email ?? buyer.attempt?.email
  return openSessionOfOrder(found, { price, hold, consents: wish.consents, email, returnTo }, services)
}

/**
 * Order of the replaced sign-up attempt: two open payment pages could be two charges. A payment there is not revealed
 * here, because this caller may be a stranger to the address.
 */
async function endFormerOrder({ attempt }: Buyer, services: PaymentServices): Promise<void> {
  const { formerOrderId } = attempt ?? {}
  if (!formerOrderId) return
  if ((await endPaymentOfOrder(formerOrderId, services)) === 'paying') await endPaymentOfOrder(formerOrderId, services)
}

interface WantedSession {
  readonly price: PurchaseTerms
  readonly hold?: StoredSlotHold | undefined
  readonly consents: PurchaseConsents | undefined
  readonly email: string | undefined
  readonly returnTo: CheckoutReturnPaths
  readonly startsAt?: string
}

/** @throws Refusal `order-already-paid`, `payment-pending`, `payment-unavailable`, and those of `bindSlotToOrder` */
export async function openSessionOfOrder(
  found: StoredOrder,
  { price, hold, consents, email, returnTo, startsAt }: WantedSession,
  services: PaymentServices,
): Promise<CheckoutRedirect> {
  const stripe = await services.stripe.client()
  const { order, session } = await payable(stripe, found, { price, hold }, services)
  if (session) {
    await keepConsents(order, consents, services)
    return reply(order, session)
  }
  const bound = await bindSlotToOrder(order, { hold, consents }, services)
  const opened = await openStripeCheckoutSession(stripe, bound, { price, email, returnTo, startsAt }, services)
  await remember(bound, opened.id, services)
  return reply(bound, opened)
}

async function keepConsents(
  { orderId, version, checkoutSessionId, expressRequestAt, acknowledgementAt }: StoredOrder,
  consents: PurchaseConsents | undefined,
  { data, now }: PaymentServices,
): Promise<void> {
  const at = now().toISOString()
  const given = {
    ...(consents?.expressRequest && !expressRequestAt && { expressRequestAt: at }),
    ...(consents?.acknowledgement && !acknowledgementAt && { acknowledgementAt: at }),
  }
  if (Object.keys(given).length === 0) return
  await data.orders
    .patch({ orderId })
    .set(given)
    .where(
      (order, { eq }) =>
        `${eq(order.version, version)} AND ${eq(order.checkoutSessionId, checkoutSessionId ?? '')} AND ${eq(order.status, 'pending')}`,
    )
    .go()
}

const hasSameTerms = (order: StoredOrder, { totalCents, discountCode, noShowRule, concept }: PurchaseTerms): boolean =>
  order.totalCents === totalCents &&
  order.discountCode === discountCode &&
  order.noShowRule === noShowRule &&
  order.concept === concept

const canBeOpened = (
  { status, openedAt, consultationId }: StoredOrder,
  hold: StoredSlotHold | undefined,
  { wallClock }: PaymentServices,
): boolean =>
  status === 'pending' &&
  wallClock().getTime() - Date.parse(openedAt) < UNOPENED_MINUTES * 60_000 &&
  (hold !== undefined || !consultationId)

async function payable(
  stripe: Stripe,
  order: StoredOrder,
  { price, hold }: { readonly price: PurchaseTerms; readonly hold: StoredSlotHold | undefined },
  services: PaymentServices,
): Promise<{ order: StoredOrder; session?: Stripe.Checkout.Session }> {
  const isSame = hasSameTerms(order, price)
  const { checkoutSessionId } = order
  if (!checkoutSessionId) {
    const isUsable = isSame && canBeOpened(order, hold, services)
    return { order: isUsable ? order : await reopenOrder(order, price, services) }
  }
  const session = await stripeRequest(() => stripe.checkout.sessions.retrieve(checkoutSessionId))
  if (session.status === 'open' && isSame && hasSameSlot(order, hold)) return { order, session }
  // Two payable sessions could be two charges: the old one ends before a new one begins.
  const ended = session.status === 'open' ? await expireSession(stripe, session.id) : session
  if (ended.status === 'complete' && !hasPaymentFailed(order, ended)) return alreadyPaid(ended, services)
  await releaseOtherHold(order, hold, services)
  return { order: await reopenOrder(order, price, services) }
}

async function releaseOtherHold(order: StoredOrder, hold: StoredSlotHold | undefined, services: PaymentServices) {
  if (order.ticketHash !== hold?.ticketHash) await releaseSlotHoldOfOrder(order, services)
}

/** The buyer paid and returned before Stripe's event: the payment is recorded now, so that they do not pay again. */
async function alreadyPaid(session: Stripe.Checkout.Session, services: PaymentServices): Promise<never> {
  if (session.payment_status === 'unpaid') return throwRefusal('payment-pending')
  await fulfilPaidCheckoutSession(session.id, services)
  return throwRefusal('order-already-paid')
}

async function remember(
  { orderId, version }: StoredOrder,
  sessionId: string,
  { data }: PaymentServices,
): Promise<void> {
  try {
    await data.orders
      .patch({ orderId })
      .set({ checkoutSessionId: sessionId })
      .where((order, { eq, ne }) => `${eq(order.version, version)} AND ${ne(order.status, 'expired')}`)
      .go()
  } catch (error) {
    if (isConditionFailure(error)) throwRefusal('payment-unavailable', error)
    throw error
  }
}

const reply = (order: StoredOrder, { id, url }: { id: string; url: string | null }): CheckoutRedirect => {
  if (!url) throw new Error(`session ${id} has no address`)
  const { orderId, totalCents } = order
  return { orderId, url, totalCents, heldUntil: order.consultationId ? toHeldUntil(order) : null }
}
