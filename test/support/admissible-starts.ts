import { Temporal } from 'temporal-polyfill'
import type { FreeSlotsQuery } from '#contract/free-slots'

/*
 * Possible starts of a consultation, written from the specification alone, without reading the code: opening hours by
 * weekday in Europe/Madrid, several intervals a day; length and pause by type; the notice; the horizon; closures and
 * extra openings by date; never two people in one slot. The specification does not fix the interval between starts: the
 * product offers a subset of the minutes allowed here.
 */
const MINUTE = 60_000
const ZONE = 'Europe/Madrid'
const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const minuteOfDay = (time: string): number => Temporal.PlainTime.from(time).since('00:00').total('minutes')
const minuteOf = (instant: string): number => Temporal.Instant.from(instant).epochMilliseconds / MINUTE

function listIntervals(hours: FreeSlotsQuery['hours'], date: Temporal.PlainDate) {
  const isWithin = ({ from, to }: { readonly from: string; readonly to: string }) =>
    Temporal.PlainDate.compare(from, date) <= 0 && Temporal.PlainDate.compare(date, to) <= 0
  const weekly = hours.closures.some(isWithin) ? [] : hours[names[date.dayOfWeek - 1] ?? 'sunday']
  return [...weekly, ...hours.extraOpenings.filter(({ day }) => date.equals(day))]
}

/** Minutes since 1970 in which the practice is open on a date, which may contain a clock change. */
function listOpenMinutes(hours: FreeSlotsQuery['hours'], date: Temporal.PlainDate): number[] {
  const begin = date.toZonedDateTime(ZONE)
  const length = begin.hoursInDay * 60
  const change = begin.getTimeZoneTransition('next')
  const changeAfter = change ? change.since(begin).total('minutes') : length
  const shift = change ? (change.offsetNanoseconds - begin.offsetNanoseconds) / 60e9 : 0
  const intervals = listIntervals(hours, date).map((each) => [minuteOfDay(each.opensAt), minuteOfDay(each.closesAt)])
  const first = begin.epochMilliseconds / MINUTE
  return Array.from({ length }, (_, elapsed) => elapsed)
    .filter((elapsed) => {
      const shown = elapsed + (elapsed >= changeAfter ? shift : 0)
      return intervals.some(([opens = 0, closes = 0]) => opens <= shown && shown < closes)
    })
    .map((elapsed) => first + elapsed)
}

const listMinutes = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)

/** In minutes since 1970, in ascending order. */
export function listAdmissibleStarts({ hours, type, from, to, now, bookings, holds }: FreeSlotsQuery): number[] {
  const { durationMinutes, pauseMinutes } = hours.types[type]
  const taken = new Set([
    ...bookings.flatMap(({ startsAt, durationMinutes: minutes, type: booked, pauseMinutes: agreed }) => {
      const begin = minuteOf(startsAt)
      return listMinutes(begin, begin + minutes + (agreed ?? hours.types[booked].pauseMinutes))
    }),
    ...holds.flatMap(({ startsAt, endsAt }) => listMinutes(minuteOf(startsAt), minuteOf(endsAt))),
  ])
  const moment = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  const earliest = moment.add({ hours: hours.noticeHours }).epochMilliseconds / MINUTE
  const horizon = moment.toZonedDateTimeISO(ZONE).toPlainDate().add({ days: hours.horizonDays })
  const starts: number[] = []
  for (
    let date = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(date, to) <= 0;
    date = date.add({ days: 1 })
  ) {
    if (Temporal.PlainDate.compare(date, horizon) > 0) break
    const open = new Set(listOpenMinutes(hours, date))
    for (const start of open) {
      const isOpen = listMinutes(start, start + durationMinutes).every((minute) => open.has(minute))
      const isUntaken = listMinutes(start, start + durationMinutes + pauseMinutes).every((minute) => !taken.has(minute))
      if (start >= earliest && isOpen && isUntaken) starts.push(start)
    }
  }
  return starts
}
