import { salesPageTestimonials } from '../../content/sales-page.ts'
import './sales-page.css'
import './testimonials.css'

const Stars = () => (
  <span className="stars" role="img" aria-label="5 de 5 estrellas">
    ★★★★★
  </span>
)

/** Marked 'Ejemplo' until replaced by real ones, with their author's consent. */
export const SalesTestimonialsSection = () => (
  <section className="sales-section testimonials-section" aria-labelledby="testimonials-title">
    <div className="sales-row">
      <h2 id="testimonials-title">Cómo lo viven</h2>
      <p className="testimonials-notice">
        Estos textos son ejemplos, no opiniones de clientes. Publicaremos las primeras opiniones reales cuando sus
        autores nos den permiso.
      </p>
      <ul className="testimonials">
        {salesPageTestimonials.map(({ name, text }) => (
          <li key={name} className="testimonial">
            <Stars />
            <blockquote>{text}</blockquote>
            <p className="testimonial-name">
              {name} <span className="testimonial-mark">Ejemplo</span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
