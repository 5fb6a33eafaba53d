import { addDays } from '#contract/calendar-days'

/*
 * Spain's national holidays, offered as closures: regions move some and add others. `date-holidays` would add the rules
 * of all countries to the page; these are nine fixed dates and Good Friday.
 */

const two = (number: number): string => String(number).padStart(2, '0')

/** Western Easter Sunday (Meeus, Astronomical Algorithms, chapter 8). */
export function computeEasterSunday(year: number): string {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return `${year}-${two(Math.floor(sum / 31))}-${two((sum % 31) + 1)}`
}

export interface NationalHoliday {
  readonly day: string
  readonly name: string
}

const fixed = [
  ['01-01', 'Año Nuevo'],
  ['01-06', 'Epifanía del Señor'],
  ['05-01', 'Fiesta del Trabajo'],
  ['08-15', 'Asunción de la Virgen'],
  ['10-12', 'Fiesta Nacional de España'],
  ['11-01', 'Todos los Santos'],
  ['12-06', 'Día de la Constitución'],
  ['12-08', 'Inmaculada Concepción'],
  ['12-25', 'Navidad'],
] as const

export const listNationalHolidays = (year: number): readonly NationalHoliday[] =>
  [
    ...fixed.map(([day, name]) => ({ day: `${year}-${day}`, name })),
    { day: addDays(computeEasterSunday(year), -2), name: 'Viernes Santo' },
  ].toSorted((one, other) => (one.day < other.day ? -1 : 1))

export const listNationalHolidaysBetween = (from: string, to: string): readonly NationalHoliday[] =>
  [...new Set([from, to].map((day) => Number(day.slice(0, 4))))]
    .flatMap(listNationalHolidays)
    .filter(({ day }) => from <= day && day <= to)
