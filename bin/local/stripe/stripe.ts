import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServiceStandIn } from '../service-stand-in.ts'
import type { DocumentStore } from '../document-store.ts'
import {
  type StripeStandInState,
  requireStripeObject,
  createStripeId,
  openStripeCollections,
} from './stripe-stand-in-state.ts'
import { createStripeApiServer } from './api-server.ts'
import { expireDueLocalCheckouts } from './checkout.ts'
import { type DisputeAct, simulateDisputeAct } from './disputes.ts'
import { createWebhookSender, type WebhookSender, type ScheduleWork } from './deliveries.ts'
import { type PromotionCodeSeed, seedStripePromotionCodes } from './discounts.ts'
import type {
  CheckoutSession,
  WebhookDelivery,
  StripeCharge,
  StripeDispute,
  StripeEvent,
  StripePrice,
  StripeRefund,
} from './stripe-objects.ts'
import { createLocalPaymentPageServer } from './page-server.ts'
import { simulateDeferredSettlement } from './payment.ts'
import { type PastPayment, writePastPayment } from './past-payments.ts'
import { simulateRefundSettlement } from './refunds.ts'

export interface StripeCatalogueEntry {
  readonly id: string
  readonly unitAmount: number
  readonly currency: string
  readonly productName: string
}

export interface StripeStandInOptions {
  readonly store: DocumentStore
  /** Address of the hosted pages, e.g. `http://localhost:5173/_local/stripe`. */
  readonly publicUrl: string
  readonly apiKey: string
  readonly apiVersion: string
  readonly webhookUrl: () => string | URL
  readonly webhookSecret: string
  readonly prices?: readonly StripeCatalogueEntry[]
  readonly promotionCodes?: readonly PromotionCodeSeed[]
  readonly now?: () => Date
  /**
   * Schedules delivery attempts.
   * @default timers
   */
  readonly schedule?: ScheduleWork
  /** See `WebhookSenderOptions`. */
  readonly copies?: () => number
  readonly keptUntil?: () => number | undefined
  /**
   * Clock for the expiry of idempotency keys.
   * @default now
   */
  readonly keyClock?: () => Date
  /**
   * Whether idempotency keys expire after a day.
   * @default - true
   */
  readonly forgetsKeys?: () => boolean
  /**
   * Whether new refunds wait for the bank, see `settleRefund`.
   * @default - they succeed at once
   */
  readonly refundsStayPending?: () => boolean
  /** Whether refunds are refused as `balance_insufficient`. @default - they are not */
  readonly isBalanceEmpty?: () => boolean
}

/** `status` is null if the receiver could not be reached. */
export interface WebhookRedelivery {
  readonly eventId: string
  readonly type: StripeEvent['type']
  readonly status: number | null
}

/** Checkout in payment mode, discounts, refunds, disputes and signed webhooks. */
export interface StripeStandIn extends ServiceStandIn {
  readonly answerPage: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Newest first. */
  readonly events: () => StripeEvent[]
  /** Newest first. */
  readonly deliveries: () => WebhookDelivery[]
  /** Newest first. */
  readonly sessions: () => CheckoutSession[]
  /** @throws {StripeStandInError} when the session has no deferred payment */
  readonly settle: (sessionId: string, outcome: 'succeeded' | 'failed') => CheckoutSession
  /** @throws {StripeStandInError} for an unknown or already failed refund, and for one that already has this outcome */
  readonly settleRefund: (refundId: string, outcome: 'succeeded' | 'failed') => StripeRefund
  /** Newest first. */
  readonly disputable: () => { readonly charges: readonly StripeCharge[]; readonly disputes: readonly StripeDispute[] }
  /**
   * `id`: of the charge to begin a dispute, otherwise of the dispute.
   * @throws {StripeStandInError} for an unknown id, or an act that its status does not allow
   */
  readonly dispute: (id: string, act: DisputeAct) => StripeDispute
  /** A payment from before this account was opened. Repeatable. */
  readonly seedPayment: (past: PastPayment) => CheckoutSession
  /**
   * Delivers one event, or all of them oldest first, `times` times each.
   * @throws {StripeStandInError} for an unknown id
   */
  readonly redeliver: (what?: { eventId?: string; times?: number }) => Promise<WebhookRedelivery[]>
  readonly sweep: () => number
  readonly releaseDue: (now: Date) => void
  /** Continues deliveries that the last run left pending. */
  readonly resumeDeliveries: () => void
  readonly rest: () => Promise<void>
  readonly close: () => Promise<void>
}

export function createStripeStandIn(options: StripeStandInOptions): StripeStandIn {
  const { store, publicUrl, apiKey, apiVersion, now = () => new Date() } = options
  const books = openStripeCollections(store)
  const postman = createWebhookSender(books, { ...options, now })
  let cause: StripeEvent['request'] = { id: null, idempotency_key: null }
  const account: StripeStandInState = {
    ...books,
    publicUrl: publicUrl.replace(/\/$/, ''),
    prices: new Map(
      (options.prices ?? []).map((entry) => [entry.id, { price: priceOf(entry), name: entry.productName }]),
    ),
    seconds: () => Math.floor(now().getTime() / 1000),
    refundsStayPending: options.refundsStayPending ?? (() => false),
    isBalanceEmpty: options.isBalanceEmpty ?? (() => false),
    publish: (type, object) => {
      const id = createStripeId('evt')
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
  seedStripePromotionCodes(account, options.promotionCodes ?? [])
  const answer = createStripeApiServer({
    account,
    apiKey,
    apiVersion,
    keyClock: options.keyClock ?? now,
    forgetsKeys: options.forgetsKeys ?? (() => true),
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
  return { answer, answerPage: createLocalPaymentPageServer(account), ...controls(account, postman) }
}

const envelope = { object: 'event', livemode: false, pending_webhooks: 1 } as const

function controls(account: StripeStandInState, postman: WebhookSender): Omit<StripeStandIn, 'answer' | 'answerPage'> {
  return {
    events: () => account.events.all().toReversed(),
    deliveries: () => account.deliveries.all().toReversed(),
    sessions: () => {
      expireDueLocalCheckouts(account)
      return account.checkouts
        .all()
        .map(({ session }) => session)
        .toReversed()
    },
    settle: (id, outcome) => account.store.transaction(() => simulateDeferredSettlement(account, id, outcome)),
    settleRefund: (id, outcome) => account.store.transaction(() => simulateRefundSettlement(account, id, outcome)),
    disputable: () => ({
      charges: account.charges.all().toReversed(),
      disputes: account.disputes.all().toReversed(),
    }),
    dispute: (id, act) => account.store.transaction(() => simulateDisputeAct(account, id, act)),
    seedPayment: (past) => account.store.transaction(() => writePastPayment(account, past)),
    redeliver: async ({ eventId, times = 1 } = {}) => {
      const chosen =
        eventId === undefined
          ? account.events.all()
          : [requireStripeObject(account.events.get(eventId), 'event', eventId)]
      const redeliveries: WebhookRedelivery[] = []
      // In sequence, so that the receiver sees the requested order.
      for (const event of chosen.flatMap((one) => Array.from({ length: times }, () => one))) {
        const { status } = await postman.again(event)
        redeliveries.push({ eventId: event.id, type: event.type, status })
      }
      return redeliveries
    },
    sweep: () => expireDueLocalCheckouts(account),
    resumeDeliveries: postman.resume,
    releaseDue: postman.releaseDue,
    rest: postman.rest,
    close: postman.close,
  }
}

function priceOf({ id, unitAmount, currency }: StripeCatalogueEntry): StripePrice {
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
