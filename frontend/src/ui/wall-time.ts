import { createInstantFormatter, toPracticeDay, toViewerDay } from '#contract/calendar-days'
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

/** A day `YYYY-MM-DD` and a time `HH:MM`, of the practice unless it is said otherwise. */
export interface WallTime {
  readonly day: string
  readonly time: string
}

export function instantToWallTime(instant: string): WallTime {
  const [day = '', time = ''] = dayAndTime.format(new Date(instant)).split(' ')
  return { day, time }
}

export const getPracticeToday = (): string => toPracticeDay(getServerNow())

export const getViewerToday = (): string => toViewerDay(getServerNow())

export const formatTime = (instant: string): string => times(instant)

export const formatWeekdayDate = (instant: string): string => longDays(instant)

export const formatShortWeekdayDate = (instant: string): string => shortDays(instant)

const months = createInstantFormatter({ month: 'short' })
const monthDays = createInstantFormatter({ day: 'numeric' })
const weekdays = createInstantFormatter({ weekday: 'long' })

export function formatLeafDate(instant: string): { month: string; day: string; weekday: string } {
  return { month: months(instant), day: monthDays(instant), weekday: weekdays(instant) }
}

export function formatWeekdayNumber(instant: string): string {
  const { weekday, day } = formatLeafDate(instant)
  return `${weekday} ${day}`
}

export const PRACTICE_TIME_ZONE_LABEL = 'hora peninsular española'
