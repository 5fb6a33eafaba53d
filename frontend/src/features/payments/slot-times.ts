import { addDays, createDayFormatter, toPracticeDay } from '#contract/calendar-days'
import { formatTime } from '../../ui/wall-time.ts'

const dayOfMonth = createDayFormatter({ day: 'numeric' })
const dayAndMonth = createDayFormatter({ day: 'numeric', month: 'short' })
const shortWeekday = createDayFormatter({ weekday: 'short' })
const longWeekday = createDayFormatter({ weekday: 'long' })
const longDay = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' })

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function formatSlotWeek(monday: string): string {
  const sunday = addDays(monday, 6)
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  return `${isOneMonth ? dayOfMonth(monday) : dayAndMonth(monday)} – ${dayAndMonth(sunday)}`
}

export const toDayParts = (day: string) => ({
  number: dayOfMonth(day),
  weekday: shortWeekday(day),
})

export const formatDayHeading = (day: string): string => capitalise(longDay(day))

/** `Jueves 3 dic, 10:30`, in the practice's time zone. */
export const formatShortSlot = (startsAt: string): string => {
  const day = toPracticeDay(startsAt)
  return `${capitalise(longWeekday(day))} ${dayAndMonth(day)}, ${formatTime(startsAt)}`
}

export const articleOf = (time: string) => (time.startsWith('1:') ? 'la' : 'las')

export const formatSlotOfDay = (startsAt: string): string => {
  const time = formatTime(startsAt)
  return `${articleOf(time)} ${time} del ${longWeekday(toPracticeDay(startsAt))}`
}

export const endOfSlot = (startsAt: string, durationMinutes: number): string =>
  new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString()
