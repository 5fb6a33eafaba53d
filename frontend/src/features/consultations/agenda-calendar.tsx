import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { monthOf, addMonths, addDays, shiftMonth } from '#contract/calendar-days'
import {
  formatDayTitle,
  buildMonthGrid,
  formatMonthTitle,
  weekdayNames,
  computeWeekBounds,
} from '../../ui/calendar-month.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import './agenda.css'
import './turn-button.css'

export interface AgendaDayCounts {
  readonly held: number
  readonly cancelled: number
}

interface AgendaCalendarProps {
  readonly month: string
  readonly today: string
  readonly chosen: string | undefined
  readonly loadOf: (day: string) => AgendaDayCounts
  readonly showMonth: (month: string) => void
  readonly choose: (day: string) => void
}

const byKey: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => computeWeekBounds(day).first,
  End: (day) => computeWeekBounds(day).last,
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

function useRovingDay({ month, today, chosen, showMonth, choose }: AgendaCalendarProps) {
  const grid = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<string>()
  /** The day reached by keys before it is rendered; fast key presses continue from there. */
  const ahead = useRef<string>(undefined)
  useLayoutEffect(() => {
    const day = ahead.current && grid.current?.querySelector<HTMLElement>(`[data-day="${ahead.current}"]`)
    // The day belongs to a month that is not rendered yet.
    if (!day) return
    ahead.current = undefined
    day.focus()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && ahead.current) {
      event.preventDefault()
      choose(ahead.current)
    }
    const move = byKey[event.key]
    const day = ahead.current ?? (event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined)
    if (!move || !day) return
    event.preventDefault()
    const next = move(day)
    ahead.current = next
    setAt(next)
    if (monthOf(day) !== monthOf(next) || monthOf(next) !== month) showMonth(monthOf(next))
  }
  const entry = [at, chosen, today].find((day) => day !== undefined && monthOf(day) === month)
  return { grid, entry: entry ?? `${month}-01`, onKeyDown }
}

export function AgendaCalendar(props: AgendaCalendarProps) {
  const { month } = props
  const { grid, entry, onKeyDown } = useRovingDay(props)
  return (
    <div className="agenda-calendar">
      <MonthHead {...props} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a date grid (ARIA Authoring Practices) */}
      <table className="agenda-grid" role="grid" aria-labelledby="agenda-month" ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdayNames.map(({ short, long }) => (
              <th key={short} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buildMonthGrid(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === props.chosen}>
                  {monthOf(day) === month && <DayButton {...props} day={day} entry={day === entry} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend />
    </div>
  )
}

const MonthHead = ({ month, today, showMonth }: AgendaCalendarProps) => (
  <div className="agenda-head">
    <IconButton label="Mes anterior" className="turn-button" onClick={() => showMonth(shiftMonth(month, -1))}>
      <ChevronLeft aria-hidden="true" />
    </IconButton>
    <h3 id="agenda-month" className="agenda-month" aria-live="polite">
      {formatMonthTitle(month)}
    </h3>
    <IconButton label="Mes siguiente" className="turn-button" onClick={() => showMonth(shiftMonth(month, 1))}>
      <ChevronRight aria-hidden="true" />
    </IconButton>
    {monthOf(today) !== month && (
      <button type="button" className="button button-plain button-small" onClick={() => showMonth(monthOf(today))}>
        Hoy
      </button>
    )}
  </div>
)

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

const DayButton = ({
  day,
  entry,
  today,
  chosen,
  loadOf,
  choose,
}: AgendaCalendarProps & { day: string; entry: boolean }) => {
  const { held, cancelled } = loadOf(day)
  const marks = [
    'agenda-day',
    held > 0 && 'agenda-day-busy',
    held === 0 && cancelled > 0 && 'agenda-day-cancelled',
    day === today && 'agenda-day-today',
  ]
  const label = [
    formatDayTitle(day),
    ...(day === today ? ['hoy'] : []),
    ...counted(held, 'consulta', 'consultas'),
    ...counted(cancelled, 'cancelada', 'canceladas'),
  ]
  return (
    <button
      type="button"
      className={marks.filter(Boolean).join(' ')}
      data-day={day}
      // Drawn by CSS: as text it would be read as part of the day's number.
      data-count={held > 1 ? held : undefined}
      tabIndex={entry ? 0 : -1}
      aria-label={label.join(', ')}
      aria-current={day === today ? 'date' : undefined}
      aria-pressed={day === chosen}
      onClick={() => choose(day)}
    >
      {Number(day.slice(8))}
    </button>
  )
}

const Legend = () => (
  <ul className="agenda-legend" aria-label="Leyenda">
    <li>
      <span className="agenda-key agenda-day-busy" aria-hidden="true" />
      Con consultas
    </li>
    <li>
      <span className="agenda-key agenda-day-cancelled" aria-hidden="true" />
      Solo canceladas
    </li>
    <li>
      <span className="agenda-key agenda-day-today" aria-hidden="true" />
      Hoy
    </li>
  </ul>
)
