import { productCatalogue } from '#contract/product-catalogue'
import { formatCents } from '#contract/money'

const { listCents, saleCents, durationMinutes } = productCatalogue['primera-consulta']
const savedCents = listCents - saleCents

const Before = () =>
  savedCents > 0 && (
    <>
      <span className="price-before">
        <span className="visually-hidden">Antes: </span>
        <s>{formatCents(listCents)}</s>
      </span>
      <span className="price-badge">{`-${Math.round((savedCents * 100) / listCents)}%`}</span>
    </>
  )

export const FirstConsultationPrice = () => (
  <div className="price">
    <p className="price-row">
      <span className="price-now">
        <span className="visually-hidden">Precio: </span>
        <span>{formatCents(saleCents)}</span>
      </span>
      <Before />
    </p>
    {savedCents > 0 && <p className="price-saving">{`Te estás ahorrando ${formatCents(savedCents)}`}</p>}
    <p className="price-terms">{`${durationMinutes} minutos. Impuestos incluidos. Pago único.`}</p>
    {savedCents > 0 && (
      <p className="price-terms">El precio tachado es el más bajo de los 30 días anteriores a la rebaja.</p>
    )}
  </div>
)
