import { randomBytes } from 'node:crypto'
import type { Collection, Store } from '../store.ts'
import type {
  Charge,
  CheckoutSession,
  Coupon,
  Customer,
  Delivery,
  Event,
  EventType,
  LineItem,
  Metadata,
  PaymentIntent,
  Price,
  PromotionCode,
  Refund,
} from './objects.ts'
import { noSuch } from './stripe-error.ts'

export interface Checkout {
  session: CheckoutSession
  items: LineItem[]
  intent: { metadata: Metadata; description: string | null; receipt_email: string | null }
  /** Intent of a declined attempt; the next attempt on the same page reuses it. */
  paymentIntent: string | null
  /** The rendered page that completed the session: its second click on 'Pagar' is the same payment. */
  paidBy: string | null
}

export interface Reply {
  fingerprint: string
  at: number
  body: object
}

export interface Account {
  readonly store: Store
  readonly checkouts: Collection<Checkout>
  readonly customers: Collection<Customer>
  readonly coupons: Collection<Coupon>
  readonly promotionCodes: Collection<PromotionCode>
  readonly paymentIntents: Collection<PaymentIntent>
  readonly charges: Collection<Charge>
  readonly refunds: Collection<Refund>
  readonly events: Collection<Event>
  readonly deliveries: Collection<Delivery>
  readonly replies: Collection<Reply>
  readonly prices: ReadonlyMap<string, { price: Price; name: string }>
  readonly publicUrl: string
  /** Unix seconds. */
  readonly seconds: () => number
  /** Records an event; it is delivered to the webhook after the reply. */
  readonly publish: (type: EventType, object: Event['data']['object']) => void
}

export function openBooks(store: Store): Omit<Account, 'prices' | 'publicUrl' | 'seconds' | 'publish'> {
  return {
    store,
    checkouts: store.collection('stripe.checkouts'),
    customers: store.collection('stripe.customers'),
    coupons: store.collection('stripe.coupons'),
    promotionCodes: store.collection('stripe.promotion-codes'),
    paymentIntents: store.collection('stripe.payment-intents'),
    charges: store.collection('stripe.charges'),
    refunds: store.collection('stripe.refunds'),
    events: store.collection('stripe.events'),
    deliveries: store.collection('stripe.deliveries'),
    replies: store.collection('stripe.replies'),
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** @throws {StripeError} `resource_missing`, naming the parameter of the id */
export function found<T>(document: T | undefined, kind: string, id: string, param?: string): T {
  if (document === undefined) throw noSuch(kind, id, param)
  return document
}

export function made(account: Account, prefix: string, metadata: Metadata = {}) {
  return { id: newId(prefix), created: account.seconds(), livemode: false as const, metadata }
}
