import { type StripeStandInState, type LocalCheckout, createStripeObjectFields } from './stripe-stand-in-state.ts'
import { requireLocalCheckout } from './checkout.ts'
import {
  requireDiscountCoupon,
  isPromotionCodeRedeemable,
  countDiscountRedemption,
  findPromotionCode,
} from './discounts.ts'
import type { StripeCharge, CheckoutSession, StripePaymentError, PaymentIntent } from './stripe-objects.ts'
import { computeCheckoutTotals } from './session-params.ts'
import { StripeStandInError } from './stripe-stand-in-error.ts'

/** `attempt` identifies the rendered page: it distinguishes a second click from a second payment. */
export interface CheckoutPayer {
  readonly email: string
  readonly attempt: string
}

const declined: StripePaymentError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}
const bounced: StripePaymentError = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The payment failed.',
}

export function simulateCheckoutPayment(
  account: StripeStandInState,
  id: string,
  payer: CheckoutPayer,
): CheckoutSession {
  const checkout = requireLocalCheckout(account, id)
  if (checkout.session.amount_total === 0) return complete(account, checkout, { payer, status: 'no_payment_required' })
  const intent = intentOf(account, checkout, payer.email)
  const paid = succeed(account, intent, payer.email)
  return complete(account, checkout, { payer, status: 'paid', intent: paid.id })
}

export function simulateDeferredPayment(
  account: StripeStandInState,
  id: string,
  payer: CheckoutPayer,
): CheckoutSession {
  const checkout = requireLocalCheckout(account, id)
  if (checkout.session.amount_total === 0) return simulateCheckoutPayment(account, id, payer)
  const intent: PaymentIntent = { ...intentOf(account, checkout, payer.email), status: 'processing' }
  account.paymentIntents.put(intent.id, intent)
  account.publish('payment_intent.processing', intent)
  return complete(account, checkout, { payer, status: 'unpaid', intent: intent.id })
}

/** A declined card: the session stays open and the next attempt reuses the payment intent. */
export function simulateCardDecline(account: StripeStandInState, id: string, email: string): void {
  const checkout = requireLocalCheckout(account, id)
  if (checkout.session.amount_total === 0) return
  const intent = fail(account, intentOf(account, checkout, email), declined)
  account.checkouts.put(id, { ...checkout, paymentIntent: intent.id })
}

export function simulateDeferredSettlement(
  account: StripeStandInState,
  id: string,
  outcome: 'succeeded' | 'failed',
): CheckoutSession {
  const checkout = requireLocalCheckout(account, id)
  const intent = account.paymentIntents.get(checkout.session.payment_intent ?? '')
  if (intent?.status !== 'processing') {
    throw new StripeStandInError(400, `The Checkout Session ${id} has no payment that is being processed.`)
  }
  if (outcome === 'failed') {
    fail(account, intent, bounced)
    account.publish('checkout.session.async_payment_failed', checkout.session)
    return checkout.session
  }
  succeed(account, intent, checkout.session.customer_details?.email ?? null)
  const session: CheckoutSession = { ...checkout.session, payment_status: 'paid' }
  account.checkouts.put(id, { ...checkout, session })
  account.publish('checkout.session.async_payment_succeeded', session)
  return session
}

/** @returns false if there is no such code to redeem */
export function simulatePromotionCodeEntry(account: StripeStandInState, id: string, code: string): boolean {
  const checkout = requireLocalCheckout(account, id)
  const promotionCode = findPromotionCode(account, code)
  if (!checkout.session.allow_promotion_codes || !promotionCode || !isPromotionCodeRedeemable(account, promotionCode))
    return false
  const discount = { coupon: null, promotion_code: promotionCode.id }
  const { items, totals } = computeCheckoutTotals(checkout.items, requireDiscountCoupon(account, discount))
  const payment_status = totals.amount_total === 0 ? 'no_payment_required' : 'unpaid'
  const session: CheckoutSession = { ...checkout.session, ...totals, payment_status, discounts: [discount] }
  account.checkouts.put(id, { ...checkout, session, items })
  return true
}

interface Completion {
  readonly payer: CheckoutPayer
  readonly status: CheckoutSession['payment_status']
  readonly intent?: string
}

function complete(
  account: StripeStandInState,
  checkout: LocalCheckout,
  { payer, status, intent }: Completion,
): CheckoutSession {
  const session: CheckoutSession = {
    ...checkout.session,
    status: 'complete',
    payment_status: status,
    payment_intent: intent ?? null,
    url: null,
    customer_details: {
      address: { country: 'ES', city: null, line1: null, line2: null, postal_code: null, state: null },
      email: payer.email,
      name: account.customers.get(checkout.session.customer ?? '')?.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  }
  session.discounts.forEach((discount) => countDiscountRedemption(account, discount))
  account.checkouts.put(session.id, { ...checkout, session, paidBy: payer.attempt })
  account.publish('checkout.session.completed', session)
  return session
}

function intentOf(
  account: StripeStandInState,
  { session, intent, paymentIntent }: LocalCheckout,
  email: string,
): PaymentIntent {
  const fresh =
    account.paymentIntents.get(paymentIntent ?? '') ?? createStripeObjectFields(account, 'pi', intent.metadata)
  return {
    ...fresh,
    object: 'payment_intent',
    amount: session.amount_total,
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    currency: session.currency,
    customer: session.customer,
    description: intent.description,
    last_payment_error: null,
    latest_charge: null,
    payment_method_types: session.payment_method_types,
    receipt_email: intent.receipt_email ?? (email === '' ? null : email),
    status: 'requires_payment_method',
  }
}

function fail(account: StripeStandInState, intent: PaymentIntent, reason: StripePaymentError): PaymentIntent {
  const failed: PaymentIntent = { ...intent, status: 'requires_payment_method', last_payment_error: reason }
  account.paymentIntents.put(failed.id, failed)
  account.publish('payment_intent.payment_failed', failed)
  return failed
}

function succeed(account: StripeStandInState, intent: PaymentIntent, email: string | null): PaymentIntent {
  const charge: StripeCharge = {
    ...createStripeObjectFields(account, 'ch', intent.metadata),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    billing_details: { address: null, email, name: null, phone: null },
    captured: true,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    paid: true,
    payment_intent: intent.id,
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', country: 'ES' } },
    receipt_email: intent.receipt_email,
    receipt_url: '',
    refunded: false,
    status: 'succeeded',
  }
  charge.receipt_url = `${account.publicUrl}/receipts/${charge.id}`
  const paid: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
  }
  account.charges.put(charge.id, charge)
  account.paymentIntents.put(paid.id, paid)
  account.publish('charge.succeeded', charge)
  account.publish('payment_intent.succeeded', paid)
  return paid
}
