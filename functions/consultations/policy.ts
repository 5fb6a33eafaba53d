import { CLIENT_AHEAD_DAYS, CLIENT_NOTICE_HOURS } from '#contract/consultation'
import type { Data } from '#data/data'
import { consumeRateLimit } from '#platform/rate-limit'
import { refuse } from '#platform/refusal'

const NOTICE_MS = CLIENT_NOTICE_HOURS * 3_600_000
const AHEAD_MS = CLIENT_AHEAD_DAYS * 86_400_000

/** Each change alters the agenda and sends a mail; nobody needs more per hour. */
const CHANGES = { name: 'consultation-changes', tries: 20, minutes: 60 } as const

export const consumeChangeLimit = (data: Data, userId: string, now: Date): Promise<void> =>
  consumeRateLimit(data, CHANGES, userId, now)

export function requireToCome(startsAt: string, now: Date): void {
  if (Date.parse(startsAt) <= now.getTime()) refuse('too-soon')
}

/** Neither too soon for the practice to prepare nor beyond the days it can plan. */
export function requireNotice(startsAt: string, now: Date): void {
  const ahead = Date.parse(startsAt) - now.getTime()
  if (ahead < NOTICE_MS) refuse('too-soon')
  if (ahead > AHEAD_MS) refuse('too-far')
}

export function requireChangeable(stored: { readonly startsAt: string; readonly status: string }, now: Date): void {
  if (stored.status !== 'scheduled') refuse('consultation-closed')
  if (Date.parse(stored.startsAt) - now.getTime() < NOTICE_MS) refuse('too-late')
}
