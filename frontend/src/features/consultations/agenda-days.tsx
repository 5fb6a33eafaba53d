import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  instantToWallTime,
  isExistingWallTime,
  mondayOf,
  toPracticeDay,
  type WallTime,
  wallTimeToInstant,
  weekdayOf,
} from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import type { OpeningHours } from '#contract/opening-hours'
import { toErrorMessage } from '../../api/error-message.ts'
import { formatDayTitle } from '../../ui/calendar-month.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { AgendaConsultationDialog } from './agenda-consultation-dialog.tsx'
import { AgendaDayList } from './agenda-day-list.tsx'
import { listOpenSpans, listWeek, occupiesTime, toMinutes, toTimeText } from './agenda-layout.ts'
import { weekHoldsQuery, weekQuery } from './agenda-queries.ts'
import { AgendaWeek } from './agenda-week.tsx'
import { ConfirmRequestDialog } from './confirm-request-dialog.tsx'
import { useConsultationDialogs } from './consultation-dialogs.tsx'
import { skippedHourText } from './consultation-slot-fields.ts'
import { isPriceKnown } from './consultation-words.ts'
import type { AgendaPlace } from './use-agenda-place.ts'
import { useMoveConsultation } from './use-move-consultation.ts'
import type { MovingConsultation } from './use-moving.ts'
import { openingHoursQuery } from './use-opening-hours-form.ts'
import './agenda-blocks.css'
import './agenda-day-list.css'

/** Refetch interval in milliseconds: holds begin and expire without an event. */
const HOLDS_MS = 60_000

interface AgendaDaysProps {
  readonly place: AgendaPlace
  readonly book: (at: WallTime) => void
}

const onDay = <Item extends { readonly startsAt: string }>(items: readonly Item[], day: string) =>
  items.filter(({ startsAt }) => toPracticeDay(startsAt) === day)

const findPassedMinutes = (day: string, today: string, now: number): number | undefined =>
  day === today ? toMinutes(instantToWallTime(new Date(now).toISOString()).time) : undefined

interface LoadedDayProps {
  readonly isPending: boolean
  readonly isThere: boolean
  readonly children: ReactNode
}

/** Until consultations and opening hours are there, a day would be called closed or free. */
const LoadedDay = ({ isPending, isThere, children }: LoadedDayProps) =>
  isPending ? (
    <div className="day-list">
      <CardLoading text="Cargando la agenda..." />
    </div>
  ) : (
    isThere && children
  )

const listOpenSpansIfKnown = (hours: OpeningHours | undefined, day: string) => (hours ? listOpenSpans(hours, day) : [])

const useWeekHolds = (monday: string) =>
  useQuery({ ...weekHoldsQuery(monday), refetchInterval: HOLDS_MS }).data?.items ?? []

export function AgendaDays({ place: { view, day, today, show }, book }: AgendaDaysProps) {
  const now = useCurrentMinute().getTime()
  const week = listWeek(mondayOf(day))
  const { data, error, refetch, isFetching, isPending: isWeekPending } = useQuery(weekQuery(mondayOf(day)))
  const { data: opening, isPending: areHoursPending } = useQuery({ ...openingHoursQuery, staleTime: 5 * 60_000 })
  const holds = useWeekHolds(mondayOf(day))
  const [shown, setShown] = useState<string>()
  const [asked, setAsked] = useState<MovingConsultation>()
  const [movingId, setMovingId] = useState<string>()
  const { consultations, move, isPending } = useMoveConsultation(data?.items ?? [])
  const { dialog, ...dialogs } = useConsultationDialogs({ latest: consultations })
  const hours = opening?.openingHours
  const chosen = consultations.find(({ consultationId }) => consultationId === shown)
  const of = (each: string) => onDay(consultations, each)
  const put = (there: MovingConsultation) => move(there.consultation, toInstant(there))
  const drop = (there: MovingConsultation) => {
    if (!isExistingWallTime(toWallTime(there))) showNotice.failure('No se pudo actualizar la consulta', skippedHourText)
    else if (there.consultation.toConfirm) setAsked(there)
    else put(there)
  }
  const shared = { now, holds, book, show: (each: Consultation) => setShown(each.consultationId) }
  return (
    <div className="planner-days">
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      <WeekStrip week={week} day={day} today={today} of={of} choose={(next) => show({ day: next })} />
      <LoadedDay isPending={isWeekPending || areHoursPending} isThere={data !== undefined}>
        <AgendaDayList
          {...shared}
          day={day}
          passed={findPassedMinutes(day, today, now)}
          isOver={day < today}
          consultations={of(day)}
          holds={onDay(holds, day)}
          open={listOpenSpansIfKnown(hours, day)}
        />
      </LoadedDay>
      <AgendaWeek
        {...shared}
        days={view === 'day' ? [day] : week}
        today={today}
        consultations={consultations}
        hours={hours}
        showDay={(next) => show(week.includes(next) && view === 'week' ? { view: 'day', day: next } : { day: next })}
        showWeekOf={(next) => show({ day: next })}
        drop={drop}
        isPending={isPending || asked !== undefined || isFetching}
        movingId={movingId}
        hasBegunMoving={() => setMovingId(undefined)}
      />
      <Legend />
      {chosen && (
        <AgendaConsultationDialog
          {...dialogs}
          consultation={chosen}
          now={now}
          move={() => {
            setShown(undefined)
            setMovingId(chosen.consultationId)
          }}
          close={() => setShown(undefined)}
        />
      )}
      {dialog}
      {asked && <MoveAndConfirm asked={asked} put={put} close={() => setAsked(undefined)} />}
    </div>
  )
}

interface MoveAndConfirmProps {
  readonly asked: MovingConsultation
  readonly put: (there: MovingConsultation) => void
  readonly close: () => void
}

const toWallTime = ({ day, minutes }: MovingConsultation) => ({ day, time: toTimeText(minutes) })
const toInstant = (there: MovingConsultation): string => wallTimeToInstant(toWallTime(there))

/** Asks for the price where it is not known: the client was promised it with the confirmation. */
function MoveAndConfirm({ asked, put, close }: MoveAndConfirmProps) {
  const { consultation, day, minutes } = asked
  const { customerName, startsAt } = consultation
  if (!isPriceKnown(consultation)) {
    const moved = { ...consultation, startsAt: toInstant(asked) }
    return <ConfirmRequestDialog consultation={moved} askedFor={startsAt} close={close} />
  }
  return (
    <ConfirmDialog
      title="¿Mover y confirmar la petición?"
      action="Mover y confirmar"
      confirm={() => {
        put(asked)
        close()
      }}
      cancel={close}
    >
      <p>
        {customerName} pidió el {formatWeekdayDate(startsAt)} a las {formatTime(startsAt)} h. Al moverla al{' '}
        {formatDayTitle(day)} a las {toTimeText(minutes)} h queda confirmada, y se lo diremos por correo.
      </p>
    </ConfirmDialog>
  )
}

interface WeekStripProps {
  readonly week: readonly string[]
  readonly day: string
  readonly today: string
  readonly of: (day: string) => readonly Consultation[]
  readonly choose: (day: string) => void
}

const MAX_DOTS = 3
const initials = ['D', 'L', 'M', 'X', 'J', 'V', 'S'] as const

const WeekStrip = ({ week, day, today, of, choose }: WeekStripProps) => (
  <div className="week-strip" role="group" aria-label="Semana">
    {week.map((each) => {
      const count = of(each).filter(occupiesTime).length
      const text = `${initials[weekdayOf(each)]} ${Number(each.slice(8))}`
      const words = [
        text,
        formatDayTitle(each),
        ...(count ? [`${count} ${count === 1 ? 'consulta' : 'consultas'}`] : []),
      ]
      return (
        <button
          key={each}
          type="button"
          aria-label={words.join(', ')}
          aria-pressed={each === day}
          aria-current={each === today ? 'date' : undefined}
          onClick={() => choose(each)}
        >
          <small>{initials[weekdayOf(each)]}</small> <strong>{Number(each.slice(8))}</strong>
          <span className="week-dots" aria-hidden="true">
            {Array.from({ length: Math.min(count, MAX_DOTS) }, (_, dot) => (
              <i key={dot} />
            ))}
          </span>
        </button>
      )
    })}
  </div>
)

const legend = [
  ['scheduled', 'Programada'],
  ['running', 'En curso'],
  ['hold', 'Retenido sin confirmar'],
  ['request', 'Petición'],
  ['unclosed', 'Sin cerrar'],
  ['closed', 'Cerrada'],
  ['shut', 'Fuera de horario'],
] as const

const Legend = () => (
  <ul className="week-legend" aria-label="Leyenda de la semana">
    {legend.map(([state, text]) => (
      <li key={state}>
        <span className={`week-key week-block-${state}`} aria-hidden="true" />
        {text}
      </li>
    ))}
    <li>Hora de Madrid</li>
  </ul>
)
