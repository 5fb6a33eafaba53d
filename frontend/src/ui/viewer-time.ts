import {
  createDayFormatter,
  instantToWallTime,
  toPracticeDay,
  toViewerDay,
  toViewerWallTime,
} from '#contract/calendar-days'
import { onFirstUse } from '#contract/on-first-use'
import { formatTimeZone } from '#contract/time-zones'

const shortWeekday = createDayFormatter({ weekday: 'short' })
const localTime = onFirstUse(() => new Intl.DateTimeFormat('es-ES', { timeStyle: 'short' }))

export function isViewerInOtherTimeZone(instant: string): boolean {
  const [here, there] = [toViewerWallTime(new Date(instant)), instantToWallTime(instant)]
  return here.day !== there.day || here.time !== there.time
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
  const day = toViewerDay(date)
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
