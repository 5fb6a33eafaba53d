import { CircleAlert, Hourglass, MessageSquare } from 'lucide-react'
import { instantToWallTime, type WallTime } from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import type { HeldHour } from '#contract/consultations'
import { formatDayTitle } from '../../ui/calendar-month.ts'
import { formatTime } from '../../ui/wall-time.ts'
import {
  type AgendaState,
  getAgendaState,
  getAgendaStateText,
  type LaneEntry,
  assignLanes,
  listClosedSpans,
  listSkippedSpans,
  type MinuteSpan,
  overlaps,
  occupiesTime,
  toMinutes,
  toMinuteSpan,
  toTimeText,
} from './agenda-layout.ts'
import { type Moving, toPixels } from './use-moving.ts'
import './agenda-blocks.css'

interface AgendaColumnProps {
  readonly day: string
  readonly today: string
  readonly now: number
  readonly shown: MinuteSpan
  readonly open: readonly MinuteSpan[]
  readonly consultations: readonly Consultation[]
  readonly holds: readonly HeldHour[]
  readonly isNarrow: boolean
  readonly entry: number | undefined
  readonly moving: Moving
  readonly book: (at: WallTime) => void
  readonly show: (consultation: Consultation) => void
}

const HALF_HOUR = 30

const place = (shown: MinuteSpan, { from, to }: MinuteSpan) => ({
  top: toPixels(from - shown.from),
  height: toPixels(to - from),
})

export function AgendaColumn(props: AgendaColumnProps) {
  const { day, today, now, shown, open, consultations, holds, isNarrow, moving } = props
  const passed = day === today ? toMinutes(instantToWallTime(new Date(now).toISOString()).time) : undefined
  const ghost = moving.moving?.day === day ? moving.moving : undefined
  return (
    <div
      className={isNarrow ? 'week-column week-narrow' : 'week-column'}
      role="group"
      aria-label={formatDayTitle(day)}
      data-column={day}
      style={{ height: toPixels(shown.to - shown.from) }}
    >
      {listClosedSpans(shown, open).map((span) => (
        <div key={span.from} className="week-closed" style={place(shown, span)} />
      ))}
      {assignLanes([...consultations, ...holds], toMinuteSpan).map((laneEntry) =>
        'heldUntil' in laneEntry.item ? (
          <Hold key={`hold ${laneEntry.item.startsAt}`} laneEntry={laneEntry} hold={laneEntry.item} shown={shown} />
        ) : (
          <Block key={laneEntry.item.consultationId} {...props} laneEntry={laneEntry} consultation={laneEntry.item} />
        ),
      )}
      <FreeSlots {...props} />
      {ghost && (
        <div
          className="week-ghost"
          aria-hidden="true"
          style={place(shown, { from: ghost.minutes, to: ghost.minutes + ghost.consultation.durationMinutes })}
        >
          {ghost.consultation.customerName} {toTimeText(ghost.minutes)}
        </div>
      )}
      {passed !== undefined && shown.from <= passed && passed <= shown.to && (
        <div className="week-now" style={{ top: toPixels(passed - shown.from) }} />
      )}
    </div>
  )
}

function FreeSlots({ day, today, now, shown, consultations, holds, entry, moving, book }: AgendaColumnProps) {
  const taken = [...consultations.filter(occupiesTime), ...holds].map(toMinuteSpan)
  const passed = toMinutes(instantToWallTime(new Date(now).toISOString()).time)
  const skipped = listSkippedSpans(day)
  const starts = Array.from(
    { length: (shown.to - shown.from) / HALF_HOUR },
    (_, index) => shown.from + index * HALF_HOUR,
  )
  return starts
    .map((from) => ({ from, to: from + HALF_HOUR }))
    .filter((span) => !taken.some((each) => overlaps(each, span)))
    .map((span) => {
      const isPast = day < today || (day === today && span.from < passed)
      const isSkipped = skipped.some((each) => overlaps(each, span))
      const state = isSkipped ? 'no existe: los relojes se adelantan' : isPast ? 'ya ha pasado' : 'libre'
      return (
        <button
          key={span.from}
          type="button"
          className="week-slot"
          style={place(shown, span)}
          data-from={span.from}
          data-to={span.to}
          tabIndex={span.from === entry ? 0 : -1}
          aria-disabled={isPast || isSkipped || undefined}
          aria-label={`${formatDayTitle(day)}, ${toTimeText(span.from)} h, ${state}`}
          onClick={() => {
            if (moving.moving) moving.dropAt(day, span.from)
            else if (!isPast && !isSkipped) book({ day, time: toTimeText(span.from) })
          }}
        >
          <span aria-hidden="true">{toTimeText(span.from)}</span>
        </button>
      )
    })
}

const lane = ({ lane: index, lanes }: LaneEntry<unknown>) => ({
  left: `calc(${(index * 100) / lanes}% + 2px)`,
  width: `calc(${100 / lanes}% - 6px)`,
})

interface HoldProps {
  readonly hold: HeldHour
  readonly laneEntry: LaneEntry<unknown>
  readonly shown: MinuteSpan
}

const Hold = ({ hold: { heldUntil }, laneEntry, shown }: HoldProps) => (
  <div className="week-block week-block-hold" style={{ ...place(shown, laneEntry.span), ...lane(laneEntry) }}>
    <p>
      <Hourglass aria-hidden="true" />
      <span className="visually-hidden">Retenido sin confirmar, hasta las </span>
      {formatTime(heldUntil)}
    </p>
  </div>
)

const icons: Partial<Record<AgendaState, typeof CircleAlert>> = { unclosed: CircleAlert, request: MessageSquare }

const SHORT_MINUTES = 45

/** The column has no room for more. */
const shortenName = (name: string): string => name.split(' ').slice(0, 2).join(' ')

function describe({ customerName, startsAt, durationMinutes }: Consultation, stateText: string) {
  const [time, length] = [formatTime(startsAt), `${durationMinutes} min`]
  return durationMinutes < SHORT_MINUTES
    ? { isShort: true, name: shortenName(customerName), time, more: `${length}, ${stateText}` }
    : { isShort: false, name: customerName, time: `${time} · ${stateText}`, more: length }
}

interface BlockProps extends AgendaColumnProps {
  readonly consultation: Consultation
  readonly laneEntry: LaneEntry<unknown>
}

function Block({ day, now, shown, laneEntry, consultation, moving, show }: BlockProps) {
  const { status } = consultation
  const state = getAgendaState(consultation, now)
  const stateText = getAgendaStateText(consultation, state)
  const { isShort, name, time, more } = describe(consultation, stateText)
  const Icon = icons[state]
  const isMovable = status === 'scheduled' && (state === 'scheduled' || state === 'request')
  const isMoving = moving.moving?.consultation.consultationId === consultation.consultationId
  return (
    <button
      type="button"
      className={['week-block', `week-block-${state}`, isMoving && 'week-block-moving'].filter(Boolean).join(' ')}
      style={{ ...place(shown, laneEntry.span), ...lane(laneEntry) }}
      data-consultation={consultation.consultationId}
      // The arrow keys ignore a cancelled one, whose hour is free again.
      {...(occupiesTime(consultation) && { 'data-from': laneEntry.span.from, 'data-to': laneEntry.span.to })}
      aria-label={`${name} ${time}, ${formatDayTitle(day)}, ${more}`}
      aria-keyshortcuts={isMovable ? 'M' : undefined}
      onClick={() => {
        if (!moving.isEndOfDrag()) show(consultation)
      }}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'm' || !isMovable || event.ctrlKey || event.metaKey || event.altKey) return
        event.stopPropagation()
        moving.begin(consultation)
      }}
      {...(isMovable && moving.pointer(consultation))}
    >
      <span className={isShort ? 'week-block-line' : undefined}>
        <strong>
          {Icon && <Icon aria-hidden="true" />}
          {name}
        </strong>{' '}
        <small>{time}</small>
      </span>
    </button>
  )
}
