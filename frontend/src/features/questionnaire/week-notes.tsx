import type { CheckIn } from '#contract/check-in'
import { formatWeek } from './week-chart.tsx'

interface WeekNotesProps {
  readonly title: string
  readonly checkIns: readonly CheckIn[]
}

export function WeekNotes({ title, checkIns }: WeekNotesProps) {
  const written = checkIns.flatMap(({ week, note }) => (note ? [{ week, note }] : []))
  if (written.length === 0) return null
  return (
    <>
      <h3 className="week-notes-title">{title}</h3>
      <ul className="week-notes">
        {written.map(({ week, note }) => (
          <li key={week}>
            <span>{formatWeek(week)}</span> {note}
          </li>
        ))}
      </ul>
    </>
  )
}
