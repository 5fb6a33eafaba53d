import { useEffect } from 'react'
import { practiceLegalDetails } from '#contract/practice'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { PaymentResultCard } from './payment-result.tsx'
import { releaseCanceledSlot } from './release-slot.ts'

export function PaymentCanceledPage() {
  useEffect(() => releaseCanceledSlot(), [])
  return (
    <PaymentResultCard drawing="pago-cancelado">
      <PageHead page="/payment-canceled" />
      <h1>Pago cancelado</h1>
      <p className="result-lead">
        No se ha realizado ningún cargo. Si has tenido algún problema con el pago, puedes intentarlo otra vez.
      </p>
      <p>Si tu tarjeta no funciona, prueba con otra o habla con tu banco. Si prefieres pensarlo, no hay prisa.</p>
      <p className="result-help">
        ¿Tienes dudas antes de reservar? Escríbenos a{' '}
        <a href={`mailto:${practiceLegalDetails.email}`}>{practiceLegalDetails.email}</a>.
      </p>
      <div className="card-actions">
        <ButtonLink to="/primera-consulta">Intentar de nuevo</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Volver al inicio
        </ButtonLink>
      </div>
    </PaymentResultCard>
  )
}
