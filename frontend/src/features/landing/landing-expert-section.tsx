import { practiceLegalDetails } from '#contract/practice'
import { landingExpertText } from '../../content/landing.ts'
import { DrawingImage } from '../../drawings/drawing.tsx'
import { Link } from '../../ui/link.tsx'
import './expert.css'

const { profession } = practiceLegalDetails

const Credentials = () =>
  profession && (
    <ul className="expert-credentials">
      <li>{`N.º de colegiado ${profession.number}, ${profession.college}`}</li>
      <li>{`Miembro de: ${profession.memberships.join('; ')}`}</li>
      <li>
        <Link to="/aviso-legal#profesion">Todos sus datos profesionales</Link>
      </li>
    </ul>
  )

export const LandingExpertSection = () => (
  <section className="landing-section expert" id="nuestro-experto" aria-labelledby="expert-title">
    <div className="landing-inner expert-inner">
      <div className="expert-picture">
        <DrawingImage
          name="retrato"
          alt={profession ? `Retrato de ${profession.practitioner}` : 'Retrato de nuestro experto'}
        />
      </div>
      <div className="expert-text">
        <h2 id="expert-title">Nuestro experto</h2>
        {profession && <p className="expert-name">{profession.practitioner}</p>}
        <p className="expert-lead">{landingExpertText.lead}</p>
        <Credentials />
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
