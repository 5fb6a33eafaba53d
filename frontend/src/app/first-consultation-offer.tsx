import type { CarePathway } from '#contract/care-pathway'
import { formatCents } from '#contract/money'
import { productCatalogue } from '#contract/product-catalogue'
import { carePathwayWords } from '../content/care-pathway.ts'
import { DrawingImage } from '../drawings/drawing.tsx'
import { PathwaySteps } from '../features/customers/pathway-steps.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { preventAmountWrapping } from '../ui/format.ts'
import { lazy, WhileLoading } from '../ui/lazy.tsx'

const NearestHours = lazy(async () => ({
  default: (await import('../features/payments/nearest-hours.tsx')).NearestHours,
}))

const { saleCents } = productCatalogue['primera-consulta']
const { title, text } = carePathwayWords['to-book']

export const FirstConsultationOffer = ({ pathway }: { readonly pathway: CarePathway }) => (
  <>
    <section className="offer" aria-labelledby="offer-title">
      <div className="offer-text">
        <h2 id="offer-title">{title}</h2>
        <p>{text} Sales sabiendo qué analizar y qué no.</p>
        <p className="offer-price">
          <strong>{preventAmountWrapping(formatCents(saleCents))}</strong> impuestos incluidos
        </p>
        <ButtonLink to="/comprar" size="large" className="offer-button">
          Elegir mi hora
        </ButtonLink>
      </div>
      <DrawingImage name="hero" className="offer-drawing" />
      <WhileLoading>
        <NearestHours />
      </WhileLoading>
    </section>
    <section className="offer-steps" aria-labelledby="offer-steps-title">
      <h2 id="offer-steps-title">Así será tu proceso</h2>
      <PathwaySteps pathway={pathway} />
    </section>
  </>
)
