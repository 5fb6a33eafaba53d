import { createInstantFormatter, toPracticeDay } from '#contract/calendar-days'
import { TZDate } from '@date-fns/tz'
import { onFirstUse } from '#contract/on-first-use'
import { PRACTICE_TIME_ZONE } from '#contract/product'
import { getServerNow } from './server-clock.ts'

const dayAndTime = onFirstUse(
  () =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: PRACTICE_TIME_ZONE,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)
const times = createInstantFormatter({ timeStyle: 'short' })
const longDays = createInstantFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const shortDays = createInstantFormatter({ weekday: 'short', day: 'numeric', month: 'short' })

/** Local time of the practice: a day `YYYY-MM-DD` and a time `HH:MM`. */
export interface WallTime {
  readonly day: string
  readonly time: string
}

/** A time in the hour that is skipped in spring gives the hour after it. */
export function wallTimeToInstant({ day, time }: WallTime): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(+new TZDate(year, month - 1, date, hour, minute, PRACTICE_TIME_ZONE)).toISOString()
}

/** False for an hour that clocks skip in the night on which they are set forward. */
export function isOnTheClock({ day, time }: WallTime): boolean {
  const shown = instantToWallTime(wallTimeToInstant({ day, time }))
  return shown.day === day && shown.time === time
}

export function instantToWallTime(instant: string): WallTime {
  const [day = '', time = ''] = dayAndTime.format(new Date(instant)).split(' ')
  return { day, time }
}

export const getPracticeToday = (): string => toPracticeDay(getServerNow())

/** `10:30` */
export const formatTime = (instant: string): string => times(instant)

/** `martes, 1 de diciembre` */
export const formatWeekdayDate = (instant: string): string => longDays(instant)

/** `mar, 1 dic` */
export const formatShortWeekdayDate = (instant: string): string => shortDays(instant)

const months = createInstantFormatter({ month: 'short' })
const monthDays = createInstantFormatter({ day: 'numeric' })
const weekdays = createInstantFormatter({ weekday: 'long' })

/** `dic`, `3`, `jueves` */
export function formatLeafDate(instant: string): { month: string; day: string; weekday: string } {
  return { month: months(instant), day: monthDays(instant), weekday: weekdays(instant) }
}

/** `domingo 29`, for a day within the next weeks. */
export function formatWeekdayNumber(instant: string): string {
  const { weekday, day } = formatLeafDate(instant)
  return `${weekday} ${day}`
}

export const isViewerInOtherTimeZone = (instant: string): boolean =>
  new Date(instant).getTimezoneOffset() !== new TZDate(instant, PRACTICE_TIME_ZONE).getTimezoneOffset()

/** Shown to viewers in another time zone. */
export const PRACTICE_TIME_ZONE_LABEL = 'hora peninsular española'
