import { useEffect } from 'react'
import { practiceLegalDetails } from '#contract/practice'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { heldSlotStore } from './held-slot-store.ts'
import { PaymentNextSteps, PaymentResultCard } from './payment-result.tsx'

const steps = [
  'Te contactaremos en menos de 48 horas para acordar la fecha de tu consulta.',
  'Te enviamos también un correo con la confirmación y, si aún no tienes cuenta, una invitación para crearla.',
  'El día de la consulta te conectas con el enlace que te enviaremos. Ten a mano las pruebas que ya tengas.',
]

/** The return page of Stripe. It neither proves nor grants a payment. */
export function PaymentCompletedPage() {
  useEffect(() => heldSlotStore.forget(), [])
  return (
    <PaymentResultCard drawing="pago-completado">
      <PageHead page="/pago-exitoso" />
      <h1>PAGADO</h1>
      <p className="result-lead">Gracias por tu confianza.</p>
      <PaymentNextSteps title="Qué pasa ahora" steps={steps} />
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
