import { PRACTICE_TIME_ZONE } from './product.ts'
import { onFirstUse } from './on-first-use.ts'

/*
 * Calendar days, `YYYY-MM-DD`, and times of the clock, in the practice's time zone unless named otherwise: every day,
 * year or time that is compared or part of a number is computed here.
 */

/** A day `YYYY-MM-DD` and a time `HH:MM`. */
export interface WallTime {
  readonly day: string
  readonly time: string
}

const createClock = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })

const practiceClock = onFirstUse<Date>(() => createClock(PRACTICE_TIME_ZONE))

/** `2026-11-21 10:00:05` */
export const toPracticeTimestamp = (instant: Date | string | number): string => practiceClock.format(new Date(instant))

const toWallTime = (timestamp: string): WallTime => ({ day: timestamp.slice(0, 10), time: timestamp.slice(11, 16) })

export const instantToWallTime = (instant: string): WallTime => toWallTime(toPracticeTimestamp(instant))

export const toWallTimeInTimeZone = (instant: Date, timeZone: string): WallTime =>
  toWallTime(createClock(timeZone).format(instant))

/** The part of `Temporal` used here: browsers have it since 2026, Node 24 and some phones do not. */
interface WithTemporal {
  readonly Temporal?: {
    readonly Instant: {
      readonly fromEpochMilliseconds: (milliseconds: number) => {
        readonly toZonedDateTimeISO: (zone: string) => {
          readonly toPlainDate: () => { readonly toString: () => string }
        }
      }
    }
  }
}

/** Uses `Temporal` where available: the first `Intl` formatter takes 40 ms of processor on a slow phone. */
export function toPracticeDay(instant: Date | string): string {
  const { Temporal } = globalThis as WithTemporal
  const at = new Date(instant)
  if (!Temporal) return toPracticeTimestamp(at).slice(0, 10)
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(PRACTICE_TIME_ZONE)
    .toPlainDate()
    .toString()
}

/** In the time zone of this machine: in a browser its viewer's. Without `Intl`, as above. */
export const toViewerDay = (instant: Date): string =>
  toUtcDay(Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate()))

export const toViewerWallTime = (instant: Date): WallTime => ({
  day: toViewerDay(instant),
  time: [instant.getHours(), instant.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':'),
})

export const toPracticeYear = (instant: Date | string): string => toPracticeDay(instant).slice(0, 4)

export const toUtcDay = (midnight: Date | number): string => new Date(midnight).toISOString().slice(0, 10)

/*
 * Arithmetic with days and months (`YYYY-MM`) in UTC, where every day has 24 hours: changes of the clock have no
 * effect. `Temporal` would be shorter; its polyfill weighs 20 kB.
 */
const DAY_MS = 86_400_000

export const addDays = (day: string, days: number): string => toUtcDay(Date.parse(day) + days * DAY_MS)

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay()

export const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7))

export const monthOf = (day: string): string => day.slice(0, 7)

export function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return monthOf(toUtcDay(date))
}

export const lastDayOf = (month: string): string => addDays(`${shiftMonth(month, 1)}-01`, -1)

/** The same day of a later month, or that month's last day. */
export function addMonths(day: string, by: number): string {
  const last = lastDayOf(shiftMonth(monthOf(day), by))
  return `${monthOf(last)}-${day.slice(8) < last.slice(8) ? day.slice(8) : last.slice(8)}`
}

/** The same time of day, by UTC, `by` months later. */
export const addMonthsToInstant = (instant: Date, by: number): Date =>
  new Date(addMonths(toUtcDay(instant), by) + instant.toISOString().slice(10))

/** Whole months between two days: the 31st of January plus one month is the last of February. */
export function countWholeMonths(from: string, to: string): number {
  const [year = 0, month = 0] = from.split('-').map(Number)
  const [laterYear = 0, laterMonth = 0] = to.split('-').map(Number)
  const months = (laterYear - year) * 12 + laterMonth - month
  return addMonths(from, months) <= to ? months : months - 1
}

/** `YYYY-MM` in UTC. Part of a key of the table, never shown. */
export const toUtcMonth = (instant: Date | string): string => new Date(instant).toISOString().slice(0, 7)

/** Offset from UTC in ms; `instant` in epoch milliseconds. */
export const getPracticeOffsetMs = (instant: number): number =>
  Date.parse(`${toPracticeTimestamp(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000

/** @param wall the practice's time in epoch milliseconds, as if it were UTC */
const toEpochMs = (wall: number): number => wall - getPracticeOffsetMs(wall - getPracticeOffsetMs(wall))

/** Epoch milliseconds. The practice's clocks are never changed at midnight. */
export const startOfPracticeDay = (day: string): number => toEpochMs(Date.parse(day))

/** In the hour skipped in spring it is an hour later, in the hour repeated in autumn the second. */
export function wallTimeToInstant({ day, time }: WallTime): string {
  // Parts, because an emptied input of a form has no day or time.
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(toEpochMs(Date.UTC(year, month - 1, date, hour, minute))).toISOString()
}

/** False for times in the hour that is skipped in spring. */
export function isExistingWallTime({ day, time }: WallTime): boolean {
  const shown = instantToWallTime(wallTimeToInstant({ day, time }))
  return shown.day === day && shown.time === time
}

export function createDayFormatter(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = onFirstUse(() => new Intl.DateTimeFormat('es-ES', { ...options, timeZone: 'UTC' }))
  return (day) => format.format(Date.parse(day))
}

export function createInstantFormatter(
  options: Intl.DateTimeFormatOptions,
): (instant: Date | string | number) => string {
  const format = onFirstUse(() => new Intl.DateTimeFormat('es-ES', { ...options, timeZone: PRACTICE_TIME_ZONE }))
  return (instant) => format.format(new Date(instant))
}
