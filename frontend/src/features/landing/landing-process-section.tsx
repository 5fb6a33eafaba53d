import { landingStepsIntro } from '../../content/landing.ts'
import { landingProcessSteps, type LandingProcessStep } from '../../content/landing-steps.ts'
import { DrawingImage } from '../../drawings/drawing.tsx'
import { PrerenderedDialogButton, PrerenderedDialog } from '../../ui/prerendered-dialog.tsx'
import { LandingSamplesAndCost } from './landing-samples-and-cost.tsx'
import './timeline.css'

const Stage = ({ step: { drawing, title, text, details }, number }: { step: LandingProcessStep; number: number }) => {
  const id = `paso-${number}`
  return (
    <li className="step">
      <div className="step-picture">
        <DrawingImage name={drawing} />
      </div>
      <p className="step-number">
        <span className="visually-hidden">Paso </span>
        {number}
      </p>
      <div className="step-text">
        <h3 id={`${id}-nombre`}>{title}</h3>
        <p>{text}</p>
        <PrerenderedDialogButton opens={id} about={`${id}-nombre`}>
          Más información
        </PrerenderedDialogButton>
      </div>
      <PrerenderedDialog id={id} title={`${number}. ${title}`} picture={<DrawingImage name={drawing} />}>
        <p className="lead">{text}</p>
        <ul className="leaf-list">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      </PrerenderedDialog>
    </li>
  )
}

export const LandingProcessSection = () => (
  <section className="how-it-works" id="como-funciona" aria-labelledby="steps-title">
    <div className="landing-section">
      <div className="landing-inner">
        <header className="landing-head">
          <h2 id="steps-title">Cómo funciona</h2>
          <p className="lead">{landingStepsIntro}</p>
        </header>
        <ol className="steps">
          {landingProcessSteps.map((step, index) => (
            <Stage key={step.title} step={step} number={index + 1} />
          ))}
        </ol>
      </div>
    </div>
    <LandingSamplesAndCost />
  </section>
)
