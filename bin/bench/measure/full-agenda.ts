import { addDays, getPracticeOffsetMs } from '#contract/calendar-days'

/** A Monday. */
const FIRST_DAY = '2026-11-23'

/** Starts of an hour each, by the practice's clocks; the half hour from 18:30 on stays free. */
const STARTS = ['09:00', '10:00', '11:00', '12:00', '13:00', '16:00', '17:00'] as const
const WORKDAYS = 5
const WEEK = STARTS.length * WORKDAYS

/** Full in a practice of any size: its hours hold no more, however many clients it has. */
const FULL_WEEKS = 8

/** Who shares the full weeks, so that a practice of twenty has them as well. */
const HOLDERS = 20

/** One in twenty of the others has a consultation to come, after the full weeks. */
const ONE_IN = 20

/** As many as the nightly check of the agenda looks at, and some more. */
const MAX_WITH_STEPS = 500

interface BenchConsultation {
  /** ISO instant */
  readonly startsAt: string
  /** Among those of its client. */
  readonly nth: string
  /** Whether it stands in the quarters of an hour of the agenda. */
  readonly hasSteps: boolean
}

function describeConsultation(index: number, nth: number): BenchConsultation {
  const day = addDays(FIRST_DAY, Math.floor(index / WEEK) * 7 + Math.floor((index % WEEK) / STARTS.length))
  const atUtc = Date.parse(`${day}T${STARTS[index % STARTS.length]}:00Z`)
  const startsAt = new Date(atUtc - getPracticeOffsetMs(atUtc)).toISOString()
  return { startsAt, nth: String(nth).padStart(4, '0'), hasSteps: index < MAX_WITH_STEPS }
}

/** The consultations to come of the nth client. */
export function listConsultationsToCome(n: number): readonly BenchConsultation[] {
  const full = FULL_WEEKS * WEEK
  if (n < HOLDERS)
    return Array.from({ length: full / HOLDERS }, (_, nth) => describeConsultation(nth * HOLDERS + n, nth))
  return n % ONE_IN === 0 ? [describeConsultation(full + n / ONE_IN - 1, 0)] : []
}
