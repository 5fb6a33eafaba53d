import type Stripe from 'stripe'
import { isConditionFailure } from '#data/database'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import { stripeFailures } from './refund-mails.ts'
import type { RefundedOrder, RefundServices, StoredRefund } from './refund-writes.ts'
import { stripeRequest } from './stripe-request.ts'

const MAX_REFUNDS = 100

const passingFailures: ReadonlySet<string> = new Set([
  'balance_insufficient',
  // Another call is making this refund: it finishes, or the next one does.
  'idempotency_key_in_use',
  'insufficient_funds',
  'lock_timeout',
])

/** After an answer that does not say whether the refund was made: longer than Stripe's list lags behind. */
const UNSURE_MS = 60_000

/**
 * @returns Stripe's code, where it will never make this one
 * @throws Refusal `payment-unavailable` where it may make it later
 */
export async function requestStripeRefund(
  { order, payment }: RefundedOrder,
  refund: StoredRefund,
  services: RefundServices,
): Promise<string | undefined> {
  const { refundId, amountCents, askAgainAt, endedByDispute = [] } = refund
  const intent = payment.paymentIntentId
  if (!intent) return 'no-payment'
  const present = await listStripeRefunds(intent, services)
  if (present.some(({ id, metadata }) => metadata?.['refund_id'] === refundId && !endedByDispute.includes(id)))
    return undefined
  if (askAgainAt && askAgainAt > services.wallClock().toISOString()) throwRefusal('payment-unavailable')
  const client = await services.stripe.client()
  try {
    await stripeRequest(() =>
      client.refunds.create(
        {
          payment_intent: intent,
          amount: amountCents,
          reason: 'requested_by_customer',
          metadata: { order_id: order.orderId, refund_id: refundId },
        },
        { idempotencyKey: toIdempotencyKey(refund) },
      ),
    )
    return undefined
  } catch (error) {
    const failure = findFinalFailure(error as StripeFailure)
    // It may wait for the dispute, and is then asked for under another key.
    if (failure === stripeFailures.disputed) await countRefusal(refund, error, services)
    if (failure) return failure
    await countRefusal(refund, error, services)
    const { code = '' } = error as StripeFailure
    throw passingFailures.has(code) ? new RefusalError('payment-unavailable', { cause: error }) : error
  }
}

/**
 * Stripe repeats for a day what it once answered to a key, also an error: «too little money» long after the money has
 * come. So each answered error is followed by another key. A lost answer keeps its key, as the refund may be made.
 */
const toIdempotencyKey = ({ orderId, refundId, amountCents, stripeRefusals = 0 }: StoredRefund): string =>
  [`refund:${orderId}:${refundId}:${amountCents}`, ...(stripeRefusals > 0 ? [stripeRefusals] : [])].join(':')

interface StripeFailure {
  readonly code?: string
  readonly param?: string
  readonly type?: string
  readonly statusCode?: number
}

function findFinalFailure({ code, param, type }: StripeFailure): string | undefined {
  if (code && passingFailures.has(code)) return undefined
  // Refunded at Stripe meanwhile, all or so much that too little is left.
  if (code === stripeFailures.allRefunded) return code
  if (param === 'amount') return stripeFailures.tooLittleLeft
  // A charge that is disputed, or too old to be refunded: the same request would be refused for ever.
  return type === 'StripeInvalidRequestError' ? (code ?? 'invalid_request_error') : undefined
}

async function countRefusal(refund: StoredRefund, error: unknown, services: RefundServices): Promise<void> {
  const failure = (error instanceof RefusalError ? error.cause : error) as StripeFailure
  if (!isStored(failure)) return
  const { stripeRefusals = 0, amountCents, ...rest } = refund
  const isUnsure = (failure.statusCode ?? 0) >= 500
  const askAgainAt = new Date(services.wallClock().getTime() + UNSURE_MS).toISOString()
  try {
    await services.data.refunds
      .put({ ...rest, amountCents, stripeRefusals: stripeRefusals + 1, ...(isUnsure && { askAgainAt }) })
      .where((stored, { eq }) => `${eq(stored.status, 'requested')} AND ${eq(stored.amountCents, amountCents)}`)
      .go()
  } catch (conflict) {
    // Made, or given up, by another call meanwhile.
    if (!isConditionFailure(conflict)) throw conflict
  }
}

/** Stripe keeps no answer where it began nothing: another request with the key is under way, or there are too many. */
const isStored = ({ statusCode, code }: StripeFailure): boolean =>
  statusCode !== undefined && statusCode !== 409 && (statusCode !== 429 || code === 'lock_timeout')

export async function listStripeRefunds(intent: string, { stripe }: RefundServices): Promise<readonly Stripe.Refund[]> {
  const client = await stripe.client()
  const { data } = await stripeRequest(() => client.refunds.list({ payment_intent: intent, limit: MAX_REFUNDS }))
  return data
}
