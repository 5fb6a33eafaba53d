import * as z from 'zod/mini'
import { instantToWallTime, toWallTimeInTimeZone } from './calendar-days.ts'

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

/** `9:00`, or `mié 23:30` when the day differs; undefined when it equals the practice's time. */
export function formatOtherTime(instant: string, timeZone: string): string | undefined {
  const at = new Date(instant)
  const [there, here] = [toWallTimeInTimeZone(at, timeZone), instantToWallTime(instant)]
  const isOtherDay = there.day !== here.day
  if (!isOtherDay && there.time === here.time) return undefined
  const time = new Intl.DateTimeFormat('es-ES', { timeStyle: 'short', timeZone }).format(at)
  return isOtherDay ? `${new Intl.DateTimeFormat('es-ES', { weekday: 'short', timeZone }).format(at)} ${time}` : time
}
