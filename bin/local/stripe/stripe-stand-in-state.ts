import { randomBytes } from 'node:crypto'
import type { DocumentCollection, DocumentStore } from '../document-store.ts'
import type {
  StripeCharge,
  CheckoutSession,
  StripeCoupon,
  StripeCustomer,
  StripeDispute,
  WebhookDelivery,
  StripeEvent,
  StripeEventType,
  StripeLineItem,
  StripeMetadata,
  PaymentIntent,
  StripePrice,
  StripePromotionCode,
  StripeRefund,
} from './stripe-objects.ts'
import { createResourceMissingError } from './stripe-stand-in-error.ts'

export interface LocalCheckout {
  session: CheckoutSession
  items: StripeLineItem[]
  intent: { metadata: StripeMetadata; description: string | null; receipt_email: string | null }
  /** Intent of a declined attempt; the next attempt on the same page reuses it. */
  paymentIntent: string | null
  /** The rendered page that completed the session: a second click on 'Pagar' there is the same payment. */
  paidBy: string | null
}

export interface IdempotentReply {
  fingerprint: string
  at: number
  /** @default 200 */
  status?: number
  body: object
}

export interface StripeStandInState {
  readonly store: DocumentStore
  readonly checkouts: DocumentCollection<LocalCheckout>
  readonly customers: DocumentCollection<StripeCustomer>
  readonly coupons: DocumentCollection<StripeCoupon>
  readonly promotionCodes: DocumentCollection<StripePromotionCode>
  readonly paymentIntents: DocumentCollection<PaymentIntent>
  readonly charges: DocumentCollection<StripeCharge>
  readonly refunds: DocumentCollection<StripeRefund>
  readonly disputes: DocumentCollection<StripeDispute>
  readonly events: DocumentCollection<StripeEvent>
  readonly deliveries: DocumentCollection<WebhookDelivery>
  readonly replies: DocumentCollection<IdempotentReply>
  readonly prices: ReadonlyMap<string, { price: StripePrice; name: string }>
  readonly publicUrl: string
  /** Unix seconds. */
  readonly seconds: () => number
  readonly refundsStayPending: () => boolean
  readonly isBalanceEmpty: () => boolean
  /** Records an event; it is delivered to the webhook after the reply. */
  readonly publish: (type: StripeEventType, object: StripeEvent['data']['object']) => void
}

export function openStripeCollections(
  store: DocumentStore,
): Omit<StripeStandInState, 'prices' | 'publicUrl' | 'seconds' | 'refundsStayPending' | 'isBalanceEmpty' | 'publish'> {
  return {
    store,
    checkouts: store.collection('stripe.checkouts'),
    customers: store.collection('stripe.customers'),
    coupons: store.collection('stripe.coupons'),
    promotionCodes: store.collection('stripe.promotion-codes'),
    paymentIntents: store.collection('stripe.payment-intents'),
    charges: store.collection('stripe.charges'),
    refunds: store.collection('stripe.refunds'),
    disputes: store.collection('stripe.disputes'),
    events: store.collection('stripe.events'),
    deliveries: store.collection('stripe.deliveries'),
    replies: store.collection('stripe.replies'),
  }
}

export function createStripeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** @throws {StripeStandInError} `resource_missing`, naming the parameter of the id */
export function requireStripeObject<T>(document: T | undefined, kind: string, id: string, param?: string): T {
  if (document === undefined) throw createResourceMissingError(kind, id, param)
  return document
}

export function createStripeObjectFields(account: StripeStandInState, prefix: string, metadata: StripeMetadata = {}) {
  return { id: createStripeId(prefix), created: account.seconds(), livemode: false as const, metadata }
}
