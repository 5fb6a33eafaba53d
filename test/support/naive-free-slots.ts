import type { ConsultationType } from '#contract/consultation-types'
import type { FreeSlotsQuery } from '#contract/free-slots'

/*
 * Free hours by brute force, minute by minute:
 * - an interval of the weekday opens the practice, unless the date is closed; an extra opening of the date always does;
 * - a consultation may begin every so many minutes, counted from each opening;
 * - all its minutes are open; neither they nor its pause overlap a booked consultation, that one's pause, or a hold;
 * - a booked consultation keeps the pause of its booking day, if known;
 * - a consultation begins only after the pause of the one before;
 * - moving a consultation frees its minutes and its pause; it keeps its pause, or none if none was agreed;
 * - it begins after the notice, on a day within the horizon.
 */
const MINUTE = 60_000
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

const madrid = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Madrid',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

interface Clock {
  readonly day: string
  /** `HH:MM` */
  readonly time: string
}

const clocks = new Map<number, Clock>()

function readClock(instant: number): Clock {
  const known = clocks.get(instant)
  if (known) return known
  const [day = '', time = ''] = madrid.format(instant).split(', ')
  const clock = { day, time }
  if (clocks.size > 50_000) clocks.clear()
  clocks.set(instant, clock)
  return clock
}

export function isOpenAt(hours: FreeSlotsQuery['hours'], instant: number): boolean {
  const { day, time } = readClock(instant)
  const weekday = weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 'sunday'
  for (const extra of hours.extraOpenings) {
    if (extra.day === day && extra.opensAt <= time && time < extra.closesAt) return true
  }
  for (const closure of hours.closures) {
    if (closure.from <= day && day <= closure.to) return false
  }
  for (const interval of hours[weekday]) {
    if (interval.opensAt <= time && time < interval.closesAt) return true
  }
  return false
}

const minutesOf = (from: number, minutes: number): number[] =>
  Array.from({ length: Math.max(0, minutes) }, (_, minute) => from + minute * MINUTE)

type Booking = FreeSlotsQuery['bookings'][number]

function listTakenMinutes({ hours, bookings, holds }: FreeSlotsQuery, moved?: Booking): ReadonlySet<number> {
  const pauseOf = (each: ConsultationType): number => hours.types[each].pauseMinutes
  const taken = new Set<number>()
  for (const booking of bookings) {
    if (booking === moved) continue
    const whole = booking.durationMinutes + (booking.pauseMinutes ?? pauseOf(booking.type))
    for (const minute of minutesOf(Date.parse(booking.startsAt), whole)) taken.add(minute)
  }
  for (const hold of holds) {
    const begin = Date.parse(hold.startsAt)
    for (const minute of minutesOf(begin, (Date.parse(hold.endsAt) - begin) / MINUTE)) taken.add(minute)
  }
  return taken
}

export function findFreeSlotsNaively(query: FreeSlotsQuery, moved?: Booking): string[] {
  const { hours, type, from, to, now } = query
  const { durationMinutes, pauseMinutes = 0 } = moved ?? hours.types[type]
  const taken = listTakenMinutes(query, moved)

  const today = readClock(now.getTime()).day
  const lastDay = new Date(Date.parse(`${today}T12:00:00Z`) + hours.horizonDays * 86_400_000).toISOString().slice(0, 10)
  const earliest = now.getTime() + hours.noticeHours * 3_600_000

  const free: string[] = []
  let openFor = 0
  // No zone is more than a day from UTC.
  const begin = Date.parse(`${from}T00:00:00Z`) - 86_400_000
  const end = Date.parse(`${to}T00:00:00Z`) + 2 * 86_400_000
  for (let minute = begin; minute < end; minute += MINUTE) {
    if (!isOpenAt(hours, minute)) {
      openFor = 0
      continue
    }
    const isStart = openFor % hours.startEveryMinutes === 0
    openFor += 1
    const { day } = readClock(minute)
    if (!isStart || day < from || day > to) continue
    if (minute < earliest || day > lastDay) continue
    const isOpen = minutesOf(minute, durationMinutes).every((each) => isOpenAt(hours, each))
    const isUntaken = minutesOf(minute, durationMinutes + pauseMinutes).every((each) => !taken.has(each))
    if (isOpen && isUntaken) free.push(new Date(minute).toISOString())
  }
  return free
}
