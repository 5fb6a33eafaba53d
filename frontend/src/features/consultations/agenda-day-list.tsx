import { Hourglass } from 'lucide-react'
import type { WallTime } from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import type { HeldHour } from '#contract/consultations'
import { consultationTypeLabels } from '#contract/status-labels'
import { JoinCustomerCall } from './join-call.tsx'
import { formatDayTitle } from '../../ui/calendar-month.ts'
import { formatTime } from '../../ui/wall-time.ts'
import {
  type AgendaDayRow,
  endOf,
  formatLength,
  getAgendaState,
  getAgendaStateText,
  listDayRows,
  type MinuteSpan,
  toTimeText,
} from './agenda-layout.ts'
import './agenda-day-list.css'

interface AgendaDayListProps {
  readonly day: string
  /** Epoch milliseconds. */
  readonly now: number
  /** Elapsed minutes of the day, if it is today. */
  readonly passed: number | undefined
  readonly isOver: boolean
  readonly consultations: readonly Consultation[]
  readonly holds: readonly HeldHour[]
  readonly open: readonly MinuteSpan[]
  readonly book: (at: WallTime) => void
  readonly show: (consultation: Consultation) => void
}

const WHOLE_DAY = 24 * 60

export function AgendaDayList({
  day,
  now,
  passed,
  isOver,
  consultations,
  holds,
  open,
  book,
  show,
}: AgendaDayListProps) {
  const rows = listDayRows({ consultations, holds, open, passed: passed ?? (isOver ? WHOLE_DAY : 0) })
  const next = passed === undefined ? -1 : rows.findIndex((row) => row.from > passed || isRunning(row, now))
  return (
    <ul className="day-list" aria-label={`Agenda del ${formatDayTitle(day)}`}>
      {rows.length === 0 && <li className="day-row day-row-closed">{isOver ? 'Nada en la agenda' : 'Cerrado'}</li>}
      {rows.map((row, index) => (
        <li key={keyOf(row)} className={`day-row day-row-${row.kind}`}>
          {index === next && passed !== undefined && <NowLine passed={passed} />}
          <span className="day-row-time">{toTimeText(row.from)}</span>
          <Row row={row} now={now} book={(time) => book({ day, time })} show={show} />
        </li>
      ))}
    </ul>
  )
}

const isRunning = (row: AgendaDayRow, now: number): boolean =>
  row.kind === 'consultation' && getAgendaState(row.consultation, now) === 'running'

const keyOf = (row: AgendaDayRow): string =>
  row.kind === 'consultation' ? row.consultation.consultationId : `${row.kind} ${row.from}`

const NowLine = ({ passed }: { readonly passed: number }) => (
  <span className="day-now">
    <span className="visually-hidden">Ahora, </span>
    <b>{toTimeText(passed)}</b>
  </span>
)

interface RowProps {
  readonly row: AgendaDayRow
  readonly now: number
  readonly book: (time: string) => void
  readonly show: (consultation: Consultation) => void
}

function Row({ row, now, book, show }: RowProps) {
  if (row.kind === 'closed') return <span>Cerrado hasta las {toTimeText(row.until)}</span>
  if (row.kind === 'hold')
    return (
      <span className="day-hold">
        <Hourglass aria-hidden="true" /> Retenido sin confirmar, hasta las {formatTime(row.hold.heldUntil)}
      </span>
    )
  if (row.kind === 'free')
    return (
      <button
        type="button"
        className="day-free"
        aria-label={`${toTimeText(row.from)} h, libre ${formatLength(row.minutes)}: programar`}
        onClick={() => book(toTimeText(row.from))}
      >
        Libre {formatLength(row.minutes)}
      </button>
    )
  return (
    <>
      <ConsultationRow consultation={row.consultation} now={now} show={show} />
      {isRunning(row, now) && <JoinCustomerCall consultation={row.consultation} />}
    </>
  )
}

export function ConsultationRow({
  consultation,
  now,
  show,
}: Omit<RowProps, 'row' | 'book'> & { consultation: Consultation }) {
  const { customerName, type, durationMinutes } = consultation
  const state = getAgendaState(consultation, now)
  const left = Math.max(1, Math.ceil((endOf(consultation) - now) / 60_000))
  const texts = {
    scheduled: '',
    running: left > durationMinutes ? 'En curso' : `En curso, quedan ${formatLength(left)}`,
    closed: getAgendaStateText(consultation, state),
    unclosed: 'Sin cerrar',
    cancelled: 'Cancelada',
    request: 'Petición',
  }
  return (
    <button type="button" className={`day-consultation day-consultation-${state}`} onClick={() => show(consultation)}>
      <strong>{customerName}</strong>
      <small>
        {consultationTypeLabels[type]}, {formatLength(durationMinutes)}
        {texts[state] && (
          <>
            <span>{' · '}</span>
            <span className="day-consultation-state">{texts[state]}</span>
          </>
        )}
      </small>
    </button>
  )
}
