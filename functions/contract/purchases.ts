import * as z from 'zod/mini'
import { noShowRules } from './cancellation-rules.ts'
import { defineEndpoint } from './endpoint.ts'
import { ProductKey } from './product-key.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { HeldSlot, slotHoldEndpoints } from './slot-holds.ts'
import { SingleLineText } from './text-schemas.ts'
import { TimeZoneOfBrowser } from './time-zones.ts'
import { Email, EuroCents, IsoInstant, OrderId, SecretToken } from './value-schemas.ts'

const DiscountCode = SingleLineText.check(
  z.toUpperCase(),
  z.maxLength(40),
  z.regex(/^[A-Z0-9_-]*$/, { error: 'Código de descuento no válido' }),
)

export const OptionalNoShowRule = z.optional(z.enum(noShowRules))

/** Amount, currency and price from the browser are refused, not ignored. */
export const PurchaseRequest = z.strictObject({
  product: ProductKey,
  discountCode: z.optional(DiscountCode),
  /** Without one the hour is agreed after the payment. */
  hold: z.optional(HeldSlot),
  /** Stored with the order before anything is paid. */
  consents: z.optional(PurchaseConsents),
  /** That the buyer has read; undefined where the page showed none. Another one by now is refused. */
  noShowRule: OptionalNoShowRule,
  /** Of the buyer's browser: mails say the hour by its clocks too. One that is not known keeps nobody from paying. */
  timeZone: z.optional(TimeZoneOfBrowser),
})

export const UnverifiedAccountPurchaseRequest = z.extend(PurchaseRequest, {
  email: Email,
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
})

const AnonymousPurchaseRequest = z.extend(PurchaseRequest, {
  /**
   * Made by the browser, which keeps it until the purchase is paid: pressed again, after a reload or in another tab it is the
   * same order, whatever hour is chosen meanwhile.
   */
  purchaseTicket: z.optional(SecretToken),
})

export const PriceQuote = z.object({
  listCents: EuroCents,
  saleCents: EuroCents,
  discountCents: EuroCents,
  totalCents: EuroCents,
  currency: z.literal('eur'),
})
export type PriceQuote = z.infer<typeof PriceQuote>

export const CheckoutRedirect = z.object({
  orderId: OrderId,
  url: z.url(),
  totalCents: EuroCents,
  /** Until when the hour is kept for this payment, by the server's clock; null without an hour. */
  heldUntil: z.nullable(IsoInstant),
})
export type CheckoutRedirect = z.infer<typeof CheckoutRedirect>

const StripeSessionId = z.string().check(z.regex(/^cs_(test|live)_[A-Za-z0-9]{8,200}$/))

const checkoutRefusals = [
  'rules-changed',
  'discount-invalid',
  'payment-unavailable',
  'order-already-paid',
  'payment-pending',
  'hold-expired',
  'changed-meanwhile',
  'too-many-holds',
  'early-start-required',
] as const

/** From an hour on the sales page to its payment, of visitors and clients. Apart, for these pages bring nothing else of the domain. */
export const purchases = {
  ...slotHoldEndpoints,
  quote: defineEndpoint({
    method: 'POST',
    path: '/payments/quote',
    allow: 'everyone',
    body: z.omit(PurchaseRequest, { hold: true, consents: true, noShowRule: true, timeZone: true }),
    /** The rule as it is now: the list of free hours is cached. */
    reply: z.extend(PriceQuote, { noShowRule: OptionalNoShowRule }),
    audit: 'none',
    refusals: ['discount-invalid', 'payment-unavailable'],
  }),
  /** create-checkout-session for a client who is signed in. */
  checkout: defineEndpoint({
    method: 'POST',
    path: '/payments/checkout',
    allow: ['cliente'],
    body: PurchaseRequest,
    reply: CheckoutRedirect,
    audit: 'ORDER_CREATED',
    refusals: [...checkoutRefusals, 'guardian-consent-required'],
  }),
  /** create-checkout-session for an account that was just made and is not verified yet. */
  checkoutNewAccount: defineEndpoint({
    method: 'POST',
    path: '/payments/checkout/new-account',
    allow: 'everyone',
    body: UnverifiedAccountPurchaseRequest,
    reply: CheckoutRedirect,
    audit: 'ORDER_CREATED',
    refusals: [...checkoutRefusals, 'account-unknown', 'guardian-consent-required'],
  }),
  /** create-payment: the sales page's 'RESERVAR CITA', without an account. */
  checkoutAnonymous: defineEndpoint({
    method: 'POST',
    path: '/payments/checkout/anonymous',
    allow: 'everyone',
    body: AnonymousPurchaseRequest,
    reply: CheckoutRedirect,
    audit: 'ORDER_CREATED',
    refusals: checkoutRefusals,
  }),
  /** handle-payment-success: asks Stripe, never the caller, whether the session was paid. */
  confirm: defineEndpoint({
    method: 'POST',
    path: '/payments/confirm',
    allow: 'everyone',
    body: z.strictObject({ sessionId: StripeSessionId }),
    /** `startsAt`: the paid hour, or null where another is proposed by mail. */
    reply: z.object({ status: z.literal('paid'), startsAt: z.nullable(IsoInstant) }),
    audit: 'PAYMENT_COMPLETED',
    refusals: ['payment-not-completed', 'payment-mismatch', 'payment-unavailable'],
  }),
}
