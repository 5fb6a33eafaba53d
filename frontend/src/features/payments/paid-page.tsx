import { CircleCheck } from 'lucide-react'
import { ButtonLink } from '../../ui/button.tsx'
import { CardPage } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** Where the payment page leads back to. It proves nothing and grants nothing. */
export const PaidPage = () => (
  <CardPage>
    <PageHead title="Pago completado" hidden />
    <span className="card-mark">
      <CircleCheck size={28} aria-hidden="true" />
    </span>
    <h1>PAGADO</h1>
    <p>Gracias por tu confianza. Te contactaremos en menos de 48 horas para acordar la fecha de tu consulta.</p>
    <p>Te enviamos también un correo con la confirmación y, si aún no tienes cuenta, una invitación para crearla.</p>
    <div className="card-actions">
      <ButtonLink to="/">Volver al inicio</ButtonLink>
    </div>
  </CardPage>
)
