import type { BudgetMilestone, BudgetUnitKind } from './budget-option.ts'
import { addDays, addMonths, daysBetween, toPracticeDay } from './calendar-days.ts'
import { computeWithdrawalEnd } from './cancellation-rules.ts'

/** Whole cents with the exact sum: the rest goes to the largest remainders, first of equals first. */
export function splitCents(totalCents: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const exact = totalCents * weight
    return { index, cents: Math.floor(exact / sum), remainder: exact % sum }
  })
  const left = totalCents - shares.reduce((all, { cents }) => all + cents, 0)
  const favoured = shares
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
    .slice(0, left)
    .map(({ index }) => index)
  return shares.map(({ index, cents }) => (favoured.includes(index) ? cents + 1 : cents))
}

interface Counted {
  readonly count: number
  readonly referenceCents: number
}

export interface PricedUnits {
  readonly consultations: Counted
  readonly analyses: Counted
  readonly months: Counted
  readonly priceCents: number
}

/** Price of each unit by its number, proportional to its reference value; they add up to the option's price. */
export function computeUnitValues({
  consultations,
  analyses,
  months,
  priceCents,
}: PricedUnits): Readonly<Record<BudgetUnitKind, readonly number[]>> {
  const weights = [consultations, analyses, months].flatMap(({ count, referenceCents }) =>
    Array.from({ length: count }, () => referenceCents),
  )
  const values = splitCents(priceCents, weights)
  const afterConsultations = consultations.count + analyses.count
  return {
    consultation: values.slice(0, consultations.count),
    analysis: values.slice(consultations.count, afterConsultations),
    month: values.slice(afterConsultations),
  }
}

/** Equal parts: one at once, and one before each milestone. */
export function computeBudgetParts({
  priceCents,
  laterParts,
}: {
  readonly priceCents: number
  readonly laterParts: readonly BudgetMilestone[]
}) {
  const milestones = [null, ...laterParts]
  const amounts = splitCents(
    priceCents,
    milestones.map(() => 1),
  )
  return milestones.map((before, index) => ({ number: index + 1, amountCents: amounts[index] ?? 0, before }))
}

/**
 * Estimate for one part alone: the day of its month, or where its service falls when all are spread evenly over the
 * months.
 */
function computePartDueDay(
  before: BudgetMilestone | null,
  { consultations, analyses, months }: Pick<PricedUnits, 'consultations' | 'analyses' | 'months'>,
  startDay: string,
): string {
  if (!before) return startDay
  if (before.kind === 'month') return addMonths(startDay, before.number - 1)
  const { count } = before.kind === 'consultation' ? consultations : analyses
  const days = daysBetween(startDay, addMonths(startDay, months.count))
  return addDays(startDay, Math.round((days * before.number) / (count + 1)))
}

/** Parts are paid in order, so none is due later than the one after it. */
export const computePartDueDays = (
  parts: readonly { readonly before: BudgetMilestone | null }[],
  option: Pick<PricedUnits, 'consultations' | 'analyses' | 'months'>,
  startDay: string,
): readonly string[] => {
  const days = parts.map(({ before }) => computePartDueDay(before, option, startDay))
  return days.map((day, index) => days.slice(index).reduce((first, later) => (later < first ? later : first), day))
}

export interface AgreedPart {
  readonly number: number
  readonly amountCents: number
  readonly before: BudgetMilestone | null
  readonly paidAt?: string | undefined
  readonly refundedAt?: string | undefined
}

export const isPartPaid = ({ paidAt, refundedAt }: AgreedPart): boolean =>
  paidAt !== undefined && refundedAt === undefined

interface AskedUnit {
  readonly kind: BudgetUnitKind
  readonly number: number
  readonly day: string
}

export const findUnpaidPartBefore = (
  parts: readonly AgreedPart[],
  { kind, number, day }: AskedUnit,
  startDay: string,
): AgreedPart | undefined =>
  parts.find((part) => {
    if (isPartPaid(part)) return false
    const { before } = part
    if (!before) return true
    if (before.kind === 'month') return day >= addMonths(startDay, before.number - 1)
    return before.kind === kind && number >= before.number
  })

export interface BudgetUse {
  /** How much of each consultation was held, by its number. */
  readonly consultations: readonly {
    readonly number: number
    readonly heldMinutes: number
    readonly durationMinutes: number
  }[]
  readonly analyses: readonly number[]
  readonly startDay: string | undefined
  readonly today: string
}

/** Rounded down in the client's favour. */
const partOf = (cents: number, part: number, whole: number): number =>
  part >= whole ? cents : Math.floor((cents * Math.max(0, part)) / whole)

/** Value of what was given: of each consultation its held minutes, of each analysis all, of each month its days. */
export function computeOwedCents(option: PricedUnits, { consultations, analyses, startDay, today }: BudgetUse): number {
  const values = computeUnitValues(option)
  const held = consultations.map(({ number, heldMinutes, durationMinutes }) =>
    partOf(values.consultation[number - 1] ?? 0, heldMinutes, durationMinutes),
  )
  const analysed = analyses.map((number) => values.analysis[number - 1] ?? 0)
  const passed = values.month.map((cents, index) => {
    if (startDay === undefined) return 0
    const from = addMonths(startDay, index)
    return partOf(cents, daysBetween(from, today), daysBetween(from, addMonths(startDay, index + 1)))
  })
  return [...held, ...analysed, ...passed].reduce((sum, cents) => sum + cents, 0)
}

export interface BudgetCancellationFacts {
  readonly now: string
  readonly acceptedAt: string
  /** Asked, on acceptance or later, to begin within the 14 days. */
  readonly expressRequest: boolean
  /** Cents paid, less refunds made or requested. */
  readonly paidCents: number
  readonly owedCents: number
}

/** `withdrawal`: a full refund, because nobody asked to begin within the 14 days or nothing is owed yet. */
export const budgetCancellationRules = ['withdrawal', 'withdrawal-in-part', 'unused'] as const
export type BudgetCancellationRule = (typeof budgetCancellationRules)[number]

export function computeBudgetRefund({
  now,
  acceptedAt,
  expressRequest,
  paidCents,
  owedCents,
}: BudgetCancellationFacts) {
  const withdrawalEnd = computeWithdrawalEnd(acceptedAt)
  const isWithdrawal = now < withdrawalEnd
  if (isWithdrawal && !expressRequest)
    return { refundCents: paidCents, rule: 'withdrawal', until: withdrawalEnd } as const
  const refundCents = Math.max(0, paidCents - owedCents)
  if (isWithdrawal)
    return { refundCents, rule: owedCents === 0 ? 'withdrawal' : 'withdrawal-in-part', until: withdrawalEnd } as const
  return { refundCents, rule: 'unused', until: null } as const
}

/**
 * Refunds the latest payment first.
 * @returns amounts in the order of `leftCents`
 */
export function spreadRefund(refundCents: number, leftCents: readonly number[]): readonly number[] {
  let rest = refundCents
  return leftCents
    .toReversed()
    .map((left) => {
      const cents = Math.min(rest, left)
      rest -= cents
      return cents
    })
    .toReversed()
}

export const isBudgetExpired = (validUntil: string, now: Date): boolean => toPracticeDay(now) > validUntil
