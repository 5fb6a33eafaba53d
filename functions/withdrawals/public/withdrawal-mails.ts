import { toUtcDay } from '#contract/calendar-days'
import { computeDailyDigest } from '#platform/daily-digest'

export const toWithdrawalAcknowledgementMailId = (withdrawalId: string): string =>
  `mai_${withdrawalId.slice('wdr_'.length)}-withdrawal`

export function computeWithdrawalDigestMail(at: Date) {
  const { since, until, dueAt } = computeDailyDigest(at)
  const mailId = `mai_withdrawals-${toUtcDay(Date.parse(until))}`
  return { mailId, dueAt, content: { kind: 'withdrawals-digest', since, until } as const }
}
