import { useState } from 'react'
import { addDays, partsOfDay } from '#contract/dosing'
import { type ClientSupplement, type Dose, TICK_DAYS } from '#contract/supplements'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Sheet, SheetEmpty, SheetProblem } from '../../ui/panel.tsx'
import { useToday } from '../../ui/use-today.ts'
import { formatWeekday, instantOf } from '../../ui/wall-time.ts'
import { type Due, dueOn } from './due.ts'
import { leftText } from './supplement-words.ts'
import { useDoses } from './use-doses.ts'

const nameOf = (day: string, today: string): string => {
  if (day === today) return 'Hoy'
  return day === addDays(today, -1) ? 'Ayer' : formatWeekday(instantOf({ day, time: '12:00' }))
}

/** What is to be taken on a day, part by part; one tap ticks a dose. */
export function Today({ supplements }: { readonly supplements: readonly ClientSupplement[] }) {
  const today = useToday()
  const [daysBack, setDaysBack] = useState(0)
  const day = addDays(today, -daysBack)
  const due = dueOn(supplements, day)
  const { isTicked, tick, unsaid, known, asking, error, retry } = useDoses(day)
  const left = due.filter((dose) => !isTicked(dose)).length
  return (
    <Sheet id="today-title" title={nameOf(day, today)}>
      <div className="today-days">
        <Button
          look="secondary"
          size="small"
          disabled={daysBack >= TICK_DAYS}
          onClick={() => setDaysBack(daysBack + 1)}
        >
          Día anterior
        </Button>
        <Button look="secondary" size="small" disabled={daysBack === 0} onClick={() => setDaysBack(daysBack - 1)}>
          Día siguiente
        </Button>
      </div>
      <p role="status" className="today-status">
        {due.length > 0 && asking && 'Comprobando tus tomas...'}
        {due.length > 0 && known && leftText(left)}
        {unsaid === 'sending' && ' Guardando...'}
        {unsaid === 'waiting' && ' Sin conexión: lo guardamos en este dispositivo y lo enviaremos cuando vuelva.'}
      </p>
      {error && !known && <SheetProblem text={`No sabemos qué tomas has marcado. ${errorText(error)}`} retry={retry} />}
      {due.length === 0 && (
        <SheetEmpty>
          <p>No hay nada que tomar este día.</p>
        </SheetEmpty>
      )}
      {partsOfDay.map(({ part, times }) => (
        <Part
          key={part}
          title={part}
          doses={due.filter(({ time }) => (times as readonly string[]).includes(time))}
          isTicked={isTicked}
          tick={tick}
          asking={asking}
        />
      ))}
    </Sheet>
  )
}

interface PartProps extends Pick<ReturnType<typeof useDoses>, 'isTicked' | 'tick' | 'asking'> {
  readonly title: string
  readonly doses: readonly Due[]
}

const Part = ({ title, doses, isTicked, tick, asking }: PartProps) =>
  doses.length > 0 && (
    <fieldset className="today-part">
      <legend>{title}</legend>
      {doses.map((dose) => (
        <CheckField
          key={`${dose.clientSupplementId} ${dose.time}`}
          label={<DoseLabel due={dose} />}
          checked={isTicked(dose)}
          disabled={asking}
          onChange={({ target }) => tick(bare(dose), target.checked)}
        />
      ))}
    </fieldset>
  )

const bare = ({ clientSupplementId, day, time }: Due): Dose => ({ clientSupplementId, day, time })

const DoseLabel = ({ due: { supplement, time } }: { readonly due: Due }) => (
  <>
    <strong>{supplement.name}</strong> {supplement.dosage}
    <span className="today-detail">
      {time}
      {supplement.foodRelation !== 'Indiferente' && ` · ${supplement.foodRelation}`}
    </span>
  </>
)
