import { addDays, toPracticeDay } from './calendar-days.ts'
import { listOpenTimeRanges, type TimeRange } from './free-slots.ts'
import type { OpeningHours } from './opening-hours.ts'

/** For a practice without any opening in a year. */
const WITHOUT_HOURS = { opensAt: '09:00', closesAt: '18:00' } as const
const SEARCHED_DAYS = 366

/**
 * Closing time of the n-th working day after the day of the question. Working days have opening hours: the weekly ones
 * without closures, and extra openings.
 */
export function computeAnswerDue(askedAt: string, hours: OpeningHours): string {
  const asked = toPracticeDay(askedAt)
  const days = Array.from({ length: SEARCHED_DAYS }, (_, index) => addDays(asked, index + 1))
  const due = findClosing(days, hours) ?? findClosing(days, withWeekdays(hours))
  if (due === undefined) throw new Error('A year has weekdays')
  return new Date(due).toISOString()
}

function findClosing(days: readonly string[], hours: OpeningHours): number | undefined {
  let left = hours.answerDays
  for (const day of days) {
    const last: TimeRange | undefined = listOpenTimeRanges(hours, day).at(-1)
    if (last) left -= 1
    if (last && left === 0) return last.to
  }
  return undefined
}

const withWeekdays = (hours: OpeningHours): OpeningHours => ({
  ...hours,
  ...Object.fromEntries(
    (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map((day) => [day, [WITHOUT_HOURS]]),
  ),
  closures: [],
  extraOpenings: [],
})
