import { catalogue } from '#contract/catalogue'
import { formatCents } from '../../ui/format.ts'

const { listCents, saleCents } = catalogue['primera-consulta']
const savedCents = listCents - saleCents

/** What the first consultation costs, before and now. */
export const PriceTag = () => (
  <div className="price">
    <p className="price-row">
      <span className="price-now">
        <span className="visually-hidden">Precio: </span>
        <span>{formatCents(saleCents)}</span>
      </span>
      <span className="price-before">
        <span className="visually-hidden">Antes: </span>
        <s>{formatCents(listCents)}</s>
      </span>
      <span className="price-badge">{`-${(savedCents * 100) / listCents}%`}</span>
    </p>
    <p className="price-saving">{`Te estás ahorrando ${formatCents(savedCents)}`}</p>
  </div>
)
