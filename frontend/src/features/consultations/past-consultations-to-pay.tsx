import type { OwnConsultation } from '#contract/consultation'
import { consultationTypeLabels } from '#contract/status-labels'
import { ConsultationQuestions } from './consultation-questions.tsx'
import { ConsultationTime } from './consultation-time.tsx'
import { isPaymentDue, mayAcceptPrice, toConsultationPriceText } from './consultation-words.ts'
import { PayConsultation } from './pay-consultation.tsx'
import './consultations.css'

/** A price may be set, accepted and paid after the hour. */
export function PastConsultationsToPay({ consultations }: { readonly consultations: readonly OwnConsultation[] }) {
  const toPay = consultations.filter((each) => isPaymentDue(each) || mayAcceptPrice(each))
  if (toPay.length === 0) return null
  return (
    <ul className="consultation-cards" aria-label="Pendientes de precio o de pago">
      {toPay.map((consultation) => (
        <PastConsultation key={consultation.consultationId} consultation={consultation} />
      ))}
    </ul>
  )
}

function PastConsultation({ consultation }: { readonly consultation: OwnConsultation }) {
  const { startsAt, durationMinutes, type } = consultation
  const price = toConsultationPriceText(consultation)
  return (
    <li className="consultation-card">
      <div className="consultation-facts">
        <h3>
          <ConsultationTime startsAt={startsAt} minutes={durationMinutes} />
        </h3>
        <p>
          {consultationTypeLabels[type]}
          {price && ` · ${price}`}
        </p>
      </div>
      <ConsultationQuestions consultation={consultation} />
      {isPaymentDue(consultation) && (
        <div className="consultation-actions">
          <PayConsultation consultation={consultation} />
        </div>
      )}
    </li>
  )
}
