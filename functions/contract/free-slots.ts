import { addDays, getPracticeOffsetMs, startOfPracticeDay, toPracticeDay, weekdayOf } from './calendar-days.ts'
import type { ConsultationType } from './consultation-types.ts'
import { type OpeningHours, type OpenInterval, weekdays } from './opening-hours.ts'

const MINUTE_MS = 60_000

/** Epoch milliseconds; `to` is exclusive. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

interface ClockTimeRange extends TimeRange {
  readonly offsetMs: number
}

function listClockTimeRanges(day: string): readonly ClockTimeRange[] {
  const [from, to] = [startOfPracticeDay(day), startOfPracticeDay(addDays(day, 1))]
  const [offsetMs, laterMs] = [getPracticeOffsetMs(from), getPracticeOffsetMs(to - MINUTE_MS)]
  if (offsetMs === laterMs) return [{ from, to, offsetMs }]
  let [before, after] = [from, to - MINUTE_MS]
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (getPracticeOffsetMs(middle) === offsetMs) before = middle
    else after = middle
  }
  return [
    { from, to: after, offsetMs },
    { from: after, to, offsetMs: laterMs },
  ]
}

function listIntervals(hours: OpeningHours, day: string): readonly OpenInterval[] {
  const isClosed = hours.closures.some(({ from, to }) => from <= day && day <= to)
  const weekday = weekdays[weekdayOf(day)] ?? 'sunday'
  return [...(isClosed ? [] : hours[weekday]), ...hours.extraOpenings.filter((extra) => extra.day === day)]
}

export function listOpenTimeRanges(hours: OpeningHours, day: string): readonly TimeRange[] {
  const intervals = listIntervals(hours, day)
  if (intervals.length === 0) return []
  const toInstant = (time: string, offsetMs: number) => Date.parse(`${day}T${time}Z`) - offsetMs
  const parts = listClockTimeRanges(day)
    .flatMap(({ from, to, offsetMs }) =>
      intervals.map(({ opensAt, closesAt }) => ({
        from: Math.max(from, toInstant(opensAt, offsetMs)),
        to: Math.min(to, toInstant(closesAt, offsetMs)),
      })),
    )
    .filter(({ from, to }) => from < to)
    .toSorted((a, b) => a.from - b.from)
  return parts.reduce<readonly TimeRange[]>((merged, part) => {
    const last = merged.at(-1)
    return last && part.from <= last.to
      ? [...merged.slice(0, -1), { from: last.from, to: Math.max(last.to, part.to) }]
      : [...merged, part]
  }, [])
}

export interface BookedConsultation {
  readonly consultationId?: string | undefined
  readonly startsAt: string
  readonly durationMinutes: number
  readonly type: ConsultationType
  /**
   * Pause agreed when it was booked: later changes of the opening hours do not affect it.
   * @default the type's present pause
   */
  readonly pauseMinutes?: number | undefined
}

const doOverlap = (one: TimeRange, other: TimeRange): boolean => one.from < other.to && other.from < one.to

const toTimeRange = (startsAt: string, minutes: number): TimeRange => {
  const from = Date.parse(startsAt)
  return { from, to: from + minutes * MINUTE_MS }
}

/** The pause after it may lie outside. */
export function isWithinOpeningHours(
  hours: OpeningHours,
  { startsAt, durationMinutes }: Pick<BookedConsultation, 'startsAt' | 'durationMinutes'>,
): boolean {
  const { from, to } = toTimeRange(startsAt, durationMinutes)
  return listOpenTimeRanges(hours, toPracticeDay(startsAt)).some((open) => open.from <= from && to <= open.to)
}

/** By notice, last day, opening hours and offered starts, without looking at bookings. */
export function isOfferedStart(
  hours: OpeningHours,
  { startsAt, durationMinutes, type }: BookedConsultation,
  now: Date,
): boolean {
  const day = toPracticeDay(startsAt)
  const types = { ...hours.types, [type]: { ...hours.types[type], durationMinutes } }
  const query = { hours: { ...hours, types }, type, from: day, to: day, now, bookings: [], holds: [] }
  return listFreeSlots(query).includes(startsAt)
}

export interface FreeSlotsQuery {
  readonly hours: OpeningHours
  readonly type: ConsultationType
  readonly from: string
  readonly to: string
  readonly now: Date
  /** Everything that may overlap these days, including pauses. */
  readonly bookings: readonly BookedConsultation[]
  readonly holds: readonly { readonly startsAt: string; readonly endsAt: string }[]
}

interface MovedConsultation extends BookedConsultation {
  readonly consultationId: string
}

/**
 * Question for moving a consultation: its own time and pause count as free. It keeps the pause agreed for it, or none.
 */
export function toMoveQuery(
  query: Omit<FreeSlotsQuery, 'type'>,
  { consultationId, type, durationMinutes, pauseMinutes = 0 }: MovedConsultation,
): FreeSlotsQuery {
  const { hours, bookings } = query
  return {
    ...query,
    type,
    hours: { ...hours, types: { ...hours.types, [type]: { durationMinutes, pauseMinutes } } },
    bookings: bookings
      .filter((each) => each.consultationId !== consultationId)
      .map((each) => ({ ...each, pauseMinutes: each.pauseMinutes ?? hours.types[each.type].pauseMinutes })),
  }
}

export const computeBookableDays = ({ noticeHours, horizonDays }: OpeningHours, now: Date) => ({
  from: toPracticeDay(new Date(now.getTime() + noticeHours * 60 * MINUTE_MS)),
  to: addDays(toPracticeDay(now), horizonDays),
})

export function listFreeSlots({ hours, type, from, to, now, bookings, holds }: FreeSlotsQuery): readonly string[] {
  const { durationMinutes, pauseMinutes } = hours.types[type]
  const taken = [
    ...bookings.map(({ startsAt, durationMinutes: minutes, type: booked, pauseMinutes: agreed }) =>
      toTimeRange(startsAt, minutes + (agreed ?? hours.types[booked].pauseMinutes)),
    ),
    ...holds.map(({ startsAt, endsAt }) => ({ from: Date.parse(startsAt), to: Date.parse(endsAt) })),
  ]
  const earliest = now.getTime() + hours.noticeHours * 60 * MINUTE_MS
  const isFree = (start: number): boolean => {
    const whole = { from: start, to: start + (durationMinutes + pauseMinutes) * MINUTE_MS }
    return start >= earliest && !taken.some((each) => doOverlap(each, whole))
  }
  const { from: first, to: last } = computeBookableDays(hours, now)
  return listDays(from > first ? from : first, to < last ? to : last).flatMap((day) =>
    listOpenTimeRanges(hours, day)
      .flatMap((open) => listStarts(open, durationMinutes, hours.startEveryMinutes))
      .filter(isFree)
      .map((start) => new Date(start).toISOString()),
  )
}

/** Books greedily, earliest first, which gives the greatest number of consultations. */
export function fillFreeSlots(query: FreeSlotsQuery): readonly string[] {
  const { durationMinutes, pauseMinutes } = query.hours.types[query.type]
  const filled: string[] = []
  let last: TimeRange | undefined
  for (const startsAt of listFreeSlots(query)) {
    const whole = toTimeRange(startsAt, durationMinutes + pauseMinutes)
    if (last && doOverlap(last, whole)) continue
    filled.push(startsAt)
    last = whole
  }
  return filled
}

function listStarts({ from, to }: TimeRange, durationMinutes: number, everyMinutes: number): readonly number[] {
  const count = Math.floor((to - from - durationMinutes * MINUTE_MS) / (everyMinutes * MINUTE_MS)) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => from + index * everyMinutes * MINUTE_MS)
}

function listDays(from: string, to: string): readonly string[] {
  return from > to ? [] : [from, ...listDays(addDays(from, 1), to)]
}
