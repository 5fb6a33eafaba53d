import { useEffect, useState } from 'react'
import { practiceLegalDetails } from '#contract/practice'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { type HeldSlot, heldSlotStore } from './held-slot-store.ts'
import { ChosenSlotCard } from './paid-slot-card.tsx'
import { PaymentNextSteps } from './payment-next-steps.tsx'
import { PaymentResultCard } from './payment-result.tsx'
import { purchaseTicketStore } from './purchase-ticket.ts'

const stepsAfterwards = [
  'Te enviamos también un correo con la confirmación y, si aún no tienes cuenta, una invitación para crearla.',
  'El día de la consulta te conectas con el enlace que te enviaremos. Ten a mano las pruebas que ya tengas.',
]

const listSteps = (hasHour: boolean) =>
  hasHour
    ? [
        'Te confirmamos tu hora por correo. Si ya no estuviera libre, en ese correo eliges otra o te contactaremos en menos de 48 horas.',
        ...stepsAfterwards,
      ]
    : [
        'Por correo te proponemos tres horas distintas; si ninguna te va bien, te enviamos otras.',
        'Te contactaremos en menos de 48 horas para acordar la fecha de tu consulta, si antes no la has elegido tú.',
        ...stepsAfterwards,
      ]

/** The return page of Stripe. It neither proves nor grants a payment. */
export function PaymentCompletedPage() {
  const [chosen, setChosen] = useState<HeldSlot>()
  useEffect(() => {
    const held = heldSlotStore.read()
    // oxlint-disable-next-line react/set-state-in-effect -- rendered beforehand without it, and forgotten here
    if (held?.isPaymentBegun) setChosen(held)
    heldSlotStore.forget()
    purchaseTicketStore.forget()
  }, [])
  return (
    <PaymentResultCard drawing="pago-completado">
      <PageHead page="/pago-exitoso" />
      <h1>PAGADO</h1>
      <p className="result-lead">Gracias por tu confianza.</p>
      {chosen && <ChosenSlotCard startsAt={chosen.startsAt} />}
      <PaymentNextSteps title="Qué pasa ahora" steps={listSteps(chosen !== undefined)} />
      <p className="result-help">
        ¿No te llega el correo? Mira en la carpeta de correo no deseado o escríbenos a{' '}
        <a href={`mailto:${practiceLegalDetails.email}`}>{practiceLegalDetails.email}</a>.
      </p>
      <div className="card-actions">
        <ButtonLink to="/">Volver al inicio</ButtonLink>
      </div>
    </PaymentResultCard>
  )
}
