import { formatLeafDate, formatWeekdayDate } from './wall-time.ts'
import './calendar-leaf.css'

export function CalendarLeaf({ instant }: { readonly instant: string }) {
  const { month, day, weekday } = formatLeafDate(instant)
  return (
    <span className="leaf">
      <span className="visually-hidden">{formatWeekdayDate(instant)}</span>
      <span className="leaf-month" aria-hidden="true">
        {month}
      </span>
      <span className="leaf-day" aria-hidden="true">
        {day}
      </span>
      <span className="leaf-weekday" aria-hidden="true">
        {weekday}
      </span>
    </span>
  )
}
