import { Lock } from 'lucide-react'
import { productCatalogue } from '#contract/product-catalogue'
import { formatCents } from '#contract/money'

const { name, saleCents, durationMinutes } = productCatalogue['primera-consulta']

export const PurchasePriceSummary = () => (
  <div className="purchase-price">
    <Lock size={20} aria-hidden="true" />
    <p>
      <strong>{`Pago seguro de ${formatCents(saleCents).replace(' ', '')} (EUR)`}</strong>
      <span>{`${name} por videollamada, ${durationMinutes} minutos. Pagas en la página segura de Stripe.`}</span>
    </p>
  </div>
)
