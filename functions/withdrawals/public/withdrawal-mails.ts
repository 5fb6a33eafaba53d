import { toUtcDay } from '#contract/calendar-days'

const DAY_MS = 86_400_000
/** UTC; between seven and nine in the practice's time zone. */
const DIGEST_HOUR = 6
/** Later declarations go into the next digest: they might be written after this one was read. */
const MARGIN_MS = 5 * 60_000

export const toWithdrawalAcknowledgementMailId = (withdrawalId: string): string =>
  `mai_${withdrawalId.slice('wdr_'.length)}-withdrawal`

/** One each morning; names the digest that covers an instant. */
export function computeWithdrawalDigestMail(at: Date) {
  const shift = DIGEST_HOUR * 3_600_000 - MARGIN_MS
  const until = (Math.floor((at.getTime() - shift) / DAY_MS) + 1) * DAY_MS + shift
  return {
    mailId: `mai_withdrawals-${toUtcDay(until)}`,
    dueAt: instant(until + MARGIN_MS),
    content: { kind: 'withdrawals-digest', since: instant(until - DAY_MS), until: instant(until) } as const,
  }
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString()
