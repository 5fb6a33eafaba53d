import type Stripe from 'stripe'
import { isDisputeOpen, type DisputeState } from '#contract/disputes'
import type { AuditAction } from '#contract/audit'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import { listRefundChanges, settleBankRefunds, sumOfDispute } from './bank-refunds.ts'
import { fulfilOrderOfPaymentIntent } from './order-of-intent.ts'
import {
  computeRefundedSum,
  isHeldUpByDispute,
  prepareRefundedSumWrites,
  readRefundedOrder,
  type RefundedOrder,
  type RefundServices,
  type StoredDispute,
  type StoredRefund,
} from './refund-writes.ts'
import type { PaymentSettlementServices } from './services.ts'
import { stripeRequest } from './stripe-request.ts'

const TRIES = 60

const MAX_DISPUTES = 100

const states: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: 'needs-response',
  needs_response: 'needs-response',
  appeal_needs_response: 'needs-response',
  warning_under_review: 'under-review',
  under_review: 'under-review',
  appeal_under_review: 'under-review',
  warning_closed: 'won',
  won: 'won',
  lost: 'lost',
}

function toState(dispute: Stripe.Dispute): DisputeState {
  if (dispute.status !== 'prevented') return states[dispute.status] ?? 'under-review'
  return sumMoved(dispute) < 0 ? 'lost' : 'won'
}

const sumMoved = ({ balance_transactions: moved }: Stripe.Dispute): number =>
  moved.reduce((sum, { amount }) => sum + amount, 0)

/** Of a partly won dispute, which Stripe calls lost, a part has come back. */
const toTakenCents = (dispute: Stripe.Dispute): number =>
  dispute.balance_transactions.length > 0 ? Math.min(dispute.amount, Math.max(0, -sumMoved(dispute))) : dispute.amount

const toInstant = (seconds: number): string => new Date(seconds * 1000).toISOString()

interface DisputeChange {
  readonly before: StoredDispute | undefined
  readonly after: StoredDispute
}

function toChange(dispute: Stripe.Dispute, { order, disputes }: RefundedOrder, now: Date): DisputeChange {
  const { id: disputeId, amount: amountCents, status, reason, created, evidence_details: evidence } = dispute
  const before = disputes.find((each) => each.disputeId === disputeId)
  const state = toState(dispute)
  return {
    before,
    after: {
      disputeId,
      orderId: order.orderId,
      amountCents,
      takenCents: toTakenCents(dispute),
      state,
      status,
      reason,
      openedAt: toInstant(created),
      ...(evidence.due_by && { answerBy: toInstant(evidence.due_by) }),
      ...(!isDisputeOpen({ state }) && { closedAt: before?.closedAt ?? now.toISOString() }),
    },
  }
}

const isChanged = ({ before, after }: DisputeChange): boolean =>
  before?.status !== after.status ||
  before.state !== after.state ||
  before.amountCents !== after.amountCents ||
  before.takenCents !== after.takenCents ||
  before.answerBy !== after.answerBy

/**
 * Events are only the reason to ask: the dispute is read from Stripe after the payment, and written on condition that
 * the payment is unchanged, so repetition and order of events make no difference.
 * @throws Refusal `payment-mismatch` for a dispute of a payment that is not one of ours
 */
export async function applyStripeDispute(
  { id }: Pick<Stripe.Dispute, 'id'>,
  services: PaymentSettlementServices,
): Promise<void> {
  const client = await services.stripe.client()
  const retrieve = () => stripeRequest(() => client.disputes.retrieve(id))
  const order = await fulfilOrderOfPaymentIntent((await retrieve()).payment_intent, services)
  await applyDisputes(order?.orderId ?? throwRefusal('payment-mismatch'), async () => [await retrieve()], services)
}

/**
 * After Stripe has refused a refund of a disputed charge, whose event may still be on its way.
 * @returns whether the refund is decided: it waits for the dispute, or is cut to what the bank left, or given up
 */
export async function isRefundDecidedByDispute(
  { orderId, refundId, amountCents }: StoredRefund,
  intent: string,
  services: RefundServices,
): Promise<boolean> {
  await readDisputesAtStripe(orderId, intent, services)
  const read = await readRefundedOrder(orderId, services)
  const refund = read?.refunds.find((each) => each.refundId === refundId)
  return !read || refund?.status !== 'requested' || refund.amountCents !== amountCents || isHeldUpByDispute(read)
}

async function readDisputesAtStripe(orderId: string, intent: string, services: RefundServices): Promise<void> {
  const client = await services.stripe.client()
  const list = async () =>
    (await stripeRequest(() => client.disputes.list({ payment_intent: intent, limit: MAX_DISPUTES }))).data
  await applyDisputes(orderId, list, services)
}

export async function catchUpOnDisputes(orderId: string, services: RefundServices): Promise<void> {
  const read = await readRefundedOrder(orderId, services)
  const intent = read?.payment.paymentIntentId
  if (intent && isHeldUpByDispute(read)) await readDisputesAtStripe(orderId, intent, services)
}

async function applyDisputes(
  orderId: string,
  readFromStripe: () => Promise<readonly Stripe.Dispute[]>,
  services: RefundServices,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    // Without its payment the client was erased: nothing is left to write to.
    const read = (await readRefundedOrder(orderId, services)) ?? throwRefusal('payment-mismatch')
    const now = services.now()
    const changes = (await readFromStripe()).map((each) => toChange(each, read, now)).filter(isChanged)
    if (await writeDisputes(read, changes, services)) return
  }
  throw new Error(`the disputes of ${orderId} were not written`)
}

async function writeDisputes(
  read: RefundedOrder,
  changes: readonly DisputeChange[],
  services: RefundServices,
): Promise<boolean> {
  const disputes = [
    ...read.disputes.filter(({ disputeId }) => changes.every(({ after }) => after.disputeId !== disputeId)),
    ...changes.map(({ after }) => after),
  ]
  const refunds = settleBankRefunds({ ...read, disputes }, services.now().toISOString())
  const changed = listRefundChanges(read.refunds, refunds)
  if (changes.length + changed.length === 0) return true
  const sum = computeRefundedSum(read.payment, refunds)
  const writes = await prepareRefundedSumWrites(read, { sum, by: 'stripe', isByBank: true }, services)
  const { written } = await services.data.transact((entities) => ({
    ...writes(entities),
    disputes: changes.map(({ after }) => entities.disputes.put(after).commit()),
    refunds: changed.map(({ after }) => entities.refunds.put(after).commit()),
    audit: changes.map((change) =>
      appendAuditEntry(
        entities,
        {
          action: toAction(change),
          by: 'stripe',
          subjectId: read.payment.customerId,
          details: toDetails(change.after, read),
        },
        services,
      ),
    ),
  }))
  return written
}

function toAction({ before, after }: DisputeChange): AuditAction {
  if (after.state === 'won' || after.state === 'lost')
    return before?.state === after.state ? 'DISPUTE_UPDATED' : after.state === 'won' ? 'DISPUTE_WON' : 'DISPUTE_LOST'
  return after.state === 'needs-response' && before?.status !== after.status ? 'DISPUTE_OPENED' : 'DISPUTE_UPDATED'
}

const toDetails = (dispute: StoredDispute, { payment: { customerId, paymentId } }: RefundedOrder) => {
  const { disputeId, status, answerBy } = dispute
  const amountCents = sumOfDispute(dispute)
  return { customerId, paymentId, disputeId, amountCents, disputeStatus: status, ...(answerBy && { answerBy }) }
}
