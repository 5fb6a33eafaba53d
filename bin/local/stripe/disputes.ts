import { isChargedBack, isInquiry } from './chargeback.ts'
import { simulateRefundSettlement } from './refunds.ts'
import {
  type StripeStandInState,
  createStripeId,
  createStripeObjectFields,
  requireStripeObject,
} from './stripe-stand-in-state.ts'
import type { StripeCharge, StripeDispute, StripeEventType } from './stripe-objects.ts'
import { StripeStandInError } from './stripe-stand-in-error.ts'

/**
 * `open`, `open-part` and `inquire` begin one of a charge; the others continue one. `close` ends an inquiry. A part is
 * half of the sum, and of a dispute lost in part Stripe gives back the other half.
 */
export const disputeActs = [
  'open',
  'open-part',
  'inquire',
  'answer',
  'escalate',
  'win',
  'lose',
  'lose-part',
  'close',
] as const
export type DisputeAct = (typeof disputeActs)[number]

const DAY_SECONDS = 86_400
const DAYS_TO_ANSWER = 14

interface Step {
  readonly from: readonly StripeDispute['status'][]
  readonly to: StripeDispute['status']
  readonly event: StripeEventType
  readonly funds?: 'withdrawn' | 'reinstated'
}

const inquiries = ['warning_needs_response', 'warning_under_review'] as const
const chargebacks = ['needs_response', 'under_review'] as const

function stepOf(dispute: StripeDispute, act: DisputeAct): Step {
  const closed = 'charge.dispute.closed'
  const steps: Partial<Record<DisputeAct, Step>> = {
    answer: isInquiry(dispute)
      ? { from: ['warning_needs_response'], to: 'warning_under_review', event: 'charge.dispute.updated' }
      : { from: ['needs_response'], to: 'under_review', event: 'charge.dispute.updated' },
    escalate: { from: inquiries, to: 'needs_response', event: 'charge.dispute.updated', funds: 'withdrawn' },
    // After a loss it is won by an appeal.
    win: { from: [...chargebacks, 'lost'], to: 'won', event: closed, funds: 'reinstated' },
    lose: { from: chargebacks, to: 'lost', event: closed },
    'lose-part': { from: chargebacks, to: 'lost', event: closed, funds: 'reinstated' },
    close: { from: inquiries, to: 'warning_closed', event: closed },
  }
  const step = steps[act]
  if (!step?.from.includes(dispute.status))
    throw new StripeStandInError(400, `The dispute ${dispute.id} is ${dispute.status}: it cannot ${act}.`)
  return step
}

/**
 * What the cardholder, the practice or the bank does.
 * @param id of the charge to begin one, otherwise of the dispute
 * @throws {StripeStandInError} for an unknown id, or an act that its status does not allow
 */
export const simulateDisputeAct = (account: StripeStandInState, id: string, act: DisputeAct): StripeDispute =>
  act === 'open' || act === 'open-part' || act === 'inquire' ? begin(account, id, act) : proceed(account, id, act)

const halfOf = (cents: number): number => Math.floor(cents / 2)

function begin(account: StripeStandInState, chargeId: string, act: 'open' | 'open-part' | 'inquire'): StripeDispute {
  const charge = requireStripeObject(account.charges.get(chargeId), 'charge', chargeId)
  if (isChargedBack(account, charge)) throw new StripeStandInError(400, `The charge ${chargeId} is disputed already.`)
  const isAsked = act === 'inquire'
  const amount = act === 'open-part' ? halfOf(charge.amount) : charge.amount
  const dispute: StripeDispute = {
    ...createStripeObjectFields(account, 'du'),
    object: 'dispute',
    amount,
    balance_transactions: isAsked ? [] : [moveFunds(account, charge, -amount)],
    charge: charge.id,
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: account.seconds() + DAYS_TO_ANSWER * DAY_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isAsked,
    payment_intent: charge.payment_intent,
    reason: 'product_not_received',
    status: isAsked ? 'warning_needs_response' : 'needs_response',
  }
  account.disputes.put(dispute.id, dispute)
  account.charges.put(charge.id, { ...charge, disputed: true })
  account.publish('charge.dispute.created', dispute)
  if (!isAsked) withdraw(account, dispute)
  return dispute
}

/** Refunds that the bank has not made yet fail. */
function withdraw(account: StripeStandInState, dispute: StripeDispute): void {
  account.publish('charge.dispute.funds_withdrawn', dispute)
  const pending = account.refunds
    .all()
    .filter(({ charge, status }) => charge === dispute.charge && status === 'pending')
  for (const { id } of pending) simulateRefundSettlement(account, id, 'failed', 'charge_for_pending_refund_disputed')
}

function proceed(account: StripeStandInState, id: string, act: DisputeAct): StripeDispute {
  const dispute = requireStripeObject(account.disputes.get(id), 'dispute', id)
  const { to, event, funds } = stepOf(dispute, act)
  const { evidence_details: details, balance_transactions: moved } = dispute
  const returned = act === 'lose-part' ? halfOf(dispute.amount) : -moved.reduce((sum, { amount }) => sum + amount, 0)
  const after: StripeDispute = {
    ...dispute,
    status: to,
    is_charge_refundable: to === 'won' || to.startsWith('warning_'),
    ...(act === 'answer' && { evidence_details: { ...details, has_evidence: true, submission_count: 1 } }),
    ...(funds && {
      balance_transactions: [...moved, moveFunds(account, dispute, funds === 'withdrawn' ? -dispute.amount : returned)],
    }),
  }
  account.disputes.put(id, after)
  account.publish(event, after)
  if (funds === 'withdrawn') withdraw(account, after)
  if (funds === 'reinstated') account.publish('charge.dispute.funds_reinstated', after)
  return after
}

const moveFunds = (
  account: StripeStandInState,
  { currency }: Pick<StripeCharge, 'currency'>,
  amount: number,
): StripeDispute['balance_transactions'][number] => ({
  id: createStripeId('txn'),
  object: 'balance_transaction',
  amount,
  created: account.seconds(),
  currency,
  type: 'adjustment',
})
