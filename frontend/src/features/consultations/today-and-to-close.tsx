import { FileUser } from 'lucide-react'
import { useState } from 'react'
import type { Consultation } from '#contract/consultation'
import { consultationTypeLabels } from '#contract/status-labels'
import { toErrorMessage } from '../../api/error-message.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { formatDayTitle } from '../../ui/calendar-month.ts'
import { Link } from '../../ui/link.tsx'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { type AskAboutConsultation, toNotesPath } from './admin-consultation-row.tsx'
import { ConsultationRow } from './agenda-day-list.tsx'
import { endOf, formatLength, getAgendaState, occupiesTime } from './agenda-layout.ts'
import { useConsultationsToClose, useTodaysConsultations } from './agenda-queries.ts'
import { useConsultationDialogs } from './consultation-dialogs.tsx'
import { JoinCallLink } from './join-call.tsx'
import { OutcomeQuestion } from './outcome-question.tsx'
import './today.css'
import './agenda-planner.css'

const AgendaConsultationDialog = lazyDialog(
  async () => (await import('./agenda-consultation-dialog.tsx')).AgendaConsultationDialog,
)

const MINUTE_MS = 60_000

/** Consultations this close, in minutes, are ranked right after the running one. */
const SOON_MINUTES = 60

/** Order: running, within the hour, to be closed, the rest of the day, done. */
function rankOf(consultation: Consultation, now: number): number {
  const state = getAgendaState(consultation, now)
  if (state === 'running') return 0
  if (state === 'unclosed') return 2
  if (state === 'closed') return 4
  return Date.parse(consultation.startsAt) - now <= SOON_MINUTES * MINUTE_MS ? 1 : 3
}

const byUrgency = (now: number) => (one: Consultation, other: Consultation) =>
  rankOf(one, now) - rankOf(other, now) || one.startsAt.localeCompare(other.startsAt)

export function TodaysConsultations({ today }: { readonly today: string }) {
  const now = useCurrentMinute().getTime()
  const { consultations, isPending, error, refetch } = useTodaysConsultations(today)
  const [shown, setShown] = useState<string>()
  const { dialog, ...dialogs } = useConsultationDialogs({ latest: consultations })
  const there = consultations.filter(occupiesTime).toSorted(byUrgency(now))
  const chosen = consultations.find(({ consultationId }) => consultationId === shown)
  return (
    <section className="sheet" aria-labelledby="today-title">
      <div className="practice-overview-head">
        <h2 id="today-title">Hoy</h2>
        <span>{formatDayTitle(today)}</span>
      </div>
      {isPending && <CardLoading text="Cargando consultas..." />}
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {there.length === 0 && !isPending && !error && <p className="practice-overview-empty">Hoy no hay consultas.</p>}
      <ul className="today-list scroll-shade">
        {there.map((consultation) => (
          <TodayRow
            key={consultation.consultationId}
            consultation={consultation}
            now={now}
            ask={dialogs.ask}
            show={() => setShown(consultation.consultationId)}
          />
        ))}
      </ul>
      {chosen && (
        <AgendaConsultationDialog {...dialogs} consultation={chosen} now={now} close={() => setShown(undefined)} />
      )}
      {dialog}
    </section>
  )
}

interface TodayRowProps {
  readonly consultation: Consultation
  readonly now: number
  readonly ask: AskAboutConsultation
  readonly show: () => void
}

function TodayRow({ consultation, now, ask, show }: TodayRowProps) {
  const { customerId, customerName, startsAt, durationMinutes } = consultation
  const state = getAgendaState(consultation, now)
  return (
    <li className={`today-row today-row-${state}`}>
      <span className="today-time">{formatTime(startsAt)}</span>
      <ConsultationRow consultation={consultation} now={now} show={show} />
      {state === 'scheduled' && <span className="today-wait">{formatWait(consultation, now)}</span>}
      {state === 'running' && (
        <progress
          className="today-progress"
          aria-hidden="true"
          max={durationMinutes}
          value={(now - Date.parse(startsAt)) / MINUTE_MS}
        />
      )}
      {state === 'running' && (
        <div className="today-actions">
          <JoinCallLink consultation={consultation} />
          <ButtonLink to={`/client/${customerId}`} variant="secondary" size="small">
            Abrir ficha<span className="visually-hidden"> de {customerName}</span>
          </ButtonLink>
          <ButtonLink to={toNotesPath(consultation)} variant="secondary" size="small">
            Notas<span className="visually-hidden"> de la consulta de {customerName}</span>
          </ButtonLink>
        </div>
      )}
      {state === 'scheduled' && (
        <>
          <Link to={`/client/${customerId}`} className="today-file" title="Abrir ficha">
            <FileUser size={20} aria-hidden="true" />
            <span className="visually-hidden">Abrir ficha de {customerName}</span>
          </Link>
          <div className="today-actions">
            <JoinCallLink consultation={consultation} />
          </div>
        </>
      )}
      {isOver(consultation, now) && <OutcomeQuestion consultation={consultation} ask={ask} short />}
    </li>
  )
}

const formatWait = ({ startsAt, attendanceConfirmed }: Consultation, now: number): string =>
  `en ${formatLength(Math.max(1, Math.ceil((Date.parse(startsAt) - now) / MINUTE_MS)))}${attendanceConfirmed ? ', confirmada' : ''}`

const isOver = (consultation: Consultation, now: number): boolean =>
  getAgendaState(consultation, now) === 'unclosed' && endOf(consultation) <= now

export function ConsultationsToClose({ today }: { readonly today: string }) {
  const list = useConsultationsToClose(today)
  const { data, error, refetch } = list
  const there = data?.pages.flatMap(({ items }) => items) ?? []
  const { ask, dialog } = useConsultationDialogs({ latest: there })
  if (there.length === 0 && !error) return dialog
  return (
    <section className="agenda-part" aria-labelledby="to-close-title">
      <h3 id="to-close-title">Por cerrar</h3>
      {!data && error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      <ul className="admin-list admin-list-scrolled" aria-labelledby="to-close-title">
        {there.map((consultation) => (
          <li key={consultation.consultationId} className="admin-row">
            <div className="admin-row-facts">
              <h4>
                <Link to={`/client/${consultation.customerId}`}>{consultation.customerName}</Link>
              </h4>
              <p>
                {consultationTypeLabels[consultation.type]}, {formatWeekdayDate(consultation.startsAt)} a las{' '}
                {formatTime(consultation.startsAt)} h
              </p>
            </div>
            <OutcomeQuestion consultation={consultation} ask={ask} />
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
      {dialog}
    </section>
  )
}
