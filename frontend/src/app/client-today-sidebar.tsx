import type { QueryClient } from '@tanstack/react-query'
import type { CarePathway } from '#contract/care-pathway'
import { NextConsultation } from '../features/consultations/next-consultation-card.tsx'
import { ownNextConsultationQuery } from '../features/consultations/use-own-consultations.ts'
import { OwnPathwayStrip } from '../features/customers/pathway-strip.tsx'
import { ownPathwayQuery, useOwnPathway } from '../features/customers/use-own-pathway.ts'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
import { ClientNextStep, useAwaitedStep } from './client-next-step.tsx'
import { FirstConsultationOffer } from './first-consultation-offer.tsx'

const CheckIn = lazy(async () => ({ default: (await import('../features/questionnaire/own-check-in.tsx')).OwnCheckIn }))

export async function prefetchSidebar(queries: QueryClient): Promise<void> {
  await Promise.all([queries.prefetchQuery(ownPathwayQuery), queries.prefetchQuery(ownNextConsultationQuery)])
}

export function ClientTodaySidebar() {
  const { data: pathway } = useOwnPathway()
  const { awaited } = useAwaitedStep()
  if (pathway?.state === 'to-book') return <FirstConsultationOffer pathway={pathway} />
  return (
    <div className="client-today-sidebar">
      <NextConsultation />
      <ClientNextStep />
      {isFollowed(pathway) && (
        <WhileLoading>
          <CheckIn />
        </WhileLoading>
      )}
      <OwnPathwayStrip awaited={awaited} />
    </div>
  )
}

/** After the first consultation, or with a protocol for a client who began without one. */
const isFollowed = (pathway: CarePathway | undefined): boolean =>
  Boolean(pathway && (pathway.facts.firstHeld ?? pathway.facts.planPublished) && pathway.state !== 'finished')
