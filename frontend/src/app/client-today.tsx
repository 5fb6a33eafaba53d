import { createDayFormatter } from '#contract/calendar-days'
import type { CarePathway } from '#contract/care-pathway'
import { OwnPathwayStrip } from '../features/customers/pathway-strip.tsx'
import { useOwnPathway } from '../features/customers/use-own-pathway.ts'
import { NextConsultation } from '../features/consultations/next-consultation-card.tsx'
import { OwnDailyDoses } from '../features/supplements/daily-dose-checklist.tsx'
import { useProtocolStatusToday } from '../features/supplements/use-daily-dose-ticks.ts'
import { usePracticeToday } from '../ui/use-practice-today.ts'
import { ClientNextStep, useUrgentStep } from './client-next-step.tsx'
import { FirstConsultationOffer } from './first-consultation-offer.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
import './client-today.css'

const CheckIn = lazy(async () => ({ default: (await import('../features/questionnaire/own-check-in.tsx')).OwnCheckIn }))

/** On top of the client's panel, whatever the tab. */
export function ClientToday() {
  const { data: pathway } = useOwnPathway()
  const isAwaited = useUrgentStep().step !== undefined
  if (pathway?.state === 'to-book') return <FirstConsultationOffer pathway={pathway} />
  return (
    <>
      <DateLine />
      <div className="client-today">
        <OwnDailyDoses />
        <div className="client-today-beside">
          <NextConsultation />
          <ClientNextStep />
          {isFollowed(pathway) && (
            <WhileLoading>
              <CheckIn />
            </WhileLoading>
          )}
          <OwnPathwayStrip isAwaited={isAwaited} />
        </div>
      </div>
    </>
  )
}

/** From the first consultation on, or the protocol of whoever began without one here. */
const isFollowed = (pathway: CarePathway | undefined): boolean =>
  Boolean(pathway && (pathway.facts.firstHeld ?? pathway.facts.planPublished) && pathway.state !== 'finished')

const formatToday = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' })

function DateLine() {
  const day = usePracticeToday()
  const { today } = useProtocolStatusToday()
  return (
    <p className="client-date">
      {formatToday(day)}
      {today && ` · semana ${today.week} de tu pauta`}
    </p>
  )
}
