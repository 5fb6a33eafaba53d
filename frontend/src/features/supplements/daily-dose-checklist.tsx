import { useState } from 'react'
import { addDays, wallTimeToInstant } from '#contract/calendar-days'
import { type ClientSupplement, computeSupplementStatus, needsSupplementReview } from '#contract/client-supplement'
import { DOSE_TICK_DAYS } from '#contract/own-supplements'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardEmpty, CardLoadError } from '../../ui/panel.tsx'
import { useAfterFirstPicture } from '../../ui/use-after-first-picture.ts'
import { useViewerToday } from '../../ui/use-viewer-today.ts'
import { formatWeekdayDate, getPracticeToday } from '../../ui/wall-time.ts'
import { DosesOfPart } from './doses-of-part.tsx'
import { findShownDoses, groupDosesByPartOfDay } from './due-doses.ts'
import { toRemainingDosesText, toMissedDosesText, supplementUnderReviewText } from './supplement-words.ts'
import { useDailyDoseTicks } from './use-daily-dose-ticks.ts'
import { useOwnSupplements } from './use-own-supplements.ts'
import { WeekCount, WeekVilli } from './week-of-doses.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import './daily-doses.css'

export function OwnDailyDoses() {
  const today = useViewerToday()
  const { supplements, isOffline, error, retry } = useOwnSupplements()
  if (supplements)
    return supplements.some((each) => isTickable(each, today)) ? <DailyDoseChecklist supplements={supplements} /> : null
  if (isOffline)
    return (
      <p className="today-unknown" role="status">
        Sin conexión no podemos mostrar tu pauta de hoy. Aparecerá cuando vuelva.
      </p>
    )
  if (!error) return null
  return (
    <p className="today-unknown" role="status">
      No sabemos qué te toca hoy.{' '}
      <RetryButton variant="plain" size="small" aria-label="Reintentar las tomas de hoy" retry={retry} />
    </p>
  )
}

/** Also one that has ended: its last doses can be ticked for some days. */
function isTickable(supplement: ClientSupplement, today: string): boolean {
  const status = computeSupplementStatus(supplement, today)
  const { startDate, endDate } = supplement
  const hasEndedLately = endDate !== null && endDate >= startDate && endDate >= addDays(today, -DOSE_TICK_DAYS)
  return status === 'active' || (status === 'completed' && hasEndedLately)
}

const nameOf = (day: string, today: string): string => {
  if (day === today) return 'Hoy'
  return day === addDays(today, -1) ? 'Ayer' : formatWeekdayDate(wallTimeToInstant({ day, time: '12:00' }))
}

const unsentTexts = {
  sending: 'Guardando...',
  waiting: 'Sin conexión: lo guardamos en este dispositivo y lo enviaremos cuando vuelva.',
} as const

interface DayTicks {
  readonly unreachable: boolean
  readonly asking: boolean
  readonly known: boolean
}

/**
 * What was replaced before the practice's present day is loaded with the ticks. West of Madrid that may be the client's
 * today.
 */
const isFreeDay = (due: readonly unknown[], { known }: DayTicks, day: string): boolean =>
  due.length === 0 && (known || day >= getPracticeToday())

function toStatusText({ unreachable, asking, known }: DayTicks, daysBack: number, left: number): string | false {
  const isToday = daysBack === 0
  if (unreachable)
    return isToday ? 'Sin conexión no sabemos qué has tomado hoy.' : 'Sin conexión no sabemos qué tomaste este día.'
  if (asking) return 'Comprobando tus tomas...'
  return known && (isToday ? toRemainingDosesText(left) : toMissedDosesText(left))
}

function DailyDoseChecklist({ supplements }: { readonly supplements: readonly ClientSupplement[] }) {
  const today = useViewerToday()
  const isAfterFirstPicture = useAfterFirstPicture()
  const [daysBack, setDaysBack] = useState(0)
  const day = addDays(today, -daysBack)
  const ticks = useDailyDoseTicks(day)
  const dosesOn = (each: string) => findShownDoses(supplements, ticks.replaced, each)
  const due = dosesOn(day)
  const { isTicked, unsaid, known, unreachable, error, retry } = ticks
  const left = due.filter((dose) => !isTicked(dose)).length
  const week = { dosesOn, day, today, isTicked }
  const isFree = isFreeDay(due, ticks, day)
  // Today's list stays readable without a connection.
  const isListed = !unreachable || daysBack === 0
  return (
    <section className="today" aria-labelledby="today-title">
      <div className="today-band">
        <div>
          <h2 id="today-title">{nameOf(day, today)}</h2>
          <p role="status" className="today-status">
            {!isFree && toStatusText(ticks, daysBack, left)}
          </p>
        </div>
        {known && <WeekVilli {...week} />}
      </div>
      <p role="status" className="today-unsaid">
        {unsaid && unsentTexts[unsaid]}
      </p>
      <div className="today-doses">
        {error && !known && (
          <CardLoadError text={`No sabemos qué tomas has marcado. ${toErrorMessage(error)}`} retry={retry} />
        )}
        {isFree && (
          <CardEmpty>
            <p>No hay nada que tomar este día.</p>
          </CardEmpty>
        )}
        <UnderReview
          supplements={supplements.filter((each) => each.startDate <= day && needsSupplementReview(each, today))}
        />
        {isListed &&
          groupDosesByPartOfDay(due).map(({ part, doses }) => (
            <DosesOfPart key={part} title={part} doses={doses} folds={daysBack === 0} {...ticks} />
          ))}
      </div>
      <div className="today-foot">
        {known && (isAfterFirstPicture ? <WeekCount {...week} /> : <p className="today-week">&nbsp;</p>)}
        <DayButtons daysBack={daysBack} goTo={setDaysBack} />
      </div>
    </section>
  )
}

interface DayButtonsProps {
  readonly daysBack: number
  readonly goTo: (daysBack: number) => void
}

const DayButtons = ({ daysBack, goTo }: DayButtonsProps) => (
  <>
    <div className="today-days">
      <Button variant="plain" size="small" disabled={daysBack >= DOSE_TICK_DAYS} onClick={() => goTo(daysBack + 1)}>
        Día anterior
      </Button>
      <Button variant="plain" size="small" disabled={daysBack === 0} onClick={() => goTo(daysBack - 1)}>
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
