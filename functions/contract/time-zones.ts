import * as z from 'zod/mini'
import { PRACTICE_TIME_ZONE } from './product.ts'

/** IANA names only, without other values that `Intl` accepts, such as `+01:00`. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]{1,31}(\/[A-Za-z0-9_+-]{1,31}){0,2}$/

const error = 'No conocemos esa zona horaria'

/** As sent by a browser, which may know more zones than the server: check with `isKnownTimeZone`. */
export const TimeZoneOfBrowser = z.string().check(z.regex(NAME, { error }))

export function isKnownTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('es-ES', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const TimeZoneName = TimeZoneOfBrowser.check(z.refine(isKnownTimeZone, { error }))

/** `hora de Canarias`; undefined without a Spanish name (`Intl` then gives initials, or the city in English). */
export function formatTimeZone(timeZone: string): string | undefined {
  // `Intl` gives only initials for Spain's other zone.
  if (timeZone === 'Atlantic/Canary') return 'hora de Canarias'
  const format = new Intl.DateTimeFormat('es-ES', { timeZone, timeZoneName: 'shortGeneric' })
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return name?.startsWith('hora') && name !== `hora de ${city}` ? name : undefined
}

export const toDayInTimeZone = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(instant)

const DATE_AND_TIME = { dateStyle: 'short', timeStyle: 'short' } as const

/** `9:00`, or `mié 23:30` when the day differs; undefined when it equals the practice's time. */
export function formatOtherTime(instant: string, timeZone: string): string | undefined {
  const at = new Date(instant)
  const [there, here] = [timeZone, PRACTICE_TIME_ZONE].map((zone) =>
    new Intl.DateTimeFormat('sv-SE', { ...DATE_AND_TIME, timeZone: zone }).format(at),
  )
  if (there === here) return undefined
  const isOtherDay = there?.slice(0, 10) !== here?.slice(0, 10)
  const time = new Intl.DateTimeFormat('es-ES', { timeStyle: 'short', timeZone }).format(at)
  return isOtherDay ? `${new Intl.DateTimeFormat('es-ES', { weekday: 'short', timeZone }).format(at)} ${time}` : time
}
