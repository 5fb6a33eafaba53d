import type { OwnConsultation } from '#contract/consultation'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'

const PriceQuestion = lazy(async () => ({ default: (await import('./price-question.tsx')).PriceQuestion }))
const EarlyStartQuestion = lazy(async () => ({
  default: (await import('./early-start-question.tsx')).EarlyStartQuestion,
}))

export function ConsultationQuestions({ consultation }: { readonly consultation: OwnConsultation }) {
  const { proposedPriceCents, status, isPaid } = consultation
  if (status !== 'scheduled' || (proposedPriceCents === null && !isPaid)) return null
  return (
    <WhileLoading>
      {isPaid ? (
        <EarlyStartQuestion consultation={consultation} />
      ) : (
        proposedPriceCents !== null && <PriceQuestion consultation={consultation} proposedCents={proposedPriceCents} />
      )}
    </WhileLoading>
  )
}
