import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Consultation } from '#contract/consultation'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { instantToWallTime, monthOf } from '#contract/calendar-days'
import { formatDayTitle, buildMonthGrid, parseMonth } from '../../ui/calendar-month.ts'
import { Link } from '../../ui/link.tsx'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { Card, CardEmpty, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { AgendaCalendar } from './agenda-calendar.tsx'
import { useComingConsultations, useMonthConsultations } from './agenda-queries.ts'
import { AdminConsultationDialog } from './lazy-dialogs.ts'
import type { AskAboutConsultation } from './admin-consultation-row.tsx'
import { ComingConsultationRow } from './coming-consultation-row.tsx'
import { useConsultationDialogs } from './consultation-dialogs.tsx'
import './agenda.css'
import './admin-consultations.css'
import './agenda-planner.css'

function usePlace() {
  const [search, setSearch] = useSearchParams()
  const today = usePracticeToday()
  const day = search.get('day')
  const month = parseMonth(search.get('month')) ?? parseMonth(day?.slice(0, 7) ?? null) ?? monthOf(today)
  const put = (values: Readonly<Record<'month' | 'day', string | undefined>>) =>
    setSearch(
      (old) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined) old.delete(name)
          else old.set(name, value)
        }
        return old
      },
      { replace: true, preventScrollReset: true },
    )
  const named = (shown: string) => (shown === monthOf(today) ? undefined : shown)
  return {
    today,
    month,
    day: day && monthOf(day) === month && buildMonthGrid(month).flat().includes(day) ? day : undefined,
    showMonth: (next: string) => put({ month: named(next), day: undefined }),
    choose: (next: string | undefined) => put({ month: named(next ? monthOf(next) : month), day: next }),
  }
}

const isCancelled = ({ status }: Consultation) => status === 'cancelled'

interface MonthAgendaProps {
  readonly hasLinks?: boolean
}

export function MonthAgendaCard({ hasLinks = false }: MonthAgendaProps) {
  const { today, month, day, showMonth, choose } = usePlace()
  const consultations = useMonthConsultations(month)
  const [booking, setBooking] = useState(false)
  const loadOf = (each: string) => {
    const there = consultations.of(each)
    const cancelled = there.filter(isCancelled).length
    return { held: there.length - cancelled, cancelled }
  }
  return (
    <>
      <Card id="agenda-title" title="Agenda">
        <div className="agenda-room">
          <div className="agenda">
            <div>
              <AgendaCalendar
                {...{ month, today, loadOf, showMonth }}
                chosen={day}
                choose={(next) => choose(next === day ? undefined : next)}
              />
              {consultations.error && (
                <CardLoadError text={toErrorMessage(consultations.error)} retry={() => void consultations.refetch()} />
              )}
              {hasLinks && (
                <p className="agenda-links">
                  <Link to="/admin/agenda">Ver el día o la semana</Link>
                  <Link to="/admin/horario">Horario de la consulta</Link>
                </p>
              )}
            </div>
            <div className="agenda-side">
              <div className="agenda-side-head">
                <h3>{day ? formatDayTitle(day) : 'Próximas consultas'}</h3>
                {day && (
                  <Button variant="plain" size="small" onClick={() => choose(undefined)}>
                    Ver las próximas
                  </Button>
                )}
                <Button size="small" onClick={() => setBooking(true)}>
                  Programar consulta
                </Button>
              </div>
              {day ? <DayList day={day} month={consultations} /> : <ComingList />}
            </div>
          </div>
        </div>
      </Card>
      {booking && (
        <AdminConsultationDialog day={day && day >= today ? day : undefined} close={() => setBooking(false)} />
      )}
    </>
  )
}

const dayOf = (consultation: Consultation | undefined) => consultation && instantToWallTime(consultation.startsAt).day

interface RowsProps {
  readonly consultations: readonly Consultation[]
  readonly label: string
  readonly ask: AskAboutConsultation
}

const Rows = ({ consultations, label, ask }: RowsProps) => (
  <ul className="admin-list admin-list-scrolled" aria-label={label}>
    {consultations.map((consultation, index) => (
      <ComingConsultationRow
        key={consultation.consultationId}
        consultation={consultation}
        ask={ask}
        isFirstOfDay={dayOf(consultation) !== dayOf(consultations[index - 1])}
      />
    ))}
  </ul>
)

interface DayListProps {
  readonly day: string
  readonly month: ReturnType<typeof useMonthConsultations>
}

function DayList({ day, month }: DayListProps) {
  const there = month.of(day)
  const { ask, dialog } = useConsultationDialogs({ latest: month.data?.items ?? [] })
  return (
    <>
      {month.isPending && <CardLoading text="Cargando consultas..." />}
      {month.data && there.length === 0 && <CardEmpty>No hay consultas programadas</CardEmpty>}
      {there.length > 0 && <Rows consultations={there} label={`Consultas del ${formatDayTitle(day)}`} ask={ask} />}
      {dialog}
    </>
  )
}

function ComingList() {
  const list = useComingConsultations()
  const { data, error, isPending, refetch } = list
  const coming = data?.pages.flatMap(({ items }) => items) ?? []
  const { ask, dialog } = useConsultationDialogs({ latest: coming })
  return (
    <>
      {isPending && <CardLoading text="Cargando consultas..." />}
      {!data && error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data && coming.length === 0 && <CardEmpty>No hay consultas programadas</CardEmpty>}
      {coming.length > 0 && <Rows consultations={coming} label="Próximas consultas" ask={ask} />}
      {dialog}
      <LoadMoreButton list={list} />
    </>
  )
}
