import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DrawingImage } from '../../drawings/drawing.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { BookingSection } from './booking-section.tsx'
import { FirstConsultationPrice } from './first-consultation-price.tsx'
import { SalesPageBookingBar } from './sales-page-bar.tsx'
import {
  SalesBenefitsSection,
  SalesProcessSection,
  SalesGuaranteesSection,
  SalesSuitabilitySection,
  SalesTrustBadges,
} from './sales-page-sections.tsx'
import { releaseCanceledSlot } from './release-slot.ts'
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
    <p className="sales-alternative">
      ¿Quieres elegir antes día y hora? <a href="#elegir-hora">Ver horas libres</a>
    </p>
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

interface HoursProps extends ReservationProps {
  readonly reserveWithoutSlot: () => void
}

const Hours = ({ busy, reserve, reserveWithoutSlot }: HoursProps) => (
  <section id="elegir-hora" className="sales-section sales-hours" aria-labelledby="hours-title">
    <div className="sales-row">
      <h2 id="hours-title">Elige tu hora</h2>
      <BookingSection
        pay={
          <Button size="large" className="button-wide" busy={busy} busyText="Procesando..." onClick={reserve}>
            RESERVAR CITA
          </Button>
        }
        onLater={busy ? undefined : reserveWithoutSlot}
      />
    </div>
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
  const { reserveWithoutSlot, ...reservation } = useFirstConsultationCheckout()
  const isCanceled = useSearchParams()[0].get('status') === 'canceled'
  useEffect(() => {
    if (isCanceled) releaseCanceledSlot()
  }, [isCanceled])
  const reading = useRef<HTMLDivElement>(null)
  return (
    <div className="sales">
      <PageHead page="/primera-consulta" />
      <div className="sales-top">
        <div className="sales-row">
          {isCanceled && <CanceledNotice />}
          <div className="sales-pitch">
            <p className="eyebrow">Primera consulta</p>
            <h1>Entiende qué pasa en tu intestino</h1>
            <p className="lead">
              Treinta minutos por videollamada con un especialista en microbiota. Repasamos tu caso y sales con un plan
              claro: qué analizar, cómo seguir y cuánto cuesta.
            </p>
          </div>
          <Offer {...reservation} />
          <DrawingImage name="step-2-consulta" className="sales-drawing" eager />
        </div>
      </div>
      <Hours {...reservation} reserveWithoutSlot={reserveWithoutSlot} />
      <div ref={reading}>
        <SalesBenefitsSection />
        <SalesProcessSection />
        <SalesSuitabilitySection />
        <SalesGuaranteesSection />
        <SalesTestimonialsSection />
      </div>
      <Close {...reservation} />
      <SalesPageBookingBar {...reservation} reading={reading} />
    </div>
  )
}
