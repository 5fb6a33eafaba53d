import { addDays, createDayFormatter, daysBetween, lastDayOf, weekdayOf } from '#contract/calendar-days'

export const parseMonth = (text: string | null): string | undefined =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined

export const computeWeekBounds = (day: string) => ({
  first: addDays(day, -weekdayOf(day)),
  last: addDays(day, 6 - weekdayOf(day)),
})

export function buildMonthGrid(month: string): string[][] {
  const { first } = computeWeekBounds(`${month}-01`)
  const { last } = computeWeekBounds(lastDayOf(month))
  const weeks = (daysBetween(first, last) + 1) / 7
  return Array.from({ length: weeks }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => addDays(first, week * 7 + day)),
  )
}

export const weekdayNames = [
  { short: 'Dom', long: 'domingo' },
  { short: 'Lun', long: 'lunes' },
  { short: 'Mar', long: 'martes' },
  { short: 'Mié', long: 'miércoles' },
  { short: 'Jue', long: 'jueves' },
  { short: 'Vie', long: 'viernes' },
  { short: 'Sáb', long: 'sábado' },
] as const

const titles = createDayFormatter({ month: 'long', year: 'numeric' })

export const formatMonthTitle = (month: string): string => titles(`${month}-01`)

export const formatDayTitle = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
