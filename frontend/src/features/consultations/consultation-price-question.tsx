import { lazy, Suspense } from 'react'
import type { OwnConsultation } from '#contract/consultation'

const PriceQuestion = lazy(async () => ({ default: (await import('./price-question.tsx')).PriceQuestion }))

/** A price that the practice has set since the client asked. */
export function ConsultationPriceQuestion({ consultation }: { readonly consultation: OwnConsultation }) {
  const { proposedPriceCents, status, isPaid } = consultation
  if (proposedPriceCents === null || isPaid || status === 'cancelled') return null
  return (
    <Suspense>
      <PriceQuestion consultation={consultation} proposedCents={proposedPriceCents} />
    </Suspense>
  )
}
