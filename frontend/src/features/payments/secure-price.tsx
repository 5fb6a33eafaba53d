import { Lock } from 'lucide-react'
import { catalogue } from '#contract/catalogue'
import { formatCents } from '#contract/money'

const { name, saleCents, durationMinutes } = catalogue['primera-consulta']

export const SecurePrice = () => (
  <div className="purchase-price">
    <Lock size={20} aria-hidden="true" />
    <p>
      <strong>{`Pago seguro de ${formatCents(saleCents).replace(' ', '')} (EUR)`}</strong>
      <span>{`${name} por videollamada, ${durationMinutes} minutos. Pagas en la página segura de Stripe.`}</span>
    </p>
  </div>
)
