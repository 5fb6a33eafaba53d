import { addDays, wallTimeToInstant, weekdayOf } from '#contract/calendar-days'

export const toPracticeInstant = (day: string, hour: number, minute: number): Date =>
  new Date(wallTimeToInstant({ day, time: `${hour}:${minute}` }))

/** Searches forward or back, including `day` itself. */
export function findNearestWorkday(day: string, step: 1 | -1): string {
  const weekday = weekdayOf(day)
  return weekday === 0 || weekday === 6 ? findNearestWorkday(addDays(day, step), step) : day
}
