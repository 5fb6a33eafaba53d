import { landingExpertText } from '../../content/landing.ts'
import { DrawingImage } from '../../drawings/drawing.tsx'
import './expert.css'

export const LandingExpertSection = () => (
  <section className="landing-section expert" id="nuestro-experto" aria-labelledby="expert-title">
    <div className="landing-inner expert-inner">
      <div className="expert-picture">
        <DrawingImage name="retrato" alt="Retrato de nuestro experto" />
      </div>
      <div className="expert-text">
        <h2 id="expert-title">Nuestro experto</h2>
        <p className="expert-lead">{landingExpertText.lead}</p>
        {landingExpertText.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <dl className="facts">
          {landingExpertText.facts.map(({ figure, text }) => (
            <div key={figure} className="fact">
              <dt>{text}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  </section>
)
