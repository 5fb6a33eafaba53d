import * as z from 'zod/mini'
import { noShowRules } from './cancellation-rules.ts'
import { defineEndpoint } from './endpoint.ts'
import { ProductKey } from './product-key.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { SlotHoldReference, slotHoldEndpoints } from './slot-holds.ts'
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
  hold: z.optional(SlotHoldReference),
  consents: z.optional(PurchaseConsents),
  /** The rule that the buyer has read; undefined when the page showed none. Refused when it has changed. */
  noShowRule: OptionalNoShowRule,
  /** Of the browser, for the hours in mails. Unknown names do not prevent the purchase. */
  timeZone: z.optional(TimeZoneOfBrowser),
})

export const UnverifiedAccountPurchaseRequest = z.extend(PurchaseRequest, {
  email: Email,
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
})

const AnonymousPurchaseRequest = z.extend(PurchaseRequest, {
  /**
   * Created by the browser and kept until the purchase is paid: a repeated press, a reload or another tab gives the
   * same order, even with another hour.
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
  /** End of the hold for this payment (server time); null without an hour. */
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

/**
 * Purchase on the public site, by visitors and clients. Separate, so that its pages load nothing else of the domain.
 */
export const purchases = {
  ...slotHoldEndpoints,
  quote: defineEndpoint({
    method: 'POST',
    path: '/payments/quote',
    allow: 'everyone',
    body: z.omit(PurchaseRequest, { hold: true, consents: true, noShowRule: true, timeZone: true }),
    /** The present rule: the list of free slots is cached. */
    reply: z.extend(PriceQuote, { noShowRule: OptionalNoShowRule }),
    audit: 'none',
    refusals: ['discount-invalid', 'payment-unavailable'],
  }),
  /** create-checkout-session for a signed-in client. */
  checkout: defineEndpoint({
    method: 'POST',
    path: '/payments/checkout',
    allow: ['cliente'],
    body: PurchaseRequest,
    reply: CheckoutRedirect,
    audit: 'ORDER_CREATED',
    refusals: [...checkoutRefusals, 'guardian-consent-required'],
  }),
  /** create-checkout-session for a new, unverified account. */
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
    reply: z.object({
      status: z.literal('paid'),
      startsAt: z.nullable(IsoInstant),
      /** Of a booked consultation that was cancelled before the payment arrived. */
      waitsForHour: z.optional(z.boolean()),
    }),
    audit: 'PAYMENT_COMPLETED',
    refusals: ['payment-not-completed', 'payment-mismatch', 'payment-unavailable'],
  }),
}
