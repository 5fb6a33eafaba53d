import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { instantToWallTime, toPracticeDay, type WallTime, weekdayOf } from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import type { HeldHour } from '#contract/consultations'
import type { OpeningHours } from '#contract/opening-hours'
import { formatDayTitle, weekdayNames } from '../../ui/calendar-month.ts'
import { AgendaColumn } from './agenda-column.tsx'
import {
  computeShownSpan,
  listDayRows,
  listOpenSpans,
  type MinuteSpan,
  occupiesTime,
  toMinutes,
  toMinuteSpan,
  toTimeText,
} from './agenda-layout.ts'
import { useAgendaCursor } from './use-agenda-cursor.ts'
import { type MovingConsultation, toPixels, useMoving } from './use-moving.ts'
import './agenda-week.css'

export interface AgendaWeekProps {
  readonly days: readonly string[]
  readonly today: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly consultations: readonly Consultation[]
  readonly holds: readonly HeldHour[]
  readonly hours: OpeningHours | undefined
  readonly showDay: (day: string) => void
  readonly showWeekOf: (day: string) => void
  readonly movingId: string | undefined
  readonly hasBegunMoving: () => void
  readonly book: (at: WallTime) => void
  readonly show: (consultation: Consultation) => void
  readonly drop: (moving: MovingConsultation) => void
  readonly isPending: boolean
}

export function AgendaWeek(props: AgendaWeekProps) {
  const { days, today, now, showDay } = props
  const root = useRef<HTMLDivElement>(null)
  const parts = listParts(props)
  const shown = computeShownSpan(
    parts.flatMap(({ open, consultations, holds }) => [...open, ...[...consultations, ...holds].map(toMinuteSpan)]),
  )
  const moving = useMovingWithFocus(root, shown, props)
  const cursor = useAgendaCursor({ root, days, shown, showDay: props.showWeekOf })
  const entry = cursor.entry ?? findFirstSlot(parts, now)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!moving.onKeyDown(event)) cursor.onKeyDown(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for keys of the buttons within
    <div
      className="week"
      role="group"
      aria-label={days.length === 1 ? 'Día por horas' : 'Semana por horas'}
      ref={root}
      onKeyDown={onKeyDown}
    >
      <div className="week-heads">
        <span className="week-corner" />
        {parts.map((part) => (
          <DayHead key={part.day} {...part} today={today} showDay={showDay} />
        ))}
      </div>
      <div className="week-body">
        <Axis shown={shown} now={days.includes(today) ? toMinuteOfDay(now) : undefined} />
        {parts.map((part) => (
          <AgendaColumn
            key={part.day}
            {...props}
            {...part}
            shown={shown}
            moving={moving}
            entry={entry?.day === part.day ? entry.minutes : undefined}
          />
        ))}
      </div>
      <MovingAnnouncement moving={moving.moving} />
    </div>
  )
}

const toMinuteOfDay = (now: number): number => toMinutes(instantToWallTime(new Date(now).toISOString()).time)

function listParts({ days, consultations, holds, hours }: AgendaWeekProps): readonly Part[] {
  return days.map((day) => {
    const part = {
      day,
      consultations: consultations.filter(({ startsAt }) => toPracticeDay(startsAt) === day),
      holds: holds.filter(({ startsAt }) => toPracticeDay(startsAt) === day),
      open: hours ? listOpenSpans(hours, day) : [],
    }
    return { ...part, isNarrow: isIdleWeekend(part) }
  })
}

function useMovingWithFocus(root: RefObject<HTMLElement | null>, shown: MinuteSpan, props: AgendaWeekProps) {
  const { days, consultations, drop, isPending, movingId, hasBegunMoving } = props
  const dropped = useRef<string>(undefined)
  const focus = (id: string) => root.current?.querySelector<HTMLElement>(`[data-consultation="${id}"]`)?.focus()
  const moving = useMoving({
    root,
    days,
    shown,
    drop: (there) => {
      dropped.current = there.consultation.consultationId
      drop(there)
    },
  })
  // On another day it is a different element.
  useLayoutEffect(() => {
    if (!dropped.current) return
    if (document.activeElement === document.body) focus(dropped.current)
    if (!isPending) dropped.current = undefined
  })
  useEffect(() => {
    const consultation = consultations.find(({ consultationId }) => consultationId === movingId)
    if (!consultation) return
    focus(consultation.consultationId)
    moving.begin(consultation)
    hasBegunMoving()
  })
  return moving
}

interface Part {
  readonly day: string
  readonly consultations: readonly Consultation[]
  readonly holds: readonly HeldHour[]
  readonly open: readonly MinuteSpan[]
  readonly isNarrow: boolean
}

const isIdleWeekend = ({ day, consultations, holds, open }: Omit<Part, 'isNarrow'>): boolean =>
  [0, 6].includes(weekdayOf(day)) && consultations.length + holds.length + open.length === 0

function findFirstSlot(parts: readonly Part[], now: number) {
  const { day: today, time } = instantToWallTime(new Date(now).toISOString())
  const slots = parts
    .filter(({ day }) => day >= today)
    .flatMap(({ day, open, consultations, holds }) => {
      const rows = listDayRows({ consultations, holds, open, passed: day === today ? toMinutes(time) : 0 })
      return rows.flatMap((row) => (row.kind === 'free' ? [{ day, minutes: Math.ceil(row.from / 30) * 30 }] : []))
    })
  return slots[0]
}

interface DayHeadProps extends Part {
  readonly today: string
  readonly showDay: (day: string) => void
}

const DayHead = ({ day, today, consultations, isNarrow, showDay }: DayHeadProps) => {
  const { short } = weekdayNames[weekdayOf(day) as 0]
  const count = consultations.filter(occupiesTime).length
  const text = `${isNarrow ? short.slice(0, 1) : short} ${Number(day.slice(8))}`
  const words = [text, formatDayTitle(day), ...(count ? [`${count} ${count === 1 ? 'consulta' : 'consultas'}`] : [])]
  return (
    <button
      type="button"
      className={['week-head', isNarrow && 'week-narrow', day === today && 'week-head-today'].filter(Boolean).join(' ')}
      aria-label={words.join(', ')}
      aria-current={day === today ? 'date' : undefined}
      // Drawn by CSS: as text it would be read as part of the day's number.
      data-count={count || undefined}
      onClick={() => showDay(day)}
    >
      <span>{text}</span>
    </button>
  )
}

const Axis = ({ shown, now }: { readonly shown: MinuteSpan; readonly now: number | undefined }) => {
  const hours = Array.from({ length: (shown.to - shown.from) / 60 - 1 }, (_, index) => shown.from + (index + 1) * 60)
  const isNow = now !== undefined && shown.from < now && now < shown.to
  return (
    <div className="week-axis" aria-hidden="true" style={{ height: toPixels(shown.to - shown.from) }}>
      {hours
        .filter((hour) => !isNow || Math.abs(hour - now) > 20)
        .map((hour) => (
          <span key={hour} style={{ top: toPixels(hour - shown.from) }}>
            {toTimeText(hour)}
          </span>
        ))}
      {isNow && (
        <span className="week-axis-now" style={{ top: toPixels(now - shown.from) }}>
          {toTimeText(now)}
        </span>
      )}
    </div>
  )
}

const MovingAnnouncement = ({ moving }: { readonly moving: MovingConsultation | undefined }) => (
  <p className={moving ? 'week-moving' : 'visually-hidden'} role="status">
    {moving && (
      <>
        {moving.consultation.customerName}: {formatDayTitle(moving.day)}, {toTimeText(moving.minutes)} h.{' '}
        <span>Intro o un hueco libre: dejarla ahí. Esc: dejarla donde estaba.</span>
      </>
    )}
  </p>
)
