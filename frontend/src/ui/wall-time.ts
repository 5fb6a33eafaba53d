import { createInstantFormatter, toPracticeDay, toViewerDay } from '#contract/calendar-days'
import { getServerNow } from './server-clock.ts'

const times = createInstantFormatter({ timeStyle: 'short' })
const longDays = createInstantFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const shortDays = createInstantFormatter({ weekday: 'short', day: 'numeric', month: 'short' })

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
