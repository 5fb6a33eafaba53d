import { MAX_BOOKING_AHEAD_DAYS, MIN_BOOKING_NOTICE_HOURS } from '#contract/consultation'
import type { Database } from '#data/database'
import { consumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'

const NOTICE_MS = MIN_BOOKING_NOTICE_HOURS * 3_600_000
const AHEAD_MS = MAX_BOOKING_AHEAD_DAYS * 86_400_000

/** Each change alters the agenda and sends a mail; nobody needs more per hour. */
const CHANGES = { name: 'consultation-changes', tries: 20, minutes: 60 } as const

export const consumeConsultationChangeLimit = (data: Database, userId: string, now: Date): Promise<void> =>
  consumeRateLimit(data, CHANGES, userId, now)

export function requireFutureStart(startsAt: string, now: Date): void {
  if (Date.parse(startsAt) <= now.getTime()) throwRefusal('too-soon')
}

/** Neither too soon for the practice to prepare nor beyond the days it can plan. */
export function requireBookingWindow(startsAt: string, now: Date): void {
  const ahead = Date.parse(startsAt) - now.getTime()
  if (ahead < NOTICE_MS) throwRefusal('too-soon')
  if (ahead > AHEAD_MS) throwRefusal('too-far')
}

export function requireChangeableConsultation(
  stored: { readonly startsAt: string; readonly status: string },
  now: Date,
): void {
  if (stored.status !== 'scheduled') throwRefusal('consultation-closed')
  if (Date.parse(stored.startsAt) - now.getTime() < NOTICE_MS) throwRefusal('too-late')
}
