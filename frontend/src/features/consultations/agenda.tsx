import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Consultation } from '#contract/consultation'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { monthOf } from '#contract/days'
import { dayTitle, monthGrid, parseMonth } from '../../ui/month.ts'
import { Card, CardEmpty, CardLoading, CardProblem } from '../../ui/panel.tsx'
import { useToday } from '../../ui/use-today.ts'
import { AgendaCalendar } from './agenda-calendar.tsx'
import { useComingConsultations, useMonth } from './agenda-queries.ts'
import { ConsultationDialog } from './admin-consultation-dialog.tsx'
import { ConsultationRow } from './admin-consultation-row.tsx'
import { ToSchedule } from './to-schedule.tsx'
import './agenda.css'
import './admin-consultations.css'

/** Month and day are in the URL, for reload and back. */
function usePlace() {
  const [search, setSearch] = useSearchParams()
  const today = useToday()
  const month = parseMonth(search.get('month')) ?? monthOf(today)
  const day = search.get('day')
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
    day: day && monthOf(day) === month && monthGrid(month).flat().includes(day) ? day : undefined,
    showMonth: (next: string) => put({ month: named(next), day: undefined }),
    choose: (next: string | undefined) => put({ month: named(next ? monthOf(next) : month), day: next }),
  }
}

const isCancelled = ({ status }: Consultation) => status === 'cancelled'

export function Agenda() {
  const { today, month, day, showMonth, choose } = usePlace()
  const consultations = useMonth(month)
  const [booking, setBooking] = useState(false)
  const loadOf = (each: string) => {
    const there = consultations.of(each)
    const cancelled = there.filter(isCancelled).length
    return { held: there.length - cancelled, cancelled }
  }
  return (
    <>
      <ToSchedule />
      <Card id="agenda-title" title="Agenda">
        <div className="agenda">
          <div>
            <AgendaCalendar
              {...{ month, today, loadOf, showMonth }}
              chosen={day}
              choose={(next) => choose(next === day ? undefined : next)}
            />
            {consultations.error && (
              <CardProblem text={errorText(consultations.error)} retry={() => void consultations.refetch()} />
            )}
          </div>
          <div className="agenda-side">
            <div className="agenda-side-head">
              <h3>{day ? dayTitle(day) : 'Próximas consultas'}</h3>
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
      </Card>
      {booking && <ConsultationDialog day={day && day >= today ? day : undefined} close={() => setBooking(false)} />}
    </>
  )
}

const Rows = ({ consultations, label }: { consultations: readonly Consultation[]; label: string }) => (
  <ul className="admin-list admin-list-scrolled" aria-label={label}>
    {consultations.map((consultation) => (
      <ConsultationRow key={consultation.consultationId} consultation={consultation} />
    ))}
  </ul>
)

interface DayListProps {
  readonly day: string
  readonly month: ReturnType<typeof useMonth>
}

function DayList({ day, month }: DayListProps) {
  const there = month.of(day)
  return (
    <>
      {month.isPending && <CardLoading text="Cargando consultas..." />}
      {month.data && there.length === 0 && <CardEmpty>No hay consultas programadas</CardEmpty>}
      {there.length > 0 && <Rows consultations={there} label={`Consultas del ${dayTitle(day)}`} />}
    </>
  )
}

function ComingList() {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useComingConsultations()
  const coming = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      {isPending && <CardLoading text="Cargando consultas..." />}
      {!data && error && <CardProblem text={errorText(error)} retry={() => void refetch()} />}
      {data && coming.length === 0 && <CardEmpty>No hay consultas programadas</CardEmpty>}
      {coming.length > 0 && <Rows consultations={coming} label="Próximas consultas" />}
      {hasNextPage && (
        <Button variant="plain" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Cargar más
        </Button>
      )}
    </>
  )
}
