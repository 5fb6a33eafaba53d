import type Stripe from 'stripe'
import { appendAuditEntry } from '#platform/audit'
import { recordMetric } from '#platform/metrics'
import type { TransactionEntities } from '#data/transact'
import { offerFreedHoursOfCustomer } from '../consultations/public/offer-freed-hours-of-customer.ts'
import { requestStripeRefund, listStripeRefunds } from './request-stripe-refund.ts'
import { isMadeWholeByBank, listRefundChanges, settleBankRefunds, sumTakenByBank } from './bank-refunds.ts'
import { isRefundDecidedByDispute } from './disputes.ts'
import { fulfilOrderOfPaymentIntent } from './order-of-intent.ts'
import {
  findCancellationsToNotify,
  isNewFailure,
  isNewlyMade,
  isSuperseded,
  queueRefundMails,
  stripeFailures,
  type RefundChange,
} from './refund-mails.ts'
import {
  computeRefundedSum,
  isHeldUpByDispute,
  prepareRefundedSumWrites,
  readRefundedOrder,
  type RefundedOrder,
  type RefundServices,
  type StoredPayment,
  type StoredRefund,
} from './refund-writes.ts'
import { applyUnpaidRequestRules } from './release-unpaid-requests.ts'
import type { PaymentSettlementServices } from './services.ts'

const TRIES = 60

/**
 * Creates at Stripe a refund stored as requested, and applies Stripe's list. Stripe forgets idempotency keys after a
 * day, so a repetition first looks for the refund. One for the whole rest is requested again when less is left. While
 * the bank decides about a dispute of the payment, it stays requested.
 */
export async function makeRefund(orderId: string, refundId: string, services: RefundServices): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const read = await readRefundedOrder(orderId, services)
    const refund = read?.refunds.find((each) => each.refundId === refundId)
    if (!read || refund?.status !== 'requested' || isHeldUpByDispute(read)) return
    const failure = await requestStripeRefund(read, refund, services)
    const { paymentIntentId } = read.payment
    if (
      failure === stripeFailures.disputed &&
      paymentIntentId &&
      (await isRefundDecidedByDispute(refund, paymentIntentId, services))
    )
      return
    await applyRefundsOfOrder(orderId, services, failure === undefined ? undefined : { refundId, failure })
    if (failure === undefined) return
  }
  throw new Error(`the refund ${refundId} was neither made nor given up`)
}

interface RejectedRefund {
  readonly refundId: string
  readonly failure: string
}

/**
 * Stores Stripe's list of refunds. It is requested after the payment was read, and written on condition that the
 * payment is unchanged, so that no older list is written last. Idempotent.
 */
async function applyRefundsOfOrder(
  orderId: string,
  services: RefundServices,
  rejected?: RejectedRefund,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const read = await readRefundedOrder(orderId, services)
    if (!read) throw new Error(`${orderId} has no payment to refund`)
    const { paymentIntentId, customerId } = read.payment
    const atStripe = paymentIntentId ? await listStripeRefunds(paymentIntentId, services) : []
    const merged = mergeRefunds(read.refunds, listChanges(read, { atStripe, rejected }, services))
    const refunds = settleBankRefunds({ ...read, refunds: merged }, services.now().toISOString())
    const changes = listRefundChanges(read.refunds, refunds)
    const written = changes.length === 0 || (await writeChanges(read, { changes, refunds }, services))
    if (!written) continue
    const { status } = computeRefundedSum(read.payment, refunds)
    // Even when stored already: the run that stored it may have been interrupted here.
    if (status === 'refunded' && !isMadeWholeByBank(read.payment, refunds)) {
      await applyUnpaidRequestRules({ customerId, by: 'stripe' }, services)
      await offerFreedHoursOfCustomer(customerId, services)
    }
    return
  }
  throw new Error(`the refunds of ${orderId} were not written`)
}

const mergeRefunds = (refunds: readonly StoredRefund[], changes: readonly RefundChange[]) => [
  ...refunds.filter(({ refundId }) => changes.every(({ after }) => after.refundId !== refundId)),
  ...changes.map(({ after }) => after),
]

function toStatus(status: string | null): StoredRefund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

interface NewFacts {
  readonly atStripe: readonly Stripe.Refund[]
  readonly rejected: RejectedRefund | undefined
}

function listChanges(
  read: RefundedOrder,
  { atStripe, rejected }: NewFacts,
  { now }: RefundServices,
): readonly RefundChange[] {
  const { payment, refunds } = read
  const changes = atStripe.flatMap((made) => toChange(made, { read, atStripe, at: now().toISOString() }) ?? [])
  const before = refunds.find(({ refundId, status }) => refundId === rejected?.refundId && status === 'requested')
  const isMade = changes.some(({ after }) => after.refundId === before?.refundId)
  if (!before || !rejected || isMade) return changes
  const others = mergeRefunds(refunds, changes).filter(({ refundId }) => refundId !== before.refundId)
  return [...changes, toRejection({ before, failure: rejected.failure, payment, others })]
}

interface ListedRefunds {
  readonly read: RefundedOrder
  readonly atStripe: readonly Stripe.Refund[]
  readonly at: string
}

function toChange(made: Stripe.Refund, { read, atStripe, at }: ListedRefunds): RefundChange | undefined {
  const { id: stripeRefundId, amount: amountCents, failure_reason: failure } = made
  const { orderId } = read.payment
  const refundId = made.metadata?.['refund_id'] ?? toOwnRefundId(stripeRefundId)
  const before = read.refunds.find((each) => each.refundId === refundId)
  const status = toStatus(made.status)
  const facts = { amountCents, status, stripeRefundId, ...(status === 'failed' && failure && { failure }) }
  if (!before) {
    const by = { reason: 'stripe', requestedBy: 'stripe', requestedAt: at } as const
    return { before, after: { refundId, orderId, ...by, ...facts } }
  }
  const isKnown = before.status === status && before.stripeRefundId === stripeRefundId
  if (isKnown || before.endedByDispute?.includes(stripeRefundId)) return undefined
  if (isNewFailure({ before, after: { ...before, status } }) && isEndedByDispute(made, read, atStripe))
    return { before, after: toOwedAgain(before, stripeRefundId) }
  const { failure: _, ...rest } = before
  return { before, after: { ...rest, ...facts } }
}

/**
 * The bank has the money, or took all of it: paying by another means would be paying twice. So it waits for the
 * dispute's end as one that Stripe does not have yet.
 */
const isEndedByDispute = (
  { failure_reason: reason }: Stripe.Refund,
  { payment, disputes }: RefundedOrder,
  atStripe: readonly Stripe.Refund[],
): boolean => {
  const made = atStripe.filter((each) => toStatus(each.status) !== 'failed')
  const leftCents = made.reduce((left, { amount }) => left - amount, payment.amountCents)
  return (
    reason === stripeFailures.disputedWhilePending ||
    isHeldUpByDispute({ disputes }) ||
    (leftCents > 0 && sumTakenByBank(disputes) >= leftCents)
  )
}

/** Stripe would repeat its old answer to the old key. */
function toOwedAgain(refund: StoredRefund, ended: string): StoredRefund {
  const { stripeRefundId: _, endedByDispute = [], stripeRefusals = 0, ...rest } = refund
  const again = { endedByDispute: [...endedByDispute, ended], stripeRefusals: stripeRefusals + 1 }
  return { ...rest, ...again, status: 'requested' }
}

interface Rejection {
  readonly before: StoredRefund
  readonly failure: string
  readonly payment: StoredPayment
  readonly others: readonly StoredRefund[]
}

/**
 * A refund of the whole rest is reduced when the dashboard has refunded some; for a partial one Stripe cannot tell the
 * amount due.
 */
function toRejection({ before, failure, payment, others }: Rejection): RefundChange {
  const { owedCents: _, ...refund } = before
  const { amountCents, requestedAt } = refund
  const sumOf = (refunds: readonly StoredRefund[]) => computeRefundedSum(payment, refunds).refundedCents
  const earlier = others.filter((each) => each.requestedAt <= requestedAt)
  const isOfAllLeft = amountCents + sumOf(earlier) === payment.amountCents
  const leftCents = payment.amountCents - sumOf(others)
  return failure === stripeFailures.tooLittleLeft && isOfAllLeft && leftCents > 0 && leftCents < amountCents
    ? { before, after: { ...refund, amountCents: leftCents } }
    : { before, after: { ...refund, status: 'failed', failure } }
}

const toOwnRefundId = (stripeRefundId: string): string => `ref_${stripeRefundId}`

interface SettledRefunds {
  readonly changes: readonly RefundChange[]
  readonly refunds: readonly StoredRefund[]
}

async function writeChanges(
  read: RefundedOrder,
  { changes, refunds }: SettledRefunds,
  services: RefundServices,
): Promise<boolean> {
  const sum = computeRefundedSum(read.payment, refunds)
  const isByBank = isMadeWholeByBank(read.payment, refunds)
  const writes = await prepareRefundedSumWrites(read, { sum, by: 'stripe', isByBank }, services)
  const email = await findEmailOfClient(read.payment.customerId, services)
  // Of what the bank takes its dispute tells.
  const told = changes.filter(({ after }) => after.reason !== 'bank')
  const joined = await findCancellationsToNotify(read, told, services)
  const failures = told.filter(isNewFailure)
  const { written } = await services.data.transact((entities) => ({
    ...writes(entities),
    refunds: changes.map(({ after }) => entities.refunds.put(after).commit()),
    mails: told.map((change) => queueRefundMails(entities, { change, read, joined, email }, services)),
    audit: told.map((change) => auditOf(entities, change, read, services)),
  }))
  if (written) for (const { after } of failures) if (!isSuperseded(after)) recordMetric('RefundFailed')
  return written
}

/** Also of a client whom the practice has deleted. */
async function findEmailOfClient(customerId: string, { data }: RefundServices): Promise<string | undefined> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  return customer?.email ?? (await data.removedCustomers.get({ customerId }).go()).data?.email
}

function auditOf(
  entities: TransactionEntities,
  change: RefundChange,
  { payment: { customerId, paymentId } }: RefundedOrder,
  services: RefundServices,
) {
  const { refundId, amountCents, requestedBy, failure } = change.after
  const details = { customerId, paymentId, refundId, amountCents, ...(failure && { failure }) }
  if (isNewlyMade(change))
    return appendAuditEntry(
      entities,
      { action: 'PAYMENT_REFUNDED', by: requestedBy, subjectId: customerId, details },
      services,
    )
  return (
    isNewFailure(change) &&
    appendAuditEntry(entities, { action: 'REFUND_FAILED', by: 'stripe', subjectId: customerId, details }, services)
  )
}

export async function applyStripeRefund(
  { payment_intent }: Pick<Stripe.Charge | Stripe.Refund, 'payment_intent'>,
  services: PaymentSettlementServices,
): Promise<void> {
  const order = await fulfilOrderOfPaymentIntent(payment_intent, services)
  if (order) await applyRefundsOfOrder(order.orderId, services)
}
