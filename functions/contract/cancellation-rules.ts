import { addDays, startOfPracticeDay, toPracticeDay } from './calendar-days.ts'

/** Hours before the start until which a client moves or cancels by themselves (decision A-71). */
const FREE_CHANGE_HOURS = 24
/** Calendar days after the day of the purchase (TRLGDCU article 104; days are the practice's). */
export const WITHDRAWAL_DAYS = 14
/** Calendar days within which a refund has to be made (TRLGDCU article 107). */
export const REFUND_DAYS = 14

const HOUR_MS = 3_600_000

/** What the practice does with the payment of somebody who did not come, once nobody may withdraw any more. */
export const noShowRules = ['lost', 'another-hour', 'refund'] as const
export type NoShowRule = (typeof noShowRules)[number]

/** Since when somebody may withdraw from what they paid, if at all. */
export interface Purchase {
  /** When the buyer completed the checkout; their bank may have paid days later. */
  readonly purchasedAt: string
  /**
   * The hour that it pays for had begun by then: it was held or missed first, and paid afterwards.
   * @default false
   */
  readonly isPaidAfterStart?: boolean | undefined
}

interface CancelledPayment extends Purchase {
  readonly amountCents: number
  /** Refunded or asked for. */
  readonly refundedCents: number
}

/** All amounts are integer cents. */
export interface CancellationFacts {
  readonly now: string
  /** Undefined where nothing was paid. */
  readonly payment?: CancelledPayment | undefined
  /** Undefined while the payment waits for an hour. */
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
  /** Asked on paper or screen to begin within the 14 days (TRLGDCU article 98.8). */
  readonly expressRequest: boolean
  /** Knew that the right of withdrawal ends once all has been held (TRLGDCU article 103.a). */
  readonly acknowledgement: boolean
  /** The practice's setting. */
  readonly noShowRule: NoShowRule
  /**
   * An hour before the present one was missed, and another given for the same payment.
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
  /** To another hour, while the present one is kept. */
  readonly mayMove: boolean
  readonly mayCancel: boolean
  /** The payment stays good for another hour, without expiry. */
  readonly mayKeep: boolean
  readonly refundCents: number
  /** The one that gives `refundCents`; of two that give the same, the one that does so longer. */
  readonly rule: CancellationRule
  /** Until when, exclusive; undefined where no time ends it. */
  readonly until?: string | undefined
}

const toIso = (instant: number): string => new Date(instant).toISOString()

/** When moving and cancelling without the practice ends, exclusive. */
export const computeFreeChangeEnd = (startsAt: string): string =>
  toIso(Date.parse(startsAt) - FREE_CHANGE_HOURS * HOUR_MS)

/** When the right of withdrawal ends, exclusive: the first instant after the fourteenth day. */
export const computeWithdrawalEnd = (purchasedAt: string): string =>
  toIso(startOfPracticeDay(addDays(toPracticeDay(purchasedAt), WITHDRAWAL_DAYS + 1)))

/** Whether an hour lies within the days in which the purchase can be withdrawn from: then an express request is owed. */
export const isWithinWithdrawal = (startsAt: string, purchasedAt: string): boolean =>
  Date.parse(startsAt) < Date.parse(computeWithdrawalEnd(purchasedAt))

/** Whether the whole of it can be withdrawn from: never of what had begun when it was paid. */
export const isWithdrawable = (now: string, { purchasedAt, isPaidAfterStart = false }: Purchase): boolean =>
  !isPaidAfterStart && isWithinWithdrawal(now, purchasedAt)

interface EarlyStartFacts extends Purchase {
  readonly now: string
  readonly expressRequest: boolean
  readonly acknowledgement: boolean
}

/** An hour before this instant needs the express request; null where none is needed, or it has been made. */
export function computeEarlyStartUntil({
  now,
  expressRequest,
  acknowledgement,
  ...purchase
}: EarlyStartFacts): string | null {
  const isAsked = expressRequest && acknowledgement
  return isAsked || !isWithdrawable(now, purchase) ? null : computeWithdrawalEnd(purchase.purchasedAt)
}

/** The last day on which a refund of now may be made. */
export const computeRefundDeadlineDay = (now: string): string => addDays(toPracticeDay(now), REFUND_DAYS)

const nothing = { mayMove: false, mayCancel: false, mayKeep: false, refundCents: 0 } as const

/**
 * What a client may have, by the rule that is best for them: the right of withdrawal goes before the 24 hours and before
 * the rule about absences as long as the consultation has not been held. The exclusion for health professionals (TRLGDCU
 * article 93.h) is not relied on.
 */
export function computeCancellationTerms(facts: CancellationFacts): CancellationTerms {
  const { payment, consultation } = facts
  const leftCents = payment ? Math.max(0, payment.amountCents - payment.refundedCents) : 0
  if (payment && payment.amountCents > 0 && leftCents === 0) return { ...nothing, rule: 'refunded' }
  if (!consultation) return termsOfUnused(facts, leftCents)
  if (consultation.outcome === 'held') return termsOfHeld(facts, leftCents)
  return consultation.outcome === 'no-show' ? termsOfAbsence(facts, leftCents) : termsOfComing(facts, leftCents)
}

/** Whoever has missed an hour of this payment takes back no more than the rule about absences gives, once they may not withdraw. */
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
  // Whether it was held is the practice's to say.
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
  // Whoever pays for an hour that has begun knows what they pay for: it can be withdrawn from only as far as it was broken off.
  const { expressRequest, acknowledgement } = payment?.isPaidAfterStart
    ? { expressRequest: true, acknowledgement: true }
    : asked
  const isWhole = heldMinutes >= durationMinutes
  // The right ends with full performance only where it was asked for and acknowledged (article 103.a).
  const isLost = isWhole && expressRequest && acknowledgement
  if (!payment || isLost || !isWithinWithdrawal(now, payment.purchasedAt)) return { ...nothing, rule: 'held' }
  const until = computeWithdrawalEnd(payment.purchasedAt)
  // Who did not ask for it within the 14 days owes nothing for it (article 108.4.a).
  if (!expressRequest) return { ...nothing, refundCents: leftCents, rule: 'withdrawal', until }
  const owedCents = Math.floor((payment.amountCents * Math.min(heldMinutes, durationMinutes)) / durationMinutes)
  const refundCents = Math.min(leftCents, Math.max(0, payment.amountCents - payment.refundedCents - owedCents))
  return { ...nothing, refundCents, rule: 'withdrawal-in-part', until }
}
