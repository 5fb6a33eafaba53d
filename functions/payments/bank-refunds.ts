import { isSuperseded, stripeFailures, type RefundChange } from './refund-mails.ts'
import type { RefundedOrder, StoredDispute, StoredRefund } from './refund-writes.ts'

type DisputedMoney = Pick<RefundedOrder, 'payment' | 'refunds' | 'disputes'>

const isTakenByBank = ({ state, status }: StoredDispute): boolean => state === 'lost' || status.startsWith('appeal_')

const takenOf = (dispute: StoredDispute): number =>
  isTakenByBank(dispute) ? (dispute.takenCents ?? dispute.amountCents) : 0

export const sumOfDispute = (dispute: StoredDispute): number =>
  dispute.state === 'lost' ? takenOf(dispute) : dispute.amountCents

export const sumTakenByBank = (disputes: readonly StoredDispute[]): number =>
  disputes.reduce((sum, each) => sum + takenOf(each), 0)

/** Our own refund ids have another form, so they cannot collide. */
const toBankRefundId = ({ disputeId }: StoredDispute): string => `ref_${disputeId}`

const isMade = ({ status }: StoredRefund): boolean => status === 'pending' || status === 'succeeded'

/** Because of a lost dispute: owed again when the bank reverses it. */
const isSupersededByDispute = (refund: StoredRefund): boolean =>
  refund.status === 'failed' && refund.owedCents !== undefined && isSuperseded(refund)

/**
 * What lost disputes have taken is a refund made by the bank, at most what Stripe's own refunds left: after a refund of
 * a part the buyer may dispute the whole. Refunds that Stripe does not have yet share the rest, oldest first: cut to
 * what is left, or given up. All follows from the present state alone, so the order of events makes no difference, and
 * a dispute that the bank reverses restores what it had cut.
 * @returns all refunds of the payment; those that do not change are the same objects
 */
export function settleBankRefunds(money: DisputedMoney, now: string): readonly StoredRefund[] {
  const { payment, refunds } = money
  const made = refunds.filter((each) => each.reason !== 'bank' && isMade(each))
  let leftCents = Math.max(0, payment.amountCents - sumOf(made))
  const take = (wantedCents: number): number => {
    const cents = Math.min(wantedCents, leftCents)
    leftCents -= cents
    return cents
  }
  const byBank = listBankRefunds(money, { take, now })
  const isTaken = byBank.some(isMade)
  const owed = refunds
    .filter((each) => each.reason !== 'bank' && (each.status === 'requested' || isSupersededByDispute(each)))
    .toSorted(
      (one, other) => compareText(one.requestedAt, other.requestedAt) || compareText(one.refundId, other.refundId),
    )
    .map((each) => {
      const owedCents = each.owedCents ?? each.amountCents
      return settleOwed(each, owedCents, isTaken ? take(owedCents) : owedCents)
    })
  const settled = [...byBank, ...owed, ...listRests(refunds, take)]
  const others = refunds.filter(({ refundId }) => settled.every((each) => each.refundId !== refundId))
  return [...others, ...settled]
}

function listRests(refunds: readonly StoredRefund[], take: Shares['take']): readonly StoredRefund[] {
  const cut = refunds.filter((each) => isMade(each) && each.owedCents !== undefined)
  return cut.flatMap(({ orderId, reason, requestedBy, requestedAt, owedCents = 0, ...made }): StoredRefund[] => {
    const refundId = `${made.refundId}-rest`
    if (refunds.some((each) => each.refundId === refundId)) return []
    const restCents = owedCents - made.amountCents
    const amountCents = take(restCents)
    if (amountCents <= 0) return []
    const rest = amountCents < restCents && { owedCents: restCents }
    return [{ refundId, orderId, amountCents, ...rest, status: 'requested', reason, requestedBy, requestedAt }]
  })
}

interface Shares {
  readonly take: (wantedCents: number) => number
  readonly now: string
}

function listBankRefunds(
  { payment, refunds, disputes }: DisputedMoney,
  { take, now }: Shares,
): readonly StoredRefund[] {
  const inOrder = disputes.toSorted((one, other) => compareText(one.disputeId, other.disputeId))
  return inOrder.flatMap((dispute): StoredRefund[] => {
    const refundId = toBankRefundId(dispute)
    const before = refunds.find((each) => each.refundId === refundId)
    const amountCents = take(takenOf(dispute))
    if (amountCents === 0) return before ? [withChanges(before, { status: 'failed' })] : []
    if (before) return [withChanges(before, { status: 'succeeded', amountCents })]
    const { orderId } = payment
    const by = { reason: 'bank', requestedBy: 'stripe', requestedAt: now } as const
    return [{ refundId, orderId, amountCents, status: 'succeeded', ...by }]
  })
}

function settleOwed(refund: StoredRefund, owedCents: number, cents: number): StoredRefund {
  if (cents === owedCents)
    return withChanges(refund, { status: 'requested', amountCents: cents, owedCents: undefined, failure: undefined })
  if (cents > 0) return withChanges(refund, { status: 'requested', amountCents: cents, owedCents, failure: undefined })
  const failure = stripeFailures.allRefunded
  return withChanges(refund, { status: 'failed', amountCents: owedCents, owedCents, failure })
}

type Changes = { readonly [Name in keyof StoredRefund]?: StoredRefund[Name] | undefined }

function withChanges(refund: StoredRefund, changes: Changes): StoredRefund {
  const isSame = Object.entries(changes).every(([name, value]) => refund[name as keyof StoredRefund] === value)
  if (isSame) return refund
  const changed = Object.entries({ ...refund, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(changed) as unknown as StoredRefund
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const sumOf = (refunds: readonly StoredRefund[]): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

export const listRefundChanges = (
  before: readonly StoredRefund[],
  after: readonly StoredRefund[],
): readonly RefundChange[] =>
  after
    .filter((each) => !before.includes(each))
    .map((each) => ({ before: before.find(({ refundId }) => refundId === each.refundId), after: each }))

/**
 * The bank took last what was left, and nobody had asked for all of it: nothing is cancelled, the practice decides.
 * After a loss of a part, a refund of the rest cancels as any other does.
 */
export function isMadeWholeByBank(
  { amountCents }: RefundedOrder['payment'],
  refunds: readonly StoredRefund[],
): boolean {
  const counted = refunds.filter((each) => each.status !== 'failed' || isSupersededByDispute(each))
  const [byBank, others] = [
    counted.filter(({ reason }) => reason === 'bank'),
    counted.filter(({ reason }) => reason !== 'bank'),
  ]
  const askedCents = others.reduce((sum, each) => sum + (each.owedCents ?? each.amountCents), 0)
  return askedCents < amountCents && byBank.some((bank) => others.every((each) => each.requestedAt <= bank.requestedAt))
}
