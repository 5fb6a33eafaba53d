import { Check, Lock, ShieldCheck, Video, X } from 'lucide-react'
import {
  salesPageBenefits,
  salesPageProcessSteps,
  consultationUnsuitableFor,
  salesPageGuarantees,
  consultationSuitableFor,
  salesPageTrustSignals,
} from '../../content/sales-page.ts'
import { Link } from '../../ui/link.tsx'
import './sales-page.css'
import './sales-page-sections.css'

export const SalesBenefitsSection = () => (
  <section className="sales-section sales-paper" aria-labelledby="benefits-title">
    <div className="sales-row sales-columns">
      <div>
        <h2 id="benefits-title">Qué incluye tu primera consulta</h2>
        <p className="lead">Una sola videollamada, sin letra pequeña. Esto es lo que te llevas.</p>
        <p>
          Y después: <a href="/#ejemplos">un informe y un plan de ejemplo, y cuánto cuesta todo</a>.
        </p>
      </div>
      <div className="sales-benefits">
        {salesPageBenefits.map(({ title, text }, index) => (
          <details key={title} className="sales-benefit" name="benefits" open={index === 0}>
            <summary>{title}</summary>
            <p>{text}</p>
          </details>
        ))}
      </div>
    </div>
  </section>
)

export const SalesProcessSection = () => (
  <section className="sales-section" aria-labelledby="course-title">
    <div className="sales-row">
      <h2 id="course-title">Qué pasa después de reservar</h2>
      <ol className="sales-course">
        {salesPageProcessSteps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

interface ReasonsProps {
  readonly title: string
  readonly reasons: readonly string[]
  readonly mark: typeof Check
}

const Reasons = ({ title, reasons, mark: Mark }: ReasonsProps) => (
  <div className="sales-reasons">
    <h3>{title}</h3>
    <ul>
      {reasons.map((reason) => (
        <li key={reason}>
          <Mark size={20} aria-hidden="true" />
          {reason}
        </li>
      ))}
    </ul>
  </div>
)

export const SalesSuitabilitySection = () => (
  <section className="sales-section sales-paper" aria-labelledby="suitability-title">
    <div className="sales-row">
      <h2 id="suitability-title">Antes de reservar</h2>
      <div className="sales-pair">
        <Reasons title="Es para ti si…" reasons={consultationSuitableFor} mark={Check} />
        <Reasons title="No es para ti si…" reasons={consultationUnsuitableFor} mark={X} />
      </div>
      <p className="sales-caution">
        La consulta no sustituye la atención médica. No dejes ni cambies un tratamiento sin hablar antes con tu médico.
      </p>
    </div>
  </section>
)

export const SalesGuaranteesSection = () => (
  <section className="sales-section sales-promises" aria-labelledby="promises-title">
    <div className="sales-row">
      <h2 id="promises-title">Reserva con tranquilidad</h2>
      <ul>
        {salesPageGuarantees.map(({ figure, text }) => (
          <li key={figure}>
            <strong>{figure}</strong>
            {text}
          </li>
        ))}
      </ul>
      <p>
        Los detalles están en los <Link to="/terminos#cancelaciones">términos y condiciones</Link>.
      </p>
    </div>
  </section>
)

const badges = { payment: Lock, call: Video, privacy: ShieldCheck }

export const SalesTrustBadges = () => (
  <ul className="sales-trust">
    {salesPageTrustSignals.map(({ kind, text }) => {
      const Badge = badges[kind]
      return (
        <li key={kind}>
          <Badge size={18} aria-hidden="true" />
          {text}
        </li>
      )
    })}
  </ul>
)
