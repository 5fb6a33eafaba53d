import { createDayFormatter, toPracticeDay } from '#contract/calendar-days'
import { onFirstUse } from '#contract/on-first-use'
import { formatTimeZone } from '#contract/time-zones'
import { instantToWallTime } from './wall-time.ts'

const shortWeekday = createDayFormatter({ weekday: 'short' })
const localTime = onFirstUse(() => new Intl.DateTimeFormat('es-ES', { timeStyle: 'short' }))
const localDay = onFirstUse(() => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }))

const localDayAndTime = onFirstUse(() => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }))

export function isViewerInOtherTimeZone(instant: string): boolean {
  const { day, time } = instantToWallTime(instant)
  return localDayAndTime.format(new Date(instant)) !== `${day} ${time}`
}

/** To find a name takes longer than to draw the hour that it stands beside, of which a week has dozens. */
const zoneNames = new Map<string, string>()

/** `hora de Colombia`; `tu hora` where the browser knows no Spanish name: it then gives initials, or the city in English. */
export function getViewerZoneName(): string {
  const timeZone = getViewerTimeZone()
  const name = zoneNames.get(timeZone) ?? formatTimeZone(timeZone) ?? 'tu hora'
  zoneNames.set(timeZone, name)
  return name
}

export const getViewerTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `4:30`, `mié 23:30` where the day is another than the practice's; undefined in the practice's time zone. */
export function formatViewerTime(instant: string): string | undefined {
  if (!isViewerInOtherTimeZone(instant)) return undefined
  const date = new Date(instant)
  const day = localDay.format(date)
  const time = localTime.format(date)
  return day === toPracticeDay(instant) ? time : `${shortWeekday(day)} ${time}`
}

/** `4:30`: of a moment by the viewer's own clock, wherever the practice is. */
export const formatOwnClock = (epochMs: number): string => localTime.format(new Date(epochMs))

/** `4:30 (hora de Colombia)`; undefined in the practice's time zone. */
export function formatNamedViewerTime(instant: string): string | undefined {
  const own = formatViewerTime(instant)
  return own && `${own} (${getViewerZoneName()})`
}

/** ` (para ti, 4:30)`, after an hour of the practice; empty in its time zone. */
export function formatViewerAside(instant: string): string {
  const own = formatViewerTime(instant)
  return own ? ` (para ti, ${own})` : ''
}
