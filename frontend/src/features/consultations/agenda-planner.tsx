import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { createDayFormatter, mondayOf, monthOf, type WallTime } from '#contract/calendar-days'
import { Button } from '../../ui/button.tsx'
import { formatDayTitle } from '../../ui/calendar-month.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { AdminConsultationDialog } from './admin-consultation-dialog.tsx'
import { MonthAgendaCard } from './agenda.tsx'
import { AgendaDays } from './agenda-days.tsx'
import { listWeek } from './agenda-layout.ts'
import { useOrdersToSchedule } from './agenda-queries.ts'
import { OrdersToScheduleCard } from './orders-to-schedule-card.tsx'
import { RequestsToConfirm } from './requests-to-confirm.tsx'
import { WaitingListCard } from './waiting-list-card.tsx'
import { ConsultationsToClose } from './today-and-to-close.tsx'
import { type AgendaPlace, type AgendaView, useAgendaPlace } from './use-agenda-place.ts'
import './turn-button.css'
import './agenda-planner.css'

const views: readonly (readonly [AgendaView, string])[] = [
  ['day', 'Día'],
  ['week', 'Semana'],
  ['month', 'Mes'],
]

const viewKeys: Readonly<Record<string, AgendaView>> = { d: 'day', s: 'week', m: 'month' }

const isTyping = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, select, textarea, dialog') !== null

export function AgendaPlanner() {
  const place = useAgendaPlace()
  const { view, day, today, show } = place
  const [booking, setBooking] = useState<Partial<WallTime>>()
  const waiting = useOrdersToSchedule()
  const orders = waiting.data?.pages.flatMap(({ items }) => items) ?? []
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 't') show({ day: today })
    else if (viewKeys[key] && !event.isDefaultPrevented()) show({ view: viewKeys[key] })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for keys of the controls within
    <div className="planner" role="group" aria-label="Agenda" onKeyDown={onKeyDown}>
      <PlannerHead place={place} book={() => setBooking({ day: day >= today ? day : today })} />
      {view === 'month' ? (
        <MonthAgendaCard />
      ) : (
        <div className="planner-columns">
          <AgendaDays place={place} book={setBooking} />
          <aside className="planner-side" aria-label="Pendiente">
            <OrdersToScheduleCard />
            <RequestsToConfirm />
            <WaitingListCard />
            <ConsultationsToClose today={today} />
            <Keys />
          </aside>
        </div>
      )}
      {booking && !waiting.isPending && (
        <AdminConsultationDialog {...booking} orders={orders} close={() => setBooking(undefined)} />
      )}
    </div>
  )
}

const shortDays = createDayFormatter({ day: 'numeric', month: 'long', year: 'numeric' })

/** `23–29 de noviembre de 2026`; names both months if there are two. */
function formatWeekTitle(day: string): string {
  const week = listWeek(mondayOf(day))
  const [first = day, last = day] = [week[0], week[6]]
  if (monthOf(first) === monthOf(last)) return `${Number(first.slice(8))}–${shortDays(last)}`
  return `${formatDayTitle(first).replace(/^.*, /, '')} – ${shortDays(last)}`
}

interface PlannerHeadProps {
  readonly place: AgendaPlace
  readonly book: () => void
}

const stepNames = { day: 'Día', week: 'Semana', month: 'Mes' } as const

function PlannerHead({ place: { view, day, today, show, step }, book }: PlannerHeadProps) {
  const next = view === 'week' ? 'Semana siguiente' : `${stepNames[view]} siguiente`
  return (
    <div className="planner-head">
      {view !== 'month' && (
        <div className="planner-steps">
          <IconButton label={`${stepNames[view]} anterior`} className="turn-button" onClick={() => step(-1)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <Button variant="secondary" size="small" onClick={() => show({ day: today })}>
            Hoy
          </Button>
          <IconButton label={next} className="turn-button" onClick={() => step(1)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {/* The month's card has its own navigation. */}
      {view === 'month' ? (
        <span className="planner-title" />
      ) : (
        <h2 className="planner-title" aria-live="polite">
          {view === 'week' && <span className="planner-title-week">{formatWeekTitle(day)}</span>}
          <span className={view === 'week' ? 'planner-title-day' : undefined}>{formatDayTitle(day)}</span>
        </h2>
      )}
      <Link to="/admin/horario">Horario de la consulta</Link>
      <div className="planner-views" role="group" aria-label="Vista">
        {views.map(([id, text]) => (
          <button
            key={id}
            type="button"
            className={`planner-view planner-view-${id}`}
            aria-pressed={id === view}
            onClick={() => show({ view: id })}
          >
            {text}
          </button>
        ))}
      </div>
      {view !== 'month' && (
        <Button size="small" onClick={book}>
          Programar consulta
        </Button>
      )}
    </div>
  )
}

const Keys = () => (
  <p className="planner-keys">
    <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> moverse · <kbd>Intro</kbd> crear o abrir · <kbd>M</kbd> en una
    consulta, moverla · <kbd>T</kbd> hoy
  </p>
)
