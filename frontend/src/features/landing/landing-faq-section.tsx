import { landingFaqIntro } from '../../content/landing.ts'
import { landingFaqEntries } from '../../content/landing-faq.ts'
import { practiceLegalDetails } from '#contract/practice'
import './faq.css'

export const LandingFaqSection = () => (
  <section className="landing-section faq" aria-labelledby="faq-title">
    <div className="landing-inner faq-inner">
      <header className="faq-head">
        <h2 id="faq-title">Preguntas frecuentes</h2>
        <p className="lead">{landingFaqIntro}</p>
        <p>
          <a href={`mailto:${practiceLegalDetails.email}`}>{practiceLegalDetails.email}</a>
        </p>
      </header>
      <div className="faq-list">
        {landingFaqEntries.map(({ question, answer }) => (
          <details key={question} className="faq-item" name="preguntas">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </div>
  </section>
)
