import { addDays, startOfPracticeDay, toPracticeDay } from './calendar-days.ts'

/** Hours before the start until which clients move or cancel without the practice (decision A-71). */
const FREE_CHANGE_HOURS = 24
/** Calendar days after the day of the purchase (TRLGDCU article 104; days are the practice's). */
export const WITHDRAWAL_DAYS = 14
/** Calendar days within which a refund has to be made (TRLGDCU article 107). */
export const REFUND_DAYS = 14

const HOUR_MS = 3_600_000

/** Payment of somebody who did not come, after the right of withdrawal has ended. */
export const noShowRules = ['lost', 'another-hour', 'refund'] as const
export type NoShowRule = (typeof noShowRules)[number]

export interface Purchase {
  /** Completion of the checkout; the bank may have paid days later. */
  readonly purchasedAt: string
  /**
   * The consultation had begun before it was paid.
   * @default false
   */
  readonly isPaidAfterStart?: boolean | undefined
}

interface CancelledPayment extends Purchase {
  readonly amountCents: number
  readonly refundedCents: number
}

/** All amounts are integer cents. */
export interface CancellationFacts {
  readonly now: string
  readonly payment?: CancelledPayment | undefined
  readonly consultation?:
    | {
        readonly startsAt: string
        readonly durationMinutes: number
        readonly outcome: 'to-come' | 'held' | 'no-show'
        /**
         * Of a consultation that was broken off.
         * @default - all of them
         */
        readonly heldMinutes?: number | undefined
      }
    | undefined
  /** Asked in writing to begin within the 14 days (TRLGDCU article 98.8). */
  readonly expressRequest: boolean
  /** Acknowledged that the right of withdrawal ends once the service is fully performed (TRLGDCU article 103.a). */
  readonly acknowledgement: boolean
  /** The rule read before paying; without a payment the practice's present one. */
  readonly noShowRule: NoShowRule
  /**
   * An earlier consultation of the same payment was missed.
   * @default false
   */
  readonly hasMissedBefore?: boolean | undefined
}

export const cancellationRules = [
  'notice',
  'withdrawal',
  'withdrawal-in-part',
  'unused',
  'no-show',
  'missed-before',
  'by-the-practice',
  'begun',
  'held',
  'refunded',
  'of-budget',
] as const
export type CancellationRule = (typeof cancellationRules)[number]

export interface CancellationTerms {
  /** Move to another hour; the present one stays reserved until then. */
  readonly mayMove: boolean
  readonly mayCancel: boolean
  readonly mayKeep: boolean
  readonly refundCents: number
  /** Rule behind `refundCents`; of two with the same amount, the one that lasts longer. */
  readonly rule: CancellationRule
  readonly until?: string | undefined
}

const toIso = (instant: number): string => new Date(instant).toISOString()

/** End of moving and cancelling without the practice, exclusive. */
export const computeFreeChangeEnd = (startsAt: string): string =>
  toIso(Date.parse(startsAt) - FREE_CHANGE_HOURS * HOUR_MS)

/** End of the right of withdrawal, exclusive: the first instant after the fourteenth day. */
export const computeWithdrawalEnd = (purchasedAt: string): string =>
  toIso(startOfPracticeDay(addDays(toPracticeDay(purchasedAt), WITHDRAWAL_DAYS + 1)))

/** Such a consultation needs an express request to begin early. */
export const isWithinWithdrawal = (startsAt: string, purchasedAt: string): boolean =>
  Date.parse(startsAt) < Date.parse(computeWithdrawalEnd(purchasedAt))

/** Full withdrawal; not for a consultation that had begun when it was paid. */
export const isWithdrawable = (now: string, { purchasedAt, isPaidAfterStart = false }: Purchase): boolean =>
  !isPaidAfterStart && isWithinWithdrawal(now, purchasedAt)

interface EarlyStartFacts extends Purchase {
  readonly now: string
  readonly expressRequest: boolean
  readonly acknowledgement: boolean
}

/** Consultations before this instant need the express request; null when none is needed, or it was made. */
export function computeEarlyStartUntil({
  now,
  expressRequest,
  acknowledgement,
  ...purchase
}: EarlyStartFacts): string | null {
  const isAsked = expressRequest && acknowledgement
  return isAsked || !isWithdrawable(now, purchase) ? null : computeWithdrawalEnd(purchase.purchasedAt)
}

export const computeRefundDeadlineDay = (now: string): string => addDays(toPracticeDay(now), REFUND_DAYS)

const nothing = { mayMove: false, mayCancel: false, mayKeep: false, refundCents: 0 } as const

/**
 * Terms by the rule that is best for the client. Until the consultation has been held, the right of withdrawal precedes
 * the 24 hours and the rule for absences. The exclusion for health professionals (TRLGDCU article 93.h) is not relied
 * on.
 */
export function computeCancellationTerms(facts: CancellationFacts): CancellationTerms {
  const { payment, consultation } = facts
  const leftCents = payment ? Math.max(0, payment.amountCents - payment.refundedCents) : 0
  if (payment && payment.amountCents > 0 && leftCents === 0) return { ...nothing, rule: 'refunded' }
  if (!consultation) return termsOfUnused(facts, leftCents)
  if (consultation.outcome === 'held') return termsOfHeld(facts, leftCents)
  return consultation.outcome === 'no-show' ? termsOfAbsence(facts, leftCents) : termsOfComing(facts, leftCents)
}

/**
 * After a missed consultation of this payment, and after the right of withdrawal, refunds are limited to the rule for
 * absences.
 */
const isBoundByAbsence = ({ hasMissedBefore = false, noShowRule }: CancellationFacts): boolean =>
  hasMissedBefore && noShowRule !== 'refund'

function termsOfUnused(facts: CancellationFacts, refundCents: number): CancellationTerms {
  const kept = { ...nothing, mayKeep: true }
  if (!isBoundByAbsence(facts)) return { ...kept, refundCents, rule: 'unused' }
  if (!facts.payment || !isWithdrawable(facts.now, facts.payment)) return { ...kept, rule: 'missed-before' }
  return { ...kept, refundCents, rule: 'withdrawal', until: computeWithdrawalEnd(facts.payment.purchasedAt) }
}

type Coming = NonNullable<CancellationFacts['consultation']>

function termsOfComing(facts: CancellationFacts, refundCents: number): CancellationTerms {
  const { startsAt } = facts.consultation as Coming
  const at = Date.parse(facts.now)
  // Only the practice knows whether it was held.
  if (at >= Date.parse(startsAt)) return { ...nothing, rule: 'begun' }
  const freeEnd = computeFreeChangeEnd(startsAt)
  const withdrawalEnd =
    facts.payment && isWithdrawable(facts.now, facts.payment)
      ? [computeWithdrawalEnd(facts.payment.purchasedAt), startsAt].toSorted()[0]
      : undefined
  const mayMove = at < Date.parse(freeEnd)
  const mayKeep = mayMove && facts.payment !== undefined
  const isBound = isBoundByAbsence(facts)
  if (withdrawalEnd && (!mayMove || isBound || withdrawalEnd > freeEnd))
    return { mayMove, mayCancel: true, mayKeep, refundCents, rule: 'withdrawal', until: withdrawalEnd }
  if (mayMove && isBound)
    return { mayMove, mayCancel: true, mayKeep, refundCents: 0, rule: 'missed-before', until: freeEnd }
  return mayMove
    ? { mayMove, mayCancel: true, mayKeep, refundCents, rule: 'notice', until: freeEnd }
    : { ...nothing, rule: 'by-the-practice' }
}

function termsOfAbsence(facts: CancellationFacts, leftCents: number): CancellationTerms {
  const absent = { ...nothing, mayKeep: facts.payment !== undefined }
  if (facts.payment && isWithdrawable(facts.now, facts.payment)) {
    const until = computeWithdrawalEnd(facts.payment.purchasedAt)
    return { ...absent, refundCents: leftCents, rule: 'withdrawal', until }
  }
  const rule = facts.noShowRule
  if (rule === 'lost') return { ...nothing, rule: 'no-show' }
  return { ...absent, refundCents: rule === 'refund' ? leftCents : 0, rule: 'no-show' }
}

function termsOfHeld(facts: CancellationFacts, leftCents: number): CancellationTerms {
  const { now, payment, ...asked } = facts
  const { durationMinutes, heldMinutes = durationMinutes } = facts.consultation as Coming
  // Paying for a consultation that has begun implies both consents: withdrawal is possible only for the part that was
  // broken off.
  const { expressRequest, acknowledgement } = payment?.isPaidAfterStart
    ? { expressRequest: true, acknowledgement: true }
    : asked
  const isWhole = heldMinutes >= durationMinutes
  // The right ends with full performance only after request and acknowledgement (article 103.a).
  const isLost = isWhole && expressRequest && acknowledgement
  if (!payment || isLost || !isWithinWithdrawal(now, payment.purchasedAt)) return { ...nothing, rule: 'held' }
  const until = computeWithdrawalEnd(payment.purchasedAt)
  // Without an express request nothing is owed for what was given (article 108.4.a).
  if (!expressRequest) return { ...nothing, refundCents: leftCents, rule: 'withdrawal', until }
  const owedCents = Math.floor((payment.amountCents * Math.min(heldMinutes, durationMinutes)) / durationMinutes)
  const refundCents = Math.min(leftCents, Math.max(0, payment.amountCents - payment.refundedCents - owedCents))
  return { ...nothing, refundCents, rule: 'withdrawal-in-part', until }
}
