import { expert } from '../../content/landing.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import './expert.css'

export const Expert = () => (
  <section className="landing-section expert" id="nuestro-experto" aria-labelledby="expert-title">
    <div className="landing-inner expert-inner">
      <div className="expert-picture">
        <Drawing name="retrato" alt="Retrato de nuestro experto" />
      </div>
      <div className="expert-text">
        <h2 id="expert-title">Nuestro experto</h2>
        <p className="expert-lead">{expert.lead}</p>
        {expert.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <dl className="facts">
          {expert.facts.map(({ figure, text }) => (
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
