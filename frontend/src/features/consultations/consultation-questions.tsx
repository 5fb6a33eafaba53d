import type { OwnConsultation } from '#contract/consultation'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import { mayAcceptPrice } from './consultation-words.ts'

const PriceQuestion = lazy(async () => ({ default: (await import('./price-question.tsx')).PriceQuestion }))
const EarlyStartQuestion = lazy(async () => ({
  default: (await import('./early-start-question.tsx')).EarlyStartQuestion,
}))

/** A price may also be proposed after the hour. */
export function ConsultationQuestions({ consultation }: { readonly consultation: OwnConsultation }) {
  const { proposedPriceCents, status, isPaid } = consultation
  const mayAskEarlyStart = isPaid && status === 'scheduled'
  const price = mayAcceptPrice(consultation) ? proposedPriceCents : null
  if (!mayAskEarlyStart && price === null) return null
  return (
    <WhileLoading>
      {price === null ? (
        <EarlyStartQuestion consultation={consultation} />
      ) : (
        <PriceQuestion consultation={consultation} proposedCents={price} />
      )}
    </WhileLoading>
  )
}
