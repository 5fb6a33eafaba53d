import { faqLead } from '../../content/landing.ts'
import { faq } from '../../content/landing-faq.ts'
import { practice } from '#contract/practice'
import './faq.css'

export const Faq = () => (
  <section className="landing-section faq" aria-labelledby="faq-title">
    <div className="landing-inner faq-inner">
      <header className="faq-head">
        <h2 id="faq-title">Preguntas frecuentes</h2>
        <p className="lead">{faqLead}</p>
        <p>
          <a href={`mailto:${practice.email}`}>{practice.email}</a>
        </p>
      </header>
      <div className="faq-list">
        {faq.map(({ question, answer }) => (
          <details key={question} className="faq-item" name="preguntas">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </div>
  </section>
)
