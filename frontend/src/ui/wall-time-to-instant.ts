import { TZDate } from '@date-fns/tz'
import { PRACTICE_TIME_ZONE } from '#contract/product'
import { instantToWallTime, type WallTime } from './wall-time.ts'

/** A time in the hour skipped in spring becomes an hour later. */
export function wallTimeToInstant({ day, time }: WallTime): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(+new TZDate(year, month - 1, date, hour, minute, PRACTICE_TIME_ZONE)).toISOString()
}

/** False for times in the hour that is skipped in spring. */
export function isExistingWallTime({ day, time }: WallTime): boolean {
  const shown = instantToWallTime(wallTimeToInstant({ day, time }))
  return shown.day === day && shown.time === time
}
