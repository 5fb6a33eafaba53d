import { TIME_ZONE } from './product.ts'

/**
 * Calendar days, `YYYY-MM-DD`. An instant has a day only by somebody's clock, and that clock is the practice's: whatever
 * day or year is shown, compared or made part of a number comes from here.
 */
const madrid = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: TIME_ZONE })

/** The day of the practice at an instant. */
export const dayOf = (instant: Date | string): string => madrid.format(new Date(instant))

/** The year of the practice at an instant, `YYYY`. */
export const yearOf = (instant: Date | string): string => dayOf(instant).slice(0, 4)

/** The day that begins at this midnight of UTC: the other way round from `Date.parse(day)`, for arithmetic with days. */
export const utcDayOf = (midnight: Date | number): string => new Date(midnight).toISOString().slice(0, 10)

/** The month `YYYY-MM` of UTC in which an instant lies. Part of a key of the table, never shown. */
export const utcMonthOf = (instant: Date | string): string => new Date(instant).toISOString().slice(0, 7)

/** Writes days, which have no clock, in Spanish. */
export function dayFormat(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat('es-ES', { ...options, timeZone: 'UTC' })
  return (day) => format.format(Date.parse(day))
}
