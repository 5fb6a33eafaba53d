import { createDayFormatter, toPracticeDay } from '#contract/calendar-days'
import { isViewerInOtherTimeZone } from './wall-time.ts'

const shortWeekday = createDayFormatter({ weekday: 'short' })
const localTime = new Intl.DateTimeFormat('es-ES', { timeStyle: 'short' })
const localDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' })
const zoneName = new Intl.DateTimeFormat('es-ES', { timeZoneName: 'shortGeneric' })

/** `hora de Colombia`; `tu hora` where the browser knows no name. */
export function getViewerZoneName(): string {
  const name = zoneName.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  return name?.startsWith('hora') ? name : 'tu hora'
}

/** `4:30`, `mié 23:30` where the day is another than the practice's; undefined in the practice's time zone. */
export function formatViewerTime(instant: string): string | undefined {
  if (!isViewerInOtherTimeZone(instant)) return undefined
  const date = new Date(instant)
  const day = localDay.format(date)
  const time = localTime.format(date)
  return day === toPracticeDay(instant) ? time : `${shortWeekday(day)} ${time}`
}
