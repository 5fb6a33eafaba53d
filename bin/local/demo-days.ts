import { TZDate } from '@date-fns/tz'
import { addDays, weekdayOf } from '#contract/calendar-days'
import { PRACTICE_TIME_ZONE } from '../../functions/contract/product.ts'

export const toPracticeInstant = (day: string, hour: number, minute: number): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(+new TZDate(year, month - 1, date, hour, minute, PRACTICE_TIME_ZONE))
}

/** Searches forward or back, including `day` itself. */
export function findNearestWorkday(day: string, step: 1 | -1): string {
  const weekday = weekdayOf(day)
  return weekday === 0 || weekday === 6 ? findNearestWorkday(addDays(day, step), step) : day
}
