import { randomBytes } from 'node:crypto'
import {
  type StripeStandInState,
  type LocalCheckout,
  requireStripeObject,
  createStripeObjectFields,
  createStripeId,
} from './stripe-stand-in-state.ts'
import { requireDiscountCoupon } from './discounts.ts'
import type { StripeFormBody } from './form-body.ts'
import type { CheckoutSession, StripeLineItem, StripePrice } from './stripe-objects.ts'
import { parseStripeParams } from './params.ts'
import { computeCheckoutTotals, type CheckoutSessionParams, checkoutSessionParamsSchema } from './session-params.ts'
import { StripeStandInError } from './stripe-stand-in-error.ts'

const minimumLifeSeconds = 30 * 60
const maximumLifeSeconds = 24 * 60 * 60
/** Stripe's minimum card payment in cents; a total of zero needs no payment. */
const minimumCharge = 50

export function serveCreateCheckoutSession(account: StripeStandInState, form: StripeFormBody): CheckoutSession {
  const params = parseStripeParams(checkoutSessionParamsSchema, form)
  refuseContradictions(params)
  const offered = params.line_items.map((_, index) => lineItem(account, params, index))
  const currency = currencyOf(offered)
  const [discount] = params.discounts
  const { items, totals } = computeCheckoutTotals(offered, discount && requireDiscountCoupon(account, discount))
  refuseTooSmall(totals.amount_total)
  const session: CheckoutSession = {
    ...emptySession(account, params),
    ...totals,
    currency,
    discounts: params.discounts,
    payment_status: totals.amount_total === 0 ? 'no_payment_required' : 'unpaid',
  }
  const intent = params.payment_intent_data
  account.checkouts.put(session.id, { session, items, intent, paymentIntent: null, paidBy: null })
  return session
}

function currencyOf(items: readonly StripeLineItem[]): string {
  const [currency, ...others] = new Set(items.map((item) => item.currency))
  if (currency === undefined || others.length > 0) {
    throw new StripeStandInError(400, 'All line items must have the same currency.', { param: 'line_items' })
  }
  return currency
}

function refuseTooSmall(total: number): void {
  if (total > 0 && total < minimumCharge) {
    throw new StripeStandInError(400, "The Checkout Session's total amount due must add up to at least €0.50 eur", {
      code: 'amount_too_small',
    })
  }
}

function refuseContradictions(params: CheckoutSessionParams): void {
  const sides = {
    'allow_promotion_codes, discounts': [params.allow_promotion_codes !== null, params.discounts.length > 0],
    'customer, customer_email': [params.customer !== null, params.customer_email !== null],
  }
  const clash = Object.entries(sides).find(([, given]) => given.every(Boolean))
  if (clash) throw new StripeStandInError(400, `You may only specify one of these parameters: ${clash[0]}.`)
  const [discount] = params.discounts
  if (discount && (discount.coupon === null) === (discount.promotion_code === null)) {
    throw new StripeStandInError(400, 'You must specify exactly one of coupon and promotion_code.', {
      param: 'discounts[0]',
    })
  }
}

function lineItem(account: StripeStandInState, params: CheckoutSessionParams, index: number): StripeLineItem {
  const asked = params.line_items[index]
  const param = `line_items[${index}][price]`
  if (!asked || (asked.price === undefined) === (asked.price_data === undefined)) {
    throw new StripeStandInError(400, 'You must specify exactly one of price and price_data.', { param })
  }
  const { price, name } =
    asked.price_data === undefined
      ? requireStripeObject(account.prices.get(asked.price ?? ''), 'price', asked.price ?? '', param)
      : { price: inlinePrice(asked.price_data), name: asked.price_data.product_data.name }
  const amount = price.unit_amount * asked.quantity
  return {
    id: createStripeId('li'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: name,
    price,
    quantity: asked.quantity,
  }
}

function inlinePrice({ currency, unit_amount }: { currency: string; unit_amount: number }): StripePrice {
  return {
    id: createStripeId('price'),
    object: 'price',
    active: false,
    currency,
    livemode: false,
    product: createStripeId('prod'),
    type: 'one_time',
    unit_amount,
  }
}

type Priced = 'currency' | 'discounts' | 'payment_status' | 'amount_subtotal' | 'amount_total' | 'total_details'

function emptySession(account: StripeStandInState, params: CheckoutSessionParams): Omit<CheckoutSession, Priced> {
  const id = `cs_test_${randomBytes(28).toString('hex')}`
  if (params.customer)
    requireStripeObject(account.customers.get(params.customer), 'customer', params.customer, 'customer')
  return {
    ...createStripeObjectFields(account, 'cs', params.metadata),
    id,
    object: 'checkout.session',
    adaptive_pricing: params.adaptive_pricing,
    allow_promotion_codes: params.allow_promotion_codes,
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: params.custom_text.submit,
      terms_of_service_acceptance: null,
    },
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: params.cancel_url,
    client_reference_id: params.client_reference_id,
    customer: params.customer,
    customer_creation: params.customer_creation,
    customer_details: null,
    customer_email: params.customer_email,
    expires_at: expiryOf(account, params),
    invoice: null,
    locale: params.locale,
    mode: 'payment',
    payment_intent: null,
    payment_method_types: params.payment_method_types,
    recovered_from: null,
    setup_intent: null,
    status: 'open',
    submit_type: params.submit_type,
    subscription: null,
    success_url: params.success_url,
    ui_mode: 'hosted_page',
    url: `${account.publicUrl}/pay/${id}`,
  }
}

function expiryOf(account: StripeStandInState, params: CheckoutSessionParams): number {
  const now = account.seconds()
  const expiry = params.expires_at ?? now + maximumLifeSeconds
  const limits = [
    { broken: expiry < now + minimumLifeSeconds, rule: 'at least 30 minutes' },
    { broken: expiry > now + maximumLifeSeconds, rule: 'less than 24 hours' },
  ]
  const { rule } = limits.find(({ broken }) => broken) ?? {}
  if (rule) {
    throw new StripeStandInError(400, `The \`expires_at\` timestamp must be ${rule} from Checkout Session creation.`, {
      param: 'expires_at',
    })
  }
  return expiry
}

/** @throws {StripeStandInError} `resource_missing` */
export function requireLocalCheckout(account: StripeStandInState, id: string): LocalCheckout {
  return requireStripeObject(account.checkouts.get(id), 'checkout.session', id, 'session')
}

export function serveExpireCheckoutSession(account: StripeStandInState, id: string): CheckoutSession {
  const checkout = requireLocalCheckout(account, id)
  if (checkout.session.status !== 'open') {
    throw new StripeStandInError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
  }
  return expire(account, checkout)
}

export function expireDueLocalCheckouts(account: StripeStandInState): number {
  const due = account.checkouts
    .all()
    .filter(({ session }) => session.status === 'open' && session.expires_at <= account.seconds())
  account.store.transaction(() => due.forEach((checkout) => expire(account, checkout)))
  return due.length
}

function expire(account: StripeStandInState, checkout: LocalCheckout): CheckoutSession {
  const session: CheckoutSession = { ...checkout.session, status: 'expired', url: null }
  account.checkouts.put(session.id, { ...checkout, session })
  account.publish('checkout.session.expired', session)
  return session
}
