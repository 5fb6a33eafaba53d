import { useState } from 'react'
import { addDays } from '#contract/calendar-days'
import { type ClientSupplement, needsSupplementReview } from '#contract/client-supplement'
import { type TakenDose, DOSE_TICK_DAYS } from '#contract/supplements'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { Card, CardEmpty, CardLoadError } from '../../ui/panel.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { formatWeekdayDate, wallTimeToInstant } from '../../ui/wall-time.ts'
import { type DueDose, findDueDoses, groupDosesByPartOfDay } from './due-doses.ts'
import {
  formatDoseAmount,
  toRemainingDosesText,
  toMissedDosesText,
  formatDoseMoment,
  supplementUnderReviewText,
} from './supplement-words.ts'
import { useDailyDoseTicks } from './use-daily-dose-ticks.ts'

const nameOf = (day: string, today: string): string => {
  if (day === today) return 'Hoy'
  return day === addDays(today, -1) ? 'Ayer' : formatWeekdayDate(wallTimeToInstant({ day, time: '12:00' }))
}

export function DailyDoseChecklist({ supplements }: { readonly supplements: readonly ClientSupplement[] }) {
  const today = usePracticeToday()
  const [daysBack, setDaysBack] = useState(0)
  const day = addDays(today, -daysBack)
  const due = findDueDoses(supplements, day)
  const { isTicked, tick, unsaid, known, asking, error, retry } = useDailyDoseTicks(day)
  const left = due.filter((dose) => !isTicked(dose)).length
  return (
    <Card id="today-title" title={nameOf(day, today)}>
      <DayButtons daysBack={daysBack} goTo={setDaysBack} />
      <p role="status" className="today-status">
        {due.length > 0 && asking && 'Comprobando tus tomas...'}
        {due.length > 0 && known && (daysBack === 0 ? toRemainingDosesText(left) : toMissedDosesText(left))}
        {unsaid === 'sending' && ' Guardando...'}
        {unsaid === 'waiting' && ' Sin conexión: lo guardamos en este dispositivo y lo enviaremos cuando vuelva.'}
      </p>
      {error && !known && (
        <CardLoadError text={`No sabemos qué tomas has marcado. ${toErrorMessage(error)}`} retry={retry} />
      )}
      {due.length === 0 && (
        <CardEmpty>
          <p>No hay nada que tomar este día.</p>
        </CardEmpty>
      )}
      <UnderReview
        supplements={supplements.filter((each) => each.startDate <= day && needsSupplementReview(each, today))}
      />
      {groupDosesByPartOfDay(due).map(({ part, doses }) => (
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
      <Button variant="secondary" size="small" disabled={daysBack >= DOSE_TICK_DAYS} onClick={() => goTo(daysBack + 1)}>
        Día anterior
      </Button>
      <Button variant="secondary" size="small" disabled={daysBack === 0} onClick={() => goTo(daysBack - 1)}>
        Día siguiente
      </Button>
    </div>
    {daysBack >= DOSE_TICK_DAYS && <p>Hasta aquí: se pueden marcar tomas de los últimos {DOSE_TICK_DAYS} días.</p>}
  </>
)

const UnderReview = ({ supplements }: { readonly supplements: readonly ClientSupplement[] }) =>
  supplements.length > 0 && (
    <div className="today-review">
      {supplements.map(({ clientSupplementId, name }) => (
        <NoticeBox key={clientSupplementId}>
          <p>
            <strong>{name}</strong>: {supplementUnderReviewText}. Mientras tanto, toma solo lo que ves aquí.
          </p>
        </NoticeBox>
      ))}
    </div>
  )

interface PartProps extends Pick<ReturnType<typeof useDailyDoseTicks>, 'isTicked' | 'tick' | 'asking'> {
  readonly title: string
  readonly doses: readonly DueDose[]
}

const Part = ({ title, doses, isTicked, tick, asking }: PartProps) => (
  <fieldset className="today-part">
    <legend>{title}</legend>
    {doses.map((dose) => (
      <CheckboxField
        key={`${dose.clientSupplementId} ${dose.time}`}
        label={<DoseLabel due={dose} />}
        checked={isTicked(dose)}
        disabled={asking}
        onChange={({ target }) => tick(bare(dose), target.checked)}
      />
    ))}
  </fieldset>
)

const bare = ({ clientSupplementId, day, time }: DueDose): TakenDose => ({ clientSupplementId, day, time })

const DoseLabel = ({ due: { supplement, time } }: { readonly due: DueDose }) => (
  <>
    <strong>{supplement.name}</strong> {formatDoseAmount(supplement)}
    <span className="today-detail">{formatDoseMoment(time, supplement.foodRelation)}</span>
  </>
)
