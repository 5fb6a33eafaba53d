import { createDayFormatter, toPracticeDay } from '#contract/calendar-days'
import { onFirstUse } from '#contract/on-first-use'
import { formatTimeZone } from '#contract/time-zones'
import { instantToWallTime, type WallTime } from './wall-time.ts'

const shortWeekday = createDayFormatter({ weekday: 'short' })
const localTime = onFirstUse(() => new Intl.DateTimeFormat('es-ES', { timeStyle: 'short' }))
const localDay = onFirstUse(() => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }))

const localDayAndTime = onFirstUse(() => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }))

export function toViewerWallTime(instant: Date): WallTime {
  const [day = '', time = ''] = localDayAndTime.format(instant).split(' ')
  return { day, time }
}

export function isViewerInOtherTimeZone(instant: string): boolean {
  const { day, time } = instantToWallTime(instant)
  return localDayAndTime.format(new Date(instant)) !== `${day} ${time}`
}

/** Cached: a week shows dozens of hours, and finding a zone's name takes longer than rendering one. */
const zoneNames = new Map<string, string>()

/** `hora de Colombia`; `tu hora` where the browser has no Spanish name and would show initials or an English city. */
export function getViewerZoneName(): string {
  const timeZone = getViewerTimeZone()
  const name = zoneNames.get(timeZone) ?? formatTimeZone(timeZone) ?? 'tu hora'
  zoneNames.set(timeZone, name)
  return name
}

export const getViewerTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export function formatViewerTime(instant: string): string | undefined {
  if (!isViewerInOtherTimeZone(instant)) return undefined
  const date = new Date(instant)
  const day = localDay.format(date)
  const time = localTime.format(date)
  return day === toPracticeDay(instant) ? time : `${shortWeekday(day)} ${time}`
}

/** `4:30` in the viewer's time zone, even if it is the practice's. */
export const formatOwnClock = (epochMs: number): string => localTime.format(new Date(epochMs))

export function formatNamedViewerTime(instant: string): string | undefined {
  const own = formatViewerTime(instant)
  return own && `${own} (${getViewerZoneName()})`
}

/** ` (para ti, 4:30)`, to append to the practice's time; empty in its time zone. */
export function formatViewerAside(instant: string): string {
  const own = formatViewerTime(instant)
  return own ? ` (para ti, ${own})` : ''
}
