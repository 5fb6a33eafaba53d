import { landingCost } from '../../content/landing-cost.ts'
import { landingSamplesText, samplePlan, sampleReport, type SampleValue } from '../../content/landing-samples.ts'
import './samples.css'

const SampleMark = () => <span className="sample-mark">Ejemplo</span>

const ValueBar = ({ from, to, value }: SampleValue['bar']) => (
  <svg className="sample-bar" aria-hidden="true">
    <rect className="sample-bar-all" y="3" width="100%" height="6" rx="3" />
    <rect className="sample-bar-range" x={`${from}%`} y="3" width={`${to - from}%`} height="6" rx="3" />
    <circle className="sample-bar-value" cx={`${value}%`} cy="6" r="5" />
  </svg>
)

const SampleReport = () => (
  <figure className="sample">
    <figcaption>
      <strong>{sampleReport.title}</strong>
      <SampleMark />
    </figcaption>
    <p>{sampleReport.seen}</p>
    <ul>
      {sampleReport.values.map(({ name, meaning, value, range, bar }) => (
        <li key={name}>
          <p>
            {name}
            <small>{meaning}</small>
          </p>
          <p className="sample-value">
            {value}
            <small>{`Laboratorio: ${range}`}</small>
          </p>
          <ValueBar {...bar} />
        </li>
      ))}
    </ul>
  </figure>
)

const SamplePlan = () => (
  <figure className="sample sample-plan">
    <figcaption>
      <strong>{samplePlan.title}</strong>
      <SampleMark />
    </figcaption>
    <ul>
      {samplePlan.parts.map(({ name, text }) => (
        <li key={name}>
          <p>
            {name}
            <small>{text}</small>
          </p>
        </li>
      ))}
    </ul>
  </figure>
)

const WholeCost = () => (
  <div className="cost">
    <h3>{landingCost.title}</h3>
    <p className="cost-range">{landingCost.range}</p>
    <p className="cost-text">{landingCost.text}</p>
    <ul>
      {landingCost.parts.map(({ name, sum, text }) => (
        <li key={name}>
          <strong>{name}</strong>
          <strong className="cost-sum">{sum}</strong>
          <small>{text}</small>
        </li>
      ))}
    </ul>
    <p className="cost-note">{landingCost.note}</p>
  </div>
)

export const LandingSamplesAndCost = () => (
  <div className="landing-section samples" id="ejemplos">
    <div className="landing-inner samples-inner">
      <div>
        <h3>{landingSamplesText.title}</h3>
        <p className="samples-text">{landingSamplesText.text}</p>
        <div className="samples-papers">
          <SampleReport />
          <SamplePlan />
        </div>
      </div>
      <WholeCost />
    </div>
  </div>
)
