import { ShieldCheck } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { benefits, trust } from '../../content/sales.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PriceTag } from './price-tag.tsx'
import { Testimonials } from './testimonials.tsx'
import { useReservation } from './use-reservation.ts'
import './sales-page.css'

const description =
  'Reserva tu primera consulta online de microbiota intestinal y nutrición personalizada: 30 minutos por videollamada con un especialista.'

const CanceledNotice = () => (
  <NoticeBox>
    <p>
      <strong>Pago cancelado.</strong> No se ha realizado ningún cargo. Puedes reservar tu cita cuando quieras.
    </p>
  </NoticeBox>
)

const Benefits = () => (
  <section className="sales-section" aria-labelledby="benefits-title">
    <h2 id="benefits-title">Qué incluye tu primera consulta</h2>
    <div className="sales-benefits">
      {benefits.map(({ title, text }, index) => (
        <details key={title} className="sales-benefit" name="benefits" open={index === 0}>
          <summary>{title}</summary>
          <p>{text}</p>
        </details>
      ))}
    </div>
  </section>
)

const Trust = () => (
  <ul className="sales-trust">
    {trust.map((promise) => (
      <li key={promise}>
        <ShieldCheck size={18} aria-hidden="true" />
        {promise}
      </li>
    ))}
  </ul>
)

export function SalesPage() {
  const { busy, reserve } = useReservation()
  const [search] = useSearchParams()
  return (
    <div className="sales">
      <PageHead
        title="Primera consulta | Reserva tu cita personalizada"
        description={description}
        canonicalPath="/primera-consulta"
      />
      {search.get('status') === 'canceled' && <CanceledNotice />}
      <div className="sales-top">
        <div className="sales-pitch">
          <p className="eyebrow">Primera consulta</p>
          <h1>Entiende qué pasa en tu intestino</h1>
          <p className="lead">
            Treinta minutos por videollamada con un especialista en microbiota humana. Repasamos tu caso y sales con un
            plan claro: qué analizar, cómo seguir y cuánto cuesta.
          </p>
        </div>
        <section className="sales-offer" aria-label="Precio y reserva">
          <PriceTag />
          <Button size="large" className="button-wide" busy={busy} busyText="Procesando..." onClick={reserve}>
            RESERVAR CITA
          </Button>
          <p className="sales-alternative">
            ¿Prefieres tener ya tu panel de cliente? <Link to="/comprar">Crear cuenta y pagar</Link>
          </p>
          <Trust />
        </section>
      </div>
      <Benefits />
      <Testimonials />
      <section className="sales-close" aria-labelledby="close-title">
        <h2 id="close-title">Da el primer paso</h2>
        <p>Todo el proceso es online y dura entre 2 y 3 meses. Empieza por conocernos.</p>
        <Button size="large" busy={busy} busyText="Procesando..." onClick={reserve}>
          Reserva tu primera consulta ahora
        </Button>
      </section>
    </div>
  )
}
