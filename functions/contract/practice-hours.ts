import { PRACTICE_TIME_ZONE } from './product.ts'

/** Local time. ISO 8601 weekdays (Monday is 1), hours since midnight. */
const PRACTICE_HOURS = {
  days: [1, 2, 3, 4, 5],
  spans: [
    { from: 9, to: 14 },
    { from: 16, to: 19 },
  ],
} as const

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: PRACTICE_TIME_ZONE,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** ISO weekday and minutes since midnight in the practice's time zone. */
function wallClockAt(instant: number) {
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  return {
    day: weekdays.indexOf(parts.get('weekday') ?? '') + 1,
    minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
}

export function isWithinPracticeHours(startsAt: string, durationMinutes: number): boolean {
  const { day, minutes } = wallClockAt(Date.parse(startsAt))
  return (
    PRACTICE_HOURS.days.some((each) => each === day) &&
    PRACTICE_HOURS.spans.some(({ from, to }) => minutes >= from * 60 && minutes + durationMinutes <= to * 60)
  )
}

const spanText = ({ from, to }: (typeof PRACTICE_HOURS.spans)[number]) => `de ${from}:00 a ${to}:00`

export const practiceHoursText = `de lunes a viernes, ${PRACTICE_HOURS.spans.map(spanText).join(' o ')}`
