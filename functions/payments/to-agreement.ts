import type { BudgetAgreement, BudgetInvoice, BudgetPartState } from '#contract/budgets'
import { computePartDueDay, findUnpaidPartBefore, isPartPaid } from '#contract/budget-rules'
import type { BudgetUnitKind } from '#contract/budget-option'
import { addMonths, toPracticeDay } from '#contract/calendar-days'
import type { StoredBudgetPart } from '#data/budget-agreement'
import type { StoredAgreement } from '#data/budget-queries'
import type { Database } from '#data/database'

function toPartState(agreement: StoredAgreement, part: StoredBudgetPart, today: string): BudgetPartState {
  if (part.refundedAt !== undefined) return 'refunded'
  if (part.paidAt !== undefined) return 'paid'
  if (agreement.status === 'ended') return 'void'
  if (toDueDay(agreement, part) < today) return 'late'
  return agreement.parts.find((each) => !isPartPaid(each)) === part ? 'due' : 'later'
}

const toDueDay = ({ option, startDay, acceptedAt }: StoredAgreement, { before }: StoredBudgetPart): string =>
  computePartDueDay(before, option, startDay ?? toPracticeDay(acceptedAt))

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

export function toAgreement(agreement: StoredAgreement, now: Date): BudgetAgreement {
  const { option, booked, analysed, startDay = null, endedAt = null, refundCents = 0 } = agreement
  const today = toPracticeDay(now)
  const { consultations, analyses, months } = option
  const numbers = booked.map(({ number }) => number)
  return {
    optionId: option.optionId,
    version: agreement.budgetVersion,
    option,
    acceptedAt: agreement.acceptedAt,
    inParts: agreement.inParts,
    taxId: agreement.taxId,
    address: agreement.address,
    parts: agreement.parts.map((part) => ({
      number: part.number,
      amountCents: part.amountCents,
      before: part.before,
      dueDay: toDueDay(agreement, part),
      state: toPartState(agreement, part, today),
      orderId: part.orderId,
      paidAt: part.paidAt ?? null,
    })),
    consultations: toEntitlements(
      agreement,
      { kind: 'consultation', count: consultations.count, used: numbers },
      today,
    ),
    analyses: toEntitlements(agreement, { kind: 'analysis', count: analyses.count, used: analysed }, today),
    startDay,
    endDay: startDay && addMonths(startDay, months.count),
    endedAt,
    refundedCents: refundCents,
  }
}

export const toInvoiceKey = ({ kind, orderId, refundId }: Pick<BudgetInvoice, 'kind' | 'orderId' | 'refundId'>) =>
  `${kind} ${refundId ?? orderId}`

/** One for each payment, and one for each refund that did not fail. */
export async function listInvoices(
  agreement: StoredAgreement,
  { refunds }: Database,
): Promise<readonly BudgetInvoice[]> {
  const paid = agreement.parts.flatMap(({ orderId, amountCents, paidAt }) =>
    paidAt ? [{ kind: 'invoice' as const, orderId, refundId: null, amountCents, at: paidAt }] : [],
  )
  const found = await Promise.all(
    paid.map(async ({ orderId }) => (await refunds.query.byOrder({ orderId }).go({ pages: 'all' })).data),
  )
  const back = found
    .flat()
    .filter(({ status, amountCents }) => status !== 'failed' && amountCents > 0)
    .map(({ orderId, refundId, amountCents, requestedAt }) => ({
      kind: 'credit-note' as const,
      orderId,
      refundId,
      amountCents,
      at: requestedAt,
    }))
  return [...paid, ...back].map((invoice) => ({
    ...invoice,
    doneAt: agreement.invoiced[toInvoiceKey(invoice)] ?? null,
  }))
}
