import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { DrawingImage } from '../../drawings/drawing.tsx'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { FirstConsultationPrice } from './first-consultation-price.tsx'
import { SalesPageBookingBar } from './sales-page-bar.tsx'
import {
  SalesBenefitsSection,
  SalesProcessSection,
  SalesGuaranteesSection,
  SalesSuitabilitySection,
  SalesTrustBadges,
} from './sales-page-sections.tsx'
import { SalesTestimonialsSection } from './testimonials.tsx'
import { useFirstConsultationCheckout } from './use-first-consultation-checkout.ts'
import './sales-page.css'

const CanceledNotice = () => (
  <NoticeBox>
    <p>
      <strong>Pago cancelado.</strong> No se ha realizado ningún cargo. Puedes reservar tu cita cuando quieras.
    </p>
  </NoticeBox>
)

interface ReservationProps {
  readonly busy: boolean
  readonly reserve: () => void
}

const Offer = ({ busy, reserve }: ReservationProps) => (
  <section className="sales-offer" aria-label="Precio y reserva">
    <FirstConsultationPrice />
    <Button size="large" className="button-wide" busy={busy} busyText="Procesando..." onClick={reserve}>
      RESERVAR CITA
    </Button>
    <p className="price-terms">
      Al pagar aceptas los <Link to="/terminos">términos y condiciones</Link>. Usamos tus datos como explica la{' '}
      <Link to="/privacidad">política de privacidad</Link>.
    </p>
    <p className="sales-alternative">
      ¿Prefieres tener ya tu panel de cliente? <Link to="/comprar">Crear cuenta y pagar</Link>
    </p>
    <SalesTrustBadges />
  </section>
)

const Close = ({ busy, reserve }: ReservationProps) => (
  <section className="sales-close" aria-labelledby="close-title">
    <div className="sales-row">
      <DrawingImage name="step-5-seguimiento" className="sales-close-drawing" />
      <div>
        <h2 id="close-title">Da el primer paso</h2>
        <p>Todo el proceso es online y dura entre 2 y 3 meses. Empieza por conocernos.</p>
        <Button size="large" busy={busy} busyText="Procesando..." onClick={reserve}>
          Reserva tu primera consulta ahora
        </Button>
      </div>
    </div>
  </section>
)

export function SalesPage() {
  const reservation = useFirstConsultationCheckout()
  const [search] = useSearchParams()
  const reading = useRef<HTMLDivElement>(null)
  return (
    <div className="sales">
      <PageHead page="/primera-consulta" />
      <div className="sales-top">
        <div className="sales-row">
          {search.get('status') === 'canceled' && <CanceledNotice />}
          <div className="sales-pitch">
            <p className="eyebrow">Primera consulta</p>
            <h1>Entiende qué pasa en tu intestino</h1>
            <p className="lead">
              Treinta minutos por videollamada con un especialista en microbiota humana. Repasamos tu caso y sales con
              un plan claro: qué analizar, cómo seguir y cuánto cuesta.
            </p>
          </div>
          <Offer {...reservation} />
          <DrawingImage name="step-2-consulta" className="sales-drawing" eager />
        </div>
      </div>
      <div ref={reading}>
        <SalesBenefitsSection />
        <SalesProcessSection />
        <SalesSuitabilitySection />
        <SalesTestimonialsSection />
        <SalesGuaranteesSection />
      </div>
      <Close {...reservation} />
      <SalesPageBookingBar {...reservation} reading={reading} />
    </div>
  )
}
