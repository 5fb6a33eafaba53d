import { useId } from 'react'
import { addDays, wallTimeToInstant } from '#contract/calendar-days'
import { sortDistinctDoseTimes } from '#contract/dosing'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { formatShortWeekdayDate } from '../../ui/wall-time.ts'
import { type DosingFormInput, hasAmountsByMoment, parseSpanishNumber } from './dosing-form.ts'
import { findDueDoses, type SupplementWithDosing } from './due-doses.ts'
import { formatDoseAmount, formatDoseMoment } from './supplement-words.ts'

const SHOWN_DAYS = 7

interface NextDaysProps {
  readonly values: DosingFormInput
  readonly isContradictory: boolean
}

export function NextDaysDosePreview({ values, isContradictory }: NextDaysProps) {
  const id = useId()
  const today = usePracticeToday()
  const from = values.startDate > today ? values.startDate : today
  const days = Array.from({ length: SHOWN_DAYS }, (_, later) => addDays(from, later))
  const planned = { ...values, clientSupplementId: 'csu_not-saved-yet', endDate: values.endDate || null }
  const rows: readonly Row[] = hasAmountsByMoment(values)
    ? sortDistinctDoseTimes(values.times).map((time) => ({
        ...planned,
        frequency: '1 vez al día',
        times: [time],
        amount: values.amounts[time] ?? '',
      }))
    : [planned]
  return (
    <section className="next-days" aria-labelledby={id}>
      <h3 id={id}>Lo que verá el cliente en 7 días</h3>
      {isContradictory || values.startDate === '' ? (
        <p>Aparecerá aquí cuando la frecuencia y los momentos digan lo mismo.</p>
      ) : (
        <ul>
          {days.map((day) => (
            <li key={day}>
              <span>{formatShortWeekdayDate(wallTimeToInstant({ day, time: '12:00' }))}</span>
              <span>{dosesText(rows, day)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface Row extends SupplementWithDosing, Pick<DosingFormInput, 'amount' | 'unit'> {}

function dosesText(rows: readonly Row[], day: string): string {
  const doses = findDueDoses(rows, day).map(({ time, supplement: { amount, unit, foodRelation } }) => {
    const number = parseSpanishNumber(amount)
    const moment = formatDoseMoment(time, foodRelation)
    return number > 0 ? `${moment}: ${formatDoseAmount({ amount: number, unit })}` : moment
  })
  return doses.join('; ') || 'Ninguna toma'
}
