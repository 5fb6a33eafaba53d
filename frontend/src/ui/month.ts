import { dayFormat, utcDayOf } from '#contract/days'

/**
 * Months `YYYY-MM` and days `YYYY-MM-DD` as a calendar on a wall knows them. Plain days have no clock, so the arithmetic
 * is that of UTC, where every day lasts 24 hours.
 */
const DAY_MS = 86_400_000

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

export const monthOf = (day: string): string => day.slice(0, 7)

/** A month that somebody wrote into an address, or undefined for whatever else they wrote. */
export const parseMonth = (text: string | null): string | undefined =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined

export const shiftDay = (day: string, by: number): string => utcDayOf(new Date(dateOf(day).getTime() + by * DAY_MS))

export function shiftMonth(month: string, by: number): string {
  const date = dateOf(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return monthOf(utcDayOf(date))
}

const lengthOf = (month: string): number => dateOf(shiftDay(`${shiftMonth(month, 1)}-01`, -1)).getUTCDate()

/** The same day some months on; the last day of a month that has no such day. */
export function shiftByMonths(day: string, by: number): string {
  const month = shiftMonth(monthOf(day), by)
  const date = Math.min(Number(day.slice(8)), lengthOf(month))
  return `${month}-${String(date).padStart(2, '0')}`
}

/** 0 is Sunday, as the grid of the agenda begins. */
const weekdayOf = (day: string): number => dateOf(day).getUTCDay()

/** The first and the last day of the week, Sunday to Saturday. */
export const weekOf = (day: string) => ({
  first: shiftDay(day, -weekdayOf(day)),
  last: shiftDay(day, 6 - weekdayOf(day)),
})

/** The weeks that a month touches, Sunday to Saturday, with the days of its neighbours that fill them up. */
export function monthGrid(month: string): string[][] {
  const { first } = weekOf(`${month}-01`)
  const { last } = weekOf(`${month}-${lengthOf(month)}`)
  const weeks = (dateOf(last).getTime() - dateOf(first).getTime() + DAY_MS) / (7 * DAY_MS)
  return Array.from({ length: weeks }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => shiftDay(first, week * 7 + day)),
  )
}

/** In the order of the grid. */
export const weekdays = [
  { short: 'Dom', long: 'domingo' },
  { short: 'Lun', long: 'lunes' },
  { short: 'Mar', long: 'martes' },
  { short: 'Mié', long: 'miércoles' },
  { short: 'Jue', long: 'jueves' },
  { short: 'Vie', long: 'viernes' },
  { short: 'Sáb', long: 'sábado' },
] as const

const titles = dayFormat({ month: 'long', year: 'numeric' })

/** `diciembre de 2026` */
export const monthTitle = (month: string): string => titles(`${month}-01`)

/** `martes, 1 de diciembre` */
export const dayTitle = dayFormat({ weekday: 'long', day: 'numeric', month: 'long' })
