import { addDays, wallTimeToInstant, weekdayOf } from '#contract/calendar-days'
import type { DoseFoodRelation, DoseTime } from '#contract/dosing'
import { toCourses } from '#contract/protocol'
import { formatShortCalendarDay } from '../../ui/format.ts'
import { Card } from '../../ui/panel.tsx'
import { formatShortWeekdayDate } from '../../ui/wall-time.ts'
import { findDueDoses, type SupplementWithDosing } from './due-doses.ts'
import { type GridRow, momentsInOrder, toPlannedLine } from './protocol-lines.ts'
import { formatDoseAmount, formatDoseMoment } from './supplement-words.ts'

const SHOWN_DAYS = 7

interface PreviewProps {
  readonly rows: readonly GridRow[]
  readonly today: string
  readonly firstName: string
}

export function ProtocolPreview({ rows, today, firstName }: PreviewProps) {
  const days = Array.from({ length: SHOWN_DAYS }, (_, later) => addDays(today, later))
  const going = rows.filter(({ change, isPaused }) => change !== 'ended' && !isPaused)
  const planned = going.flatMap(({ line }) => toPlannedLine(line) ?? [])
  const supplements = planned.flatMap((line) =>
    toCourses(line).map((course) => ({
      ...course,
      name: line.name,
      status: 'active' as const,
      clientSupplementId: '',
    })),
  )
  const doses = days.map((day) => ({ day, due: findDueDoses(supplements, day) }))
  const moments = listMoments(doses.flatMap(({ due }) => due))
  const later = planned.filter(({ startDate }) => startDate > addDays(today, SHOWN_DAYS - 1))
  const isUnfinished = planned.length < going.length
  return (
    <Card id="protocol-preview" title={`Así lo verá ${firstName} en 7 días`}>
      {isUnfinished && (
        <p className="field-hint">Lo que aún no tiene cantidad o unidad, o se contradice, no sale aquí.</p>
      )}
      {moments.length === 0 ? (
        <p>Ninguna toma en estos 7 días.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached with the keyboard
        <div className="protocol-preview" role="region" aria-label="Tomas de los 7 días" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Momento</th>
                {days.map((day) => (
                  <th key={day} scope="col" className={isWeekend(day) ? 'protocol-weekend' : undefined}>
                    {formatShortWeekdayDate(wallTimeToInstant({ day, time: '12:00' }))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {moments.map((moment) => (
                <tr key={moment}>
                  <th scope="row">{moment}</th>
                  {doses.map(({ day, due }) => {
                    const here = due.filter((dose) => momentOf(dose) === moment)
                    return (
                      <td key={day} className={isWeekend(day) ? 'protocol-weekend' : undefined}>
                        {here.map(({ supplement }) => (
                          <span key={supplement.name + supplement.startDate}>
                            {supplement.name} <strong>{formatDoseAmount(supplement)}</strong>
                          </span>
                        ))}
                        {here.length === 0 && '–'}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {later.map(({ name, startDate }) => (
        <p key={name} className="field-hint">
          {name} empieza el {formatShortCalendarDay(startDate)}.
        </p>
      ))}
    </Card>
  )
}

const isWeekend = (day: string): boolean => [0, 6].includes(weekdayOf(day))

type Dose = {
  readonly time: DoseTime
  readonly supplement: SupplementWithDosing & { readonly foodRelation: DoseFoodRelation }
}

const momentOf = ({ time, supplement }: Dose): string => formatDoseMoment(time, supplement.foodRelation)

const listMoments = (due: readonly Dose[]): readonly string[] => {
  const sorted = due.toSorted((a, b) => momentsInOrder.indexOf(a.time) - momentsInOrder.indexOf(b.time))
  return [...new Set(sorted.map(momentOf))]
}
