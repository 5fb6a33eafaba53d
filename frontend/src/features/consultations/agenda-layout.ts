import {
  addDays,
  instantToWallTime,
  isExistingWallTime,
  startOfPracticeDay,
  toPracticeDay,
} from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import type { HeldHour } from '#contract/consultations'
import { listOpenTimeRanges } from '#contract/free-slots'
import type { OpeningHours } from '#contract/opening-hours'
import { consultationStatusLabels, consultationTypeLabels } from '#contract/status-labels'
import { formatTime } from '../../ui/wall-time.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** Minutes from midnight in the practice's local time; `to` is exclusive. */
export interface MinuteSpan {
  readonly from: number
  readonly to: number
}

export const listWeek = (monday: string): readonly string[] =>
  Array.from({ length: 7 }, (_, day) => addDays(monday, day))

export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** `09:30` for 570. */
export const toTimeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** `2 h`, `1 h 30 min`, `45 min` */
export function formatLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours ? [`${hours} h`] : []), ...(rest ? [`${rest} min`] : [])].join(' ')
}

export const endOf = ({ startsAt, durationMinutes }: Pick<Consultation, 'startsAt' | 'durationMinutes'>): number =>
  Date.parse(startsAt) + durationMinutes * MINUTE_MS

export const toMinuteSpan = ({ startsAt, durationMinutes }: Pick<Consultation, 'startsAt' | 'durationMinutes'>) => {
  const from = toMinutes(instantToWallTime(startsAt).time)
  return { from, to: Math.min(from + durationMinutes, DAY_MINUTES) }
}

export type AgendaState = 'cancelled' | 'closed' | 'unclosed' | 'running' | 'request' | 'scheduled'

/** `now` in epoch milliseconds. */
export function getAgendaState(consultation: Consultation, now: number): AgendaState {
  const { status, startsAt, toConfirm } = consultation
  if (status === 'cancelled') return 'cancelled'
  if (status === 'completed' || status === 'no_show') return 'closed'
  if (endOf(consultation) <= now) return 'unclosed'
  if (status === 'in_progress' || Date.parse(startsAt) <= now) return 'running'
  return toConfirm ? 'request' : 'scheduled'
}

export function getAgendaStateText(consultation: Consultation, state: AgendaState): string {
  if (state === 'closed' || state === 'cancelled') return consultationStatusLabels[consultation.status]
  if (state === 'unclosed') return 'Sin cerrar'
  if (state === 'running') return 'En curso'
  return state === 'request' ? 'Petición' : consultationTypeLabels[consultation.type]
}

export const occupiesTime = ({ status }: Consultation): boolean => status !== 'cancelled'

export const overlaps = (one: MinuteSpan, other: MinuteSpan): boolean => one.from < other.to && other.from < one.to

const HOUR_MINUTES = 60

/** The hour skipped on the day when summer time begins. */
export function listSkippedSpans(day: string): readonly MinuteSpan[] {
  const minutes = (startOfPracticeDay(addDays(day, 1)) - startOfPracticeDay(day)) / MINUTE_MS
  if (minutes >= DAY_MINUTES) return []
  return Array.from({ length: DAY_MINUTES / HOUR_MINUTES }, (_, hour) => hour * HOUR_MINUTES)
    .filter((from) => !isExistingWallTime({ day, time: toTimeText(from) }))
    .map((from) => ({ from, to: from + HOUR_MINUTES }))
}

export const listOpenSpans = (hours: OpeningHours, day: string): readonly MinuteSpan[] =>
  listOpenTimeRanges(hours, day)
    .map(({ from, to }) => {
      const [opens, closes] = [new Date(from).toISOString(), new Date(to).toISOString()]
      return {
        from: toMinutes(instantToWallTime(opens).time),
        to: toPracticeDay(closes) === day ? toMinutes(instantToWallTime(closes).time) : DAY_MINUTES,
      }
    })
    .flatMap((span) => subtract(span, listSkippedSpans(day)))

export function listClosedSpans(shown: MinuteSpan, open: readonly MinuteSpan[]): readonly MinuteSpan[] {
  const edges = [shown.from, ...open.flatMap(({ from, to }) => [from, to]), shown.to]
  return edges
    .flatMap((from, index) => (index % 2 === 0 ? [{ from, to: edges[index + 1] ?? from }] : []))
    .filter(({ from, to }) => from < to)
}

const [USUAL_FIRST, USUAL_LAST] = [9 * 60, 19 * 60]

export function computeShownSpan(spans: readonly MinuteSpan[]): MinuteSpan {
  const first = Math.min(...(spans.length > 0 ? spans.map(({ from }) => from) : [USUAL_FIRST]))
  const last = Math.max(...(spans.length > 0 ? spans.map(({ to }) => to) : [USUAL_LAST]))
  return {
    from: Math.max(0, Math.floor(first / 60) * 60 - 60),
    to: Math.min(DAY_MINUTES, Math.ceil(last / 60) * 60 + 60),
  }
}

export interface LaneEntry<Item> {
  readonly item: Item
  readonly span: MinuteSpan
  /** Column from 0; overlapping entries are side by side. */
  readonly lane: number
  readonly lanes: number
}

export function assignLanes<Item>(
  items: readonly Item[],
  spanOf: (item: Item) => MinuteSpan,
): readonly LaneEntry<Item>[] {
  const sorted = items.map((item) => ({ item, span: spanOf(item) })).toSorted((a, b) => a.span.from - b.span.from)
  const groups: (typeof sorted)[] = []
  for (const each of sorted) {
    const last = groups.at(-1)
    if (last?.some(({ span }) => overlaps(span, each.span))) last.push(each)
    else groups.push([each])
  }
  return groups.flatMap((group) => {
    const ends: number[] = []
    const placed = group.map((each) => {
      const free = ends.findIndex((end) => end <= each.span.from)
      const lane = free === -1 ? ends.length : free
      ends[lane] = each.span.to
      return { ...each, lane }
    })
    return placed.map((each) => ({ ...each, lanes: ends.length }))
  })
}

export type AgendaDayRow =
  | { readonly kind: 'consultation'; readonly from: number; readonly consultation: Consultation }
  | { readonly kind: 'hold'; readonly from: number; readonly hold: HeldHour }
  | { readonly kind: 'free'; readonly from: number; readonly minutes: number }
  | { readonly kind: 'closed'; readonly from: number; readonly until: number }

interface AgendaDay {
  readonly consultations: readonly Consultation[]
  readonly holds: readonly HeldHour[]
  readonly open: readonly MinuteSpan[]
  /** 0 for a future day, all for a past one. */
  readonly passed: number
}

const QUARTER = 15

export function listDayRows({ consultations, holds, open, passed }: AgendaDay): readonly AgendaDayRow[] {
  const taken = [...consultations.filter(occupiesTime), ...holds].map(toMinuteSpan)
  const earliest = Math.ceil(passed / QUARTER) * QUARTER
  const free = open
    .flatMap((span) => subtract({ from: Math.max(span.from, earliest), to: span.to }, taken))
    .map(({ from, to }) => ({ kind: 'free' as const, from, minutes: to - from }))
  const closed = open.slice(1).map((next, index) => ({
    kind: 'closed' as const,
    from: open[index]?.to ?? next.from,
    until: next.from,
  }))
  return [
    ...closed,
    ...consultations.map((consultation) => ({
      kind: 'consultation' as const,
      from: toMinuteSpan(consultation).from,
      consultation,
    })),
    ...holds.map((hold) => ({ kind: 'hold' as const, from: toMinuteSpan(hold).from, hold })),
    ...free,
  ].toSorted((a, b) => a.from - b.from)
}

const subtract = (span: MinuteSpan, taken: readonly MinuteSpan[]): readonly MinuteSpan[] =>
  taken
    .reduce<readonly MinuteSpan[]>(
      (left, { from, to }) =>
        left
          .flatMap((each) => [
            { from: each.from, to: Math.min(each.to, from) },
            { from: Math.max(each.from, to), to: each.to },
          ])
          .filter((each) => each.from < each.to),
      [span],
    )
    .filter(({ from, to }) => to - from >= QUARTER)

/** `Rosa Delgado, de 11:00 a 12:00`: other consultations at this time. */
export const describeConflict = (
  consultations: readonly Consultation[],
  { consultationId, startsAt, durationMinutes }: Pick<Consultation, 'consultationId' | 'startsAt' | 'durationMinutes'>,
): string | undefined => {
  const [start, end] = [Date.parse(startsAt), endOf({ startsAt, durationMinutes })]
  const there = consultations.filter(
    (each) =>
      occupiesTime(each) &&
      each.consultationId !== consultationId &&
      Date.parse(each.startsAt) < end &&
      start < endOf(each),
  )
  return there.length === 0
    ? undefined
    : there
        .map(
          (each) =>
            `${each.customerName}, de ${formatTime(each.startsAt)} a ${formatTime(new Date(endOf(each)).toISOString())}`,
        )
        .join('; ')
}
