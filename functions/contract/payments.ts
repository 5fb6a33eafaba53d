import * as z from 'zod/mini'
import { ProductKey } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { Receipt } from './receipt.ts'
import { Line } from './text.ts'
import { Cents, CustomerId, Email, Instant, OrderId, pageOf, PageQuery, PaymentId } from './values.ts'

const paymentStatuses = ['completed', 'refunded', 'partially-refunded'] as const

export const Payment = z.object({
  paymentId: PaymentId,
  customerId: CustomerId,
  orderId: OrderId,
  concept: z.string(),
  amountCents: Cents,
  refundedCents: Cents,
  currency: z.literal('eur'),
  status: z.enum(paymentStatuses),
  paidAt: Instant,
  receiptNumber: z.string(),
})
export type Payment = z.infer<typeof Payment>

const UnprovenPayment = z.extend(Payment, { consultationStartsAt: z.nullable(Instant) })
export type UnprovenPayment = z.infer<typeof UnprovenPayment>

const DiscountCode = Line.check(
  z.toUpperCase(),
  z.maxLength(40),
  z.regex(/^[A-Z0-9_-]*$/, { error: 'Código de descuento no válido' }),
)

/** Amount, currency and price from the browser are refused, not ignored. */
export const Purchase = z.strictObject({
  product: ProductKey,
  discountCode: z.optional(DiscountCode),
})

export const NewAccountPurchase = z.extend(Purchase, { email: Email, token: z.string().check(z.regex(/^[\w-]{43}$/)) })

export const Quote = z.object({
  listCents: Cents,
  saleCents: Cents,
  discountCents: Cents,
  totalCents: Cents,
  currency: z.literal('eur'),
})
export type Quote = z.infer<typeof Quote>

export const Checkout = z.object({ orderId: OrderId, url: z.url(), totalCents: Cents })
export type Checkout = z.infer<typeof Checkout>

const ReceiptReply = z.object({ url: z.url(), fileName: z.string(), receipt: Receipt })

const StripeSessionId = z.string().check(z.regex(/^cs_(test|live)_[A-Za-z0-9]{8,200}$/))

const checkoutRefusals = ['discount-invalid', 'payment-unavailable', 'order-already-paid', 'payment-pending'] as const

export const payments = {
  quote: endpoint({
    method: 'POST',
    path: '/payments/quote',
    allow: 'everyone',
    body: Purchase,
    reply: Quote,
    audit: 'none',
    refusals: ['discount-invalid', 'payment-unavailable'],
  }),
  /** create-checkout-session for a client who is signed in. */
  checkout: endpoint({
    method: 'POST',
    path: '/payments/checkout',
    allow: ['cliente'],
    body: Purchase,
    reply: Checkout,
    audit: 'ORDER_CREATED',
    refusals: [...checkoutRefusals, 'guardian-consent-required'],
  }),
  /** create-checkout-session for an account that was just made and is not verified yet. */
  checkoutNewAccount: endpoint({
    method: 'POST',
    path: '/payments/checkout/new-account',
    allow: 'everyone',
    body: NewAccountPurchase,
    reply: Checkout,
    audit: 'ORDER_CREATED',
    refusals: [...checkoutRefusals, 'account-unknown', 'guardian-consent-required'],
  }),
  /** create-payment: the sales page's 'RESERVAR CITA', without an account. */
  checkoutAnonymous: endpoint({
    method: 'POST',
    path: '/payments/checkout/anonymous',
    allow: 'everyone',
    body: Purchase,
    reply: Checkout,
    audit: 'ORDER_CREATED',
    refusals: checkoutRefusals,
  }),
  /** handle-payment-success: asks Stripe, never the caller, whether the session was paid. */
  confirm: endpoint({
    method: 'POST',
    path: '/payments/confirm',
    allow: 'everyone',
    body: z.strictObject({ sessionId: StripeSessionId }),
    reply: z.object({ status: z.literal('paid') }),
    audit: 'PAYMENT_COMPLETED',
    refusals: ['payment-not-completed', 'payment-mismatch', 'payment-unavailable'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/payments',
    allow: ['cliente'],
    query: PageQuery,
    reply: pageOf(Payment),
    audit: 'none',
    refusals: [],
  }),
  listOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/payments',
    allow: ['administrador'],
    opens: 'payments',
    params: z.object({ customerId: CustomerId }),
    query: PageQuery,
    reply: pageOf(Payment),
    audit: 'none',
    refusals: [],
  }),
  /** Payments not yet refunded while the client's address is unverified; empty once it is verified. */
  listUnproven: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/payments/unproven',
    allow: ['administrador'],
    opens: 'payments',
    params: z.object({ customerId: CustomerId }),
    reply: z.object({ items: z.array(UnprovenPayment) }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Refunds the remainder of a payment of an unverified buyer and cancels the upcoming consultation paid with it.
   * Repeating it completes an interrupted refund.
   */
  refundUnproven: endpoint({
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
  /** 'Justificante de pago'. The link to its PDF is valid for sixty seconds. */
  receipt: endpoint({
    method: 'GET',
    path: '/payments/{paymentId}/receipt',
    allow: ['cliente'],
    params: z.object({ paymentId: PaymentId }),
    reply: ReceiptReply,
    audit: 'none',
    refusals: [],
  }),
  receiptOfCustomer: endpoint({
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
