import { useId } from 'react'
import { addDays } from '#contract/days'
import { momentsOf } from '#contract/dosing'
import { useToday } from '../../ui/use-today.ts'
import { formatShortWeekday, instantOf } from '../../ui/wall-time.ts'
import { type DosingFormInput, isByMoment, numberOf } from './dosing-form.ts'
import { dueOn, type Planned } from './due.ts'
import { amountText, momentText } from './supplement-words.ts'

const SHOWN_DAYS = 7

interface NextDaysProps {
  readonly values: DosingFormInput
  readonly isContradictory: boolean
}

/** Computed with the code of the client's calendar. */
export function NextDays({ values, isContradictory }: NextDaysProps) {
  const id = useId()
  const today = useToday()
  const from = values.startDate > today ? values.startDate : today
  const days = Array.from({ length: SHOWN_DAYS }, (_, later) => addDays(from, later))
  const planned = { ...values, clientSupplementId: 'csu_not-saved-yet', endDate: values.endDate || null }
  const rows: readonly Row[] = isByMoment(values)
    ? momentsOf(values.times).map((time) => ({
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
              <span>{formatShortWeekday(instantOf({ day, time: '12:00' }))}</span>
              <span>{dosesText(rows, day)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface Row extends Planned, Pick<DosingFormInput, 'amount' | 'unit'> {}

function dosesText(rows: readonly Row[], day: string): string {
  const doses = dueOn(rows, day).map(({ time, supplement: { amount, unit, foodRelation } }) => {
    const number = numberOf(amount)
    const moment = momentText(time, foodRelation)
    return number > 0 ? `${moment}: ${amountText({ amount: number, unit })}` : moment
  })
  return doses.join('; ') || 'Ninguna toma'
}
