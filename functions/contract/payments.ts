import * as z from 'zod/mini'
import { noShowRules } from './cancellation-rules.ts'
import { ProductKey } from './product-key.ts'
import { defineEndpoint } from './endpoint.ts'
import { Payment } from './payment.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { TimeZoneOfBrowser } from './time-zones.ts'
import { PaymentReceipt } from './receipt.ts'
import { HeldSlot, slotHoldEndpoints } from './slot-holds.ts'
import { CustomerRefund, refundEndpoints } from './refunds.ts'
import { SingleLineText } from './text-schemas.ts'
import {
  ConsultationId,
  EuroCents,
  CustomerId,
  Email,
  IsoInstant,
  OrderId,
  createPageSchema,
  PageQuery,
  PaymentId,
  SecretToken,
} from './value-schemas.ts'

/** `isRefundUnderWay`: something was asked for that Stripe or the bank has not given back yet. */
export const OwnPayment = z.extend(Payment, { isRefundUnderWay: z._default(z.boolean(), false) })
export type OwnPayment = z.infer<typeof OwnPayment>

/** As the practice sees it, with its refunds, the latest first. */
export const CustomerPayment = z.extend(Payment, { refunds: z.array(CustomerRefund) })
export type CustomerPayment = z.infer<typeof CustomerPayment>

const UnverifiedEmailPayment = z.extend(Payment, { consultationStartsAt: z.nullable(IsoInstant) })
export type UnverifiedEmailPayment = z.infer<typeof UnverifiedEmailPayment>

const DiscountCode = SingleLineText.check(
  z.toUpperCase(),
  z.maxLength(40),
  z.regex(/^[A-Z0-9_-]*$/, { error: 'Código de descuento no válido' }),
)

const OptionalNoShowRule = z.optional(z.enum(noShowRules))

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

const ReceiptReply = z.object({ url: z.url(), fileName: z.string(), receipt: PaymentReceipt })

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

export const payments = {
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
  /**
   * Of the client's own consultation that is booked and has a price. `priceCents` and `noShowRule` are what was shown:
   * anything else by now is refused.
   */
  checkoutConsultation: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine/{consultationId}/checkout',
    allow: ['cliente'],
    params: z.object({ consultationId: ConsultationId }),
    body: z.strictObject({
      priceCents: EuroCents,
      consents: z.optional(PurchaseConsents),
      noShowRule: OptionalNoShowRule,
    }),
    reply: CheckoutRedirect,
    audit: 'ORDER_CREATED',
    refusals: [
      'rules-changed',
      'payment-unavailable',
      'order-already-paid',
      'payment-pending',
      'consultation-closed',
      'changed-meanwhile',
      'guardian-consent-required',
    ],
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
  list: defineEndpoint({
    method: 'GET',
    path: '/payments',
    allow: ['cliente'],
    query: PageQuery,
    reply: createPageSchema(OwnPayment),
    audit: 'none',
    refusals: [],
  }),
  listOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/payments',
    allow: ['administrador'],
    opens: 'payments',
    params: z.object({ customerId: CustomerId }),
    query: PageQuery,
    reply: createPageSchema(CustomerPayment),
    audit: 'none',
    refusals: [],
  }),
  /** Payments not yet refunded while the client's address is unverified; empty once it is verified. */
  listUnproven: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/payments/unproven',
    allow: ['administrador'],
    opens: 'payments',
    params: z.object({ customerId: CustomerId }),
    reply: z.object({ items: z.array(UnverifiedEmailPayment) }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Refunds the remainder of a payment of an unverified buyer and cancels the upcoming consultation paid with it.
   * Repeating it completes an interrupted refund.
   */
  refundUnproven: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/payments/{paymentId}/refund',
    allow: ['administrador'],
    opens: 'payments',
    assurance: 'fresh',
    params: z.object({ customerId: CustomerId, paymentId: PaymentId }),
    reply: Payment,
    audit: 'REFUND_REQUESTED',
    refusals: ['address-proven', 'payment-refunded', 'payment-unavailable'],
  }),
  ...refundEndpoints,
  /** 'Justificante de pago'. The link to its PDF is valid for sixty seconds. */
  receipt: defineEndpoint({
    method: 'GET',
    path: '/payments/{paymentId}/receipt',
    allow: ['cliente'],
    params: z.object({ paymentId: PaymentId }),
    reply: ReceiptReply,
    audit: 'none',
    refusals: [],
  }),
  receiptOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/payments/{paymentId}/receipt',
    allow: ['administrador'],
    opens: 'payments',
    params: z.object({ customerId: CustomerId, paymentId: PaymentId }),
    reply: ReceiptReply,
    audit: 'none',
    refusals: [],
  }),
}
