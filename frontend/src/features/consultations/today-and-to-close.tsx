import { useState } from 'react'
import type { Consultation } from '#contract/consultation'
import { consultationTypeLabels } from '#contract/status-labels'
import { Link } from 'react-router-dom'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { CardLoadError } from '../../ui/panel.tsx'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { AgendaConsultationDialog } from './agenda-consultation-dialog.tsx'
import { ConsultationRow } from './agenda-day-list.tsx'
import { endOf, getAgendaState, takesTime } from './agenda-layout.ts'
import { useConsultationsToClose, useTodaysConsultations } from './agenda-queries.ts'
import { JoinCustomerCall } from './join-call.tsx'
import { OutcomeQuestion } from './outcome-question.tsx'
import './agenda-week.css'

const isRunning = (consultation: Consultation, now: number) => getAgendaState(consultation, now) === 'running'

/** Whatever has begun stays, and stands first, until somebody closes it. */
const byUrgency = (now: number) => (one: Consultation, other: Consultation) =>
  Number(isRunning(other, now)) - Number(isRunning(one, now)) || one.startsAt.localeCompare(other.startsAt)

export function TodaysConsultations({ today }: { readonly today: string }) {
  const now = useCurrentMinute().getTime()
  const consultations = useTodaysConsultations(today)
  const [shown, setShown] = useState<string>()
  const there = consultations.filter(takesTime).toSorted(byUrgency(now))
  const chosen = consultations.find(({ consultationId }) => consultationId === shown)
  if (there.length === 0) return null
  return (
    <section className="agenda-part" aria-labelledby="today-title">
      <h3 id="today-title">Hoy</h3>
      <ul className="day-list">
        {there.map((consultation) => (
          <li key={consultation.consultationId} className="day-row day-row-consultation">
            <span className="day-row-time">{formatTime(consultation.startsAt)}</span>
            <ConsultationRow consultation={consultation} now={now} show={(each) => setShown(each.consultationId)} />
            {isRunning(consultation, now) && <JoinCustomerCall consultation={consultation} />}
            {isOver(consultation, now) && <OutcomeQuestion consultation={consultation} />}
          </li>
        ))}
      </ul>
      {chosen && <AgendaConsultationDialog consultation={chosen} now={now} close={() => setShown(undefined)} />}
    </section>
  )
}

const isOver = (consultation: Consultation, now: number): boolean =>
  getAgendaState(consultation, now) === 'unclosed' && endOf(consultation) <= now

/** Consultations of earlier days of which nobody has said how they went. */
export function ConsultationsToClose({ today }: { readonly today: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useConsultationsToClose(today)
  const there = data?.pages.flatMap(({ items }) => items) ?? []
  if (there.length === 0 && !error) return null
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
            <OutcomeQuestion consultation={consultation} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="plain" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Cargar más
        </Button>
      )}
    </section>
  )
}
