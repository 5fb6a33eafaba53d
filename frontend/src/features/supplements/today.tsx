import { useState } from 'react'
import { addDays } from '#contract/days'
import { type ClientSupplement, needsReview } from '#contract/client-supplement'
import { type Dose, TICK_DAYS } from '#contract/supplements'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { Card, CardEmpty, CardProblem } from '../../ui/panel.tsx'
import { useToday } from '../../ui/use-today.ts'
import { formatWeekday, instantOf } from '../../ui/wall-time.ts'
import { type Due, dueOn, partsOf } from './due.ts'
import { amountText, leftText, missedText, momentText, underReviewText } from './supplement-words.ts'
import { useDoses } from './use-doses.ts'

const nameOf = (day: string, today: string): string => {
  if (day === today) return 'Hoy'
  return day === addDays(today, -1) ? 'Ayer' : formatWeekday(instantOf({ day, time: '12:00' }))
}

export function Today({ supplements }: { readonly supplements: readonly ClientSupplement[] }) {
  const today = useToday()
  const [daysBack, setDaysBack] = useState(0)
  const day = addDays(today, -daysBack)
  const due = dueOn(supplements, day)
  const { isTicked, tick, unsaid, known, asking, error, retry } = useDoses(day)
  const left = due.filter((dose) => !isTicked(dose)).length
  return (
    <Card id="today-title" title={nameOf(day, today)}>
      <DayButtons daysBack={daysBack} goTo={setDaysBack} />
      <p role="status" className="today-status">
        {due.length > 0 && asking && 'Comprobando tus tomas...'}
        {due.length > 0 && known && (daysBack === 0 ? leftText(left) : missedText(left))}
        {unsaid === 'sending' && ' Guardando...'}
        {unsaid === 'waiting' && ' Sin conexión: lo guardamos en este dispositivo y lo enviaremos cuando vuelva.'}
      </p>
      {error && !known && <CardProblem text={`No sabemos qué tomas has marcado. ${errorText(error)}`} retry={retry} />}
      {due.length === 0 && (
        <CardEmpty>
          <p>No hay nada que tomar este día.</p>
        </CardEmpty>
      )}
      <UnderReview supplements={supplements.filter((each) => each.startDate <= day && needsReview(each, today))} />
      {partsOf(due).map(({ part, doses }) => (
        <Part key={part} title={part} doses={doses} isTicked={isTicked} tick={tick} asking={asking} />
      ))}
    </Card>
  )
}

interface DayButtonsProps {
  readonly daysBack: number
  readonly goTo: (daysBack: number) => void
}

const DayButtons = ({ daysBack, goTo }: DayButtonsProps) => (
  <>
    <div className="today-days">
      <Button variant="secondary" size="small" disabled={daysBack >= TICK_DAYS} onClick={() => goTo(daysBack + 1)}>
        Día anterior
      </Button>
      <Button variant="secondary" size="small" disabled={daysBack === 0} onClick={() => goTo(daysBack - 1)}>
        Día siguiente
      </Button>
    </div>
    {daysBack >= TICK_DAYS && <p>Hasta aquí: se pueden marcar tomas de los últimos {TICK_DAYS} días.</p>}
  </>
)

const UnderReview = ({ supplements }: { readonly supplements: readonly ClientSupplement[] }) =>
  supplements.length > 0 && (
    <div className="today-review">
      {supplements.map(({ clientSupplementId, name }) => (
        <NoticeBox key={clientSupplementId}>
          <p>
            <strong>{name}</strong>: {underReviewText}. Mientras tanto, toma solo lo que ves aquí.
          </p>
        </NoticeBox>
      ))}
    </div>
  )

interface PartProps extends Pick<ReturnType<typeof useDoses>, 'isTicked' | 'tick' | 'asking'> {
  readonly title: string
  readonly doses: readonly Due[]
}

const Part = ({ title, doses, isTicked, tick, asking }: PartProps) => (
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
    <strong>{supplement.name}</strong> {amountText(supplement)}
    <span className="today-detail">{momentText(time, supplement.foodRelation)}</span>
  </>
)
