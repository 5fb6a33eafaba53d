import type { BudgetAgreement, BudgetPartState } from '#contract/budgets'
import { computePartDueDays, findUnpaidPartBefore, isPartPaid } from '#contract/budget-rules'
import type { BudgetUnitKind } from '#contract/budget-option'
import { addMonths, toPracticeDay } from '#contract/calendar-days'
import { computeEarlyStartUntil } from '#contract/cancellation-rules'
import type { StoredBudgetPart } from '#data/budget-agreement'
import type { StoredAgreement } from '#data/budget-queries'
import type { Database } from '#data/database'
import { sumHeldUpRefunds } from '#data/dispute-queries'
import { isBudgetInUse } from './public/budget-in-use.ts'
import { isSuperseded } from './refund-mails.ts'
import type { StoredRefund } from './refund-writes.ts'

function toPartState(agreement: StoredAgreement, part: StoredBudgetPart, isOverdue: boolean): BudgetPartState {
  if (part.refundedAt !== undefined) return 'refunded'
  if (part.paidAt !== undefined) return 'paid'
  if (agreement.status === 'ended') return 'void'
  if (isOverdue) return 'late'
  return agreement.parts.find((each) => !isPartPaid(each)) === part ? 'due' : 'later'
}

function toParts(agreement: StoredAgreement, today: string): BudgetAgreement['parts'] {
  const { parts, option, startDay, acceptedAt, payingOrderId } = agreement
  const dueDays = computePartDueDays(parts, option, startDay ?? toPracticeDay(acceptedAt))
  const isAnyPaying = parts.some((part) => part.orderId === payingOrderId && !isPartPaid(part))
  const isPayable = !isAnyPaying && parts.every(({ refundedAt }) => refundedAt === undefined)
  return parts.map((part, index) => {
    const { number, amountCents, before, orderId, paidAt = null } = part
    const dueDay = dueDays[index] ?? today
    const state = toPartState(agreement, part, isPayable && dueDay < today)
    const isPaying = orderId === payingOrderId && (state === 'due' || state === 'later')
    return { number, amountCents, before, dueDay, state, isPaying, orderId, paidAt }
  })
}

interface Counted {
  readonly kind: BudgetUnitKind
  readonly count: number
  readonly used: readonly number[]
}

function toEntitlements({ status, parts, startDay }: StoredAgreement, { kind, count, used }: Counted, day: string) {
  const left = Array.from({ length: count }, (_, index) => index + 1).filter((number) => !used.includes(number))
  const isFree = (number: number) =>
    startDay !== undefined && !findUnpaidPartBefore(parts, { kind, number, day }, startDay)
  const free = status === 'ended' ? 0 : left.filter(isFree).length
  return { count, used: used.length, free, blocked: status === 'ended' ? 0 : left.length - free }
}

function sumPromised({ parts, refundCents = 0, givenBackCents = 0, endedAt, endedBy }: StoredAgreement): number {
  if (endedAt === undefined) return 0
  const isLate = ({ paidAt = '', refundedAt }: StoredBudgetPart) =>
    refundedAt !== undefined && (paidAt > endedAt || (endedBy === 'stripe' && paidAt === endedAt))
  return parts.filter(isLate).reduce((sum, { amountCents }) => sum + amountCents, refundCents + givenBackCents)
}

const sumOf = (refunds: readonly StoredRefund[]): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

type RefundSums = Pick<BudgetAgreement, 'failedRefundCents' | 'heldUpRefundCents' | 'refundedCents'>

async function readRefundSums(agreement: StoredAgreement, data: Database): Promise<RefundSums> {
  const { endedAt, parts } = agreement
  if (endedAt === undefined) return { refundedCents: 0, heldUpRefundCents: 0, failedRefundCents: 0 }
  const orderIds = parts.filter(({ paidAt }) => paidAt).map(({ orderId }) => orderId)
  const found = await Promise.all(
    orderIds.map(async (orderId) => (await data.refunds.query.byOrder({ orderId }).go({ pages: 'all' })).data),
  )
  const since = found.flat().filter(({ requestedAt }) => requestedAt >= endedAt)
  const refundedCents = sumOf(since.filter(({ status }) => status !== 'failed'))
  const failedCents = sumOf(since.filter((each) => each.status === 'failed' && !isSuperseded(each)))
  const missingCents = Math.max(0, sumPromised(agreement) - refundedCents)
  const heldUpRefundCents = Math.min(refundedCents, await sumHeldUpRefunds(orderIds, data))
  return { refundedCents, heldUpRefundCents, failedRefundCents: Math.min(failedCents, missingCents) }
}

export type ReadAgreement = StoredAgreement & RefundSums & Pick<BudgetAgreement, 'inUse'>

export const readAgreementFacts = async (
  agreement: StoredAgreement,
  services: { readonly data: Database; readonly now: () => Date },
): Promise<ReadAgreement> => ({
  ...agreement,
  ...(await readRefundSums(agreement, services.data)),
  inUse: await isBudgetInUse(agreement, services),
})

export function toAgreement(agreement: ReadAgreement, now: Date): BudgetAgreement {
  const { option, booked, analysed, startDay = null, endedAt = null } = agreement
  const today = toPracticeDay(now)
  const { consultations, analyses, months } = option
  const numbers = booked.map(({ number }) => number)
  return {
    optionId: option.optionId,
    version: agreement.budgetVersion,
    option,
    acceptedAt: agreement.acceptedAt,
    noShowRule: agreement.noShowRule,
    earlyStartUntil: computeEarlyStartUntil({
      now: now.toISOString(),
      purchasedAt: agreement.acceptedAt,
      expressRequest: agreement.expressRequestAt !== undefined,
      acknowledgement: agreement.acknowledgementAt !== undefined,
    }),
    inParts: agreement.inParts,
    taxId: agreement.taxId,
    address: agreement.address,
    parts: toParts(agreement, today),
    consultations: toEntitlements(
      agreement,
      { kind: 'consultation', count: consultations.count, used: numbers },
      today,
    ),
    analyses: toEntitlements(agreement, { kind: 'analysis', count: analyses.count, used: analysed }, today),
    startDay,
    endDay: startDay && addMonths(startDay, months.count),
    endedAt,
    refundedCents: agreement.refundedCents,
    heldUpRefundCents: agreement.heldUpRefundCents,
    failedRefundCents: agreement.failedRefundCents,
    inUse: agreement.inUse,
  }
}
