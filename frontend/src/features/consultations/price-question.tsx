import type { OwnConsultation } from '#contract/consultation'
import { formatCents } from '#contract/money'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { preventAmountWrapping } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { hasOpenPrice } from './consultation-words.ts'
import { useOwnConsultationMutations } from './use-own-consultations.ts'
import './consultation-question.css'

interface PriceQuestionProps {
  readonly consultation: OwnConsultation
  readonly proposedCents: number
}

/** A declined price can still be accepted. */
export function PriceQuestion({ consultation, proposedCents }: PriceQuestionProps) {
  const { consultationId } = consultation
  const { answerPrice } = useOwnConsultationMutations(() => undefined)
  const isOpen = hasOpenPrice(consultation)
  const { error, isPending, variables } = answerPrice
  const send = (answer: 'accept' | 'decline') =>
    answerPrice.mutate({ params: { consultationId }, body: { priceCents: proposedCents, answer } })
  const toBusy = (answer: 'accept' | 'decline') => ({
    busy: isPending && variables?.body.answer === answer,
    busyText: 'Guardando...',
  })
  return (
    <div className="consultation-question">
      <p>{isOpen ? toQuestion(consultation, proposedCents) : toDeclined(proposedCents)}</p>
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
      <div className="consultation-question-actions">
        <Button
          size="small"
          variant={isOpen ? 'primary' : 'secondary'}
          {...toBusy('accept')}
          onClick={() => send('accept')}
        >
          Acepto el precio
        </Button>
        {isOpen && (
          <Button size="small" variant="secondary" {...toBusy('decline')} onClick={() => send('decline')}>
            No acepto el precio
          </Button>
        )}
      </div>
    </div>
  )
}

const toQuestion = ({ priceCents }: OwnConsultation, proposedCents: number) => (
  <>
    Te proponemos un precio de <strong>{preventAmountWrapping(formatCents(proposedCents))}</strong> para esta consulta
    {priceCents !== null && `, en lugar de ${formatCents(priceCents)}`}. Hasta que lo aceptes, no hay nada que pagar.
  </>
)

const toDeclined = (proposedCents: number) => (
  <>
    Nos has dicho que no aceptas el precio de <strong>{preventAmountWrapping(formatCents(proposedCents))}</strong>. Te
    escribiremos.
  </>
)
