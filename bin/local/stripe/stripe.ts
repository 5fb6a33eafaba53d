import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StandIn } from '../stand-in.ts'
import type { Store } from '../store.ts'
import { type Account, found, newId, openBooks } from './account.ts'
import { createApi } from './api.ts'
import { expireDue } from './checkout.ts'
import { createPostman, type Postman, type Schedule } from './deliveries.ts'
import { type SeedPromotionCode, seedPromotionCodes } from './discounts.ts'
import type { CheckoutSession, Delivery, Event, Price } from './objects.ts'
import { createPageServer } from './page-server.ts'
import { settle } from './payment.ts'

export interface CatalogueEntry {
  readonly id: string
  readonly unitAmount: number
  readonly currency: string
  readonly productName: string
}

export interface StripeOptions {
  readonly store: Store
  /** Address of the hosted pages, e.g. `http://localhost:5173/_local/stripe`. */
  readonly publicUrl: string
  readonly apiKey: string
  readonly apiVersion: string
  readonly webhookUrl: () => string | URL
  readonly webhookSecret: string
  readonly prices?: readonly CatalogueEntry[]
  readonly promotionCodes?: readonly SeedPromotionCode[]
  readonly now?: () => Date
  /**
   * Schedules delivery attempts.
   * @default timers
   */
  readonly schedule?: Schedule
}

/** `status` is null when the receiver could not be reached. */
export interface Redelivery {
  readonly eventId: string
  readonly type: Event['type']
  readonly status: number | null
}

/** Checkout in payment mode, discounts, refunds and signed webhooks. */
export interface StripeStandIn extends StandIn {
  readonly answerPage: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Newest first. */
  readonly events: () => Event[]
  /** Newest first. */
  readonly deliveries: () => Delivery[]
  /** Newest first. */
  readonly sessions: () => CheckoutSession[]
  /** @throws {StripeError} when the session has no deferred payment */
  readonly settle: (sessionId: string, outcome: 'succeeded' | 'failed') => CheckoutSession
  /**
   * Delivers one event, or all of them oldest first, `times` times each.
   * @throws {StripeError} for an unknown id
   */
  readonly redeliver: (what?: { eventId?: string; times?: number }) => Promise<Redelivery[]>
  readonly sweep: () => number
  /** Continues deliveries that the last run left pending. */
  readonly resumeDeliveries: () => void
  /** Waits for running delivery attempts. */
  readonly rest: () => Promise<void>
  readonly close: () => Promise<void>
}

export function createStripe(options: StripeOptions): StripeStandIn {
  const { store, publicUrl, apiKey, apiVersion, now = () => new Date() } = options
  const books = openBooks(store)
  const postman = createPostman(books, { ...options, now })
  let cause: Event['request'] = { id: null, idempotency_key: null }
  const account: Account = {
    ...books,
    publicUrl: publicUrl.replace(/\/$/, ''),
    prices: new Map(
      (options.prices ?? []).map((entry) => [entry.id, { price: priceOf(entry), name: entry.productName }]),
    ),
    seconds: () => Math.floor(now().getTime() / 1000),
    publish: (type, object) => {
      const id = newId('evt')
      const created = account.seconds()
      books.events.put(id, {
        ...envelope,
        id,
        created,
        api_version: apiVersion,
        data: { object },
        request: cause,
        type,
      })
      books.deliveries.put(id, { eventId: id, type, state: 'pending', attempts: [] })
      postman.send(id)
    },
  }
  seedPromotionCodes(account, options.promotionCodes ?? [])
  const answer = createApi({
    account,
    apiKey,
    apiVersion,
    during: (request, work) => {
      const before = cause
      cause = request
      try {
        return work()
      } finally {
        cause = before
      }
    },
  })
  return { answer, answerPage: createPageServer(account), ...controls(account, postman) }
}

const envelope = { object: 'event', livemode: false, pending_webhooks: 1 } as const

function controls(account: Account, postman: Postman): Omit<StripeStandIn, 'answer' | 'answerPage'> {
  return {
    events: () => account.events.all().toReversed(),
    deliveries: () => account.deliveries.all().toReversed(),
    sessions: () => {
      expireDue(account)
      return account.checkouts
        .all()
        .map(({ session }) => session)
        .toReversed()
    },
    settle: (id, outcome) => account.store.transaction(() => settle(account, id, outcome)),
    redeliver: async ({ eventId, times = 1 } = {}) => {
      const chosen =
        eventId === undefined ? account.events.all() : [found(account.events.get(eventId), 'event', eventId)]
      const redeliveries: Redelivery[] = []
      // One after the other, so that the receiver sees the order asked for.
      for (const event of chosen.flatMap((one) => Array.from({ length: times }, () => one))) {
        const { status } = await postman.again(event)
        redeliveries.push({ eventId: event.id, type: event.type, status })
      }
      return redeliveries
    },
    sweep: () => expireDue(account),
    resumeDeliveries: postman.resume,
    rest: postman.rest,
    close: postman.close,
  }
}

function priceOf({ id, unitAmount, currency }: CatalogueEntry): Price {
  return {
    id,
    object: 'price',
    active: true,
    currency,
    livemode: false,
    product: `prod_${id}`,
    type: 'one_time',
    unit_amount: unitAmount,
  }
}
