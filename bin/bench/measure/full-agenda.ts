import { addDays, getPracticeOffsetMs } from '#contract/calendar-days'

/** A Monday. */
const FIRST_DAY = '2026-11-23'

/** Starts in the practice's time zone, an hour each; the half hour from 18:30 on stays free. */
const STARTS = ['09:00', '10:00', '11:00', '12:00', '13:00', '16:00', '17:00'] as const
const WORKDAYS = 5
const WEEK = STARTS.length * WORKDAYS

/** Independent of the number of clients: the opening hours hold no more. */
const FULL_WEEKS = 8

/** Clients that share the full weeks, so that a practice of twenty has them as well. */
const HOLDERS = 20

/** One in twenty of the other clients has a consultation after the full weeks. */
const ONE_IN = 20

/** More than the nightly check of the agenda reads: the next fifty, and those of a week. */
const MAX_WITH_STEPS = 500

interface BenchConsultation {
  /** ISO instant */
  readonly startsAt: string
  readonly nth: string
  readonly hasSteps: boolean
}

function describeConsultation(index: number, nth: number): BenchConsultation {
  const day = addDays(FIRST_DAY, Math.floor(index / WEEK) * 7 + Math.floor((index % WEEK) / STARTS.length))
  const atUtc = Date.parse(`${day}T${STARTS[index % STARTS.length]}:00Z`)
  const startsAt = new Date(atUtc - getPracticeOffsetMs(atUtc)).toISOString()
  return { startsAt, nth: String(nth).padStart(4, '0'), hasSteps: index < MAX_WITH_STEPS }
}

export function listConsultationsToCome(n: number): readonly BenchConsultation[] {
  const full = FULL_WEEKS * WEEK
  if (n < HOLDERS)
    return Array.from({ length: full / HOLDERS }, (_, nth) => describeConsultation(nth * HOLDERS + n, nth))
  return n % ONE_IN === 0 ? [describeConsultation(full + n / ONE_IN - 1, 0)] : []
}
