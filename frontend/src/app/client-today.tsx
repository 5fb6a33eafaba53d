import type { QueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { createDayFormatter } from '#contract/calendar-days'
import type { CarePathway } from '#contract/care-pathway'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { OwnPathwayStrip } from '../features/customers/pathway-strip.tsx'
import { ownPathwayQuery, useOwnPathway } from '../features/customers/use-own-pathway.ts'
import { NextConsultation } from '../features/consultations/next-consultation-card.tsx'
import { OwnDailyDoses } from '../features/supplements/daily-dose-checklist.tsx'
import { dosesOfWeekQuery, useProtocolStatusToday } from '../features/supplements/use-daily-dose-ticks.ts'
import { ownSupplementsQuery } from '../features/supplements/use-own-supplements.ts'
import { ownNextConsultationQuery } from '../features/consultations/use-own-consultations.ts'
import { getPracticeToday } from '../ui/wall-time.ts'
import { usePracticeToday } from '../ui/use-practice-today.ts'
import { ClientNextStep, useUrgentStep } from './client-next-step.tsx'
import { FirstConsultationOffer } from './first-consultation-offer.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
import './client-today.css'

const CheckIn = lazy(async () => ({ default: (await import('../features/questionnaire/own-check-in.tsx')).OwnCheckIn }))

/**
 * Takes what the document has asked for while the code was being loaded, so that the first rendering shows it: a second one
 * would cost a slow processor as much again.
 */
export async function prefetchClientToday(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.prefetchInfiniteQuery(ownSupplementsQuery),
    queries.prefetchQuery(dosesOfWeekQuery(getPracticeToday())),
    queries.prefetchQuery(ownPathwayQuery),
    queries.prefetchQuery(ownNextConsultationQuery),
    queries.prefetchQuery(endpointQueryOptions(apiContract.customers.current, {})),
  ])
}

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
