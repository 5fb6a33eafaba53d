import { stepsLead } from '../../content/landing.ts'
import { steps, type Step } from '../../content/landing-steps.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { DialogOpener, StandingDialog } from '../../ui/standing-dialog.tsx'
import './timeline.css'

const Stage = ({ step: { drawing, title, text, details }, number }: { step: Step; number: number }) => {
  const id = `paso-${number}`
  return (
    <li className="step">
      <div className="step-picture">
        <Drawing name={drawing} />
      </div>
      <p className="step-number">
        <span className="visually-hidden">Paso </span>
        {number}
      </p>
      <div className="step-text">
        <h3 id={`${id}-nombre`}>{title}</h3>
        <p>{text}</p>
        <DialogOpener opens={id} about={`${id}-nombre`}>
          Más información
        </DialogOpener>
      </div>
      <StandingDialog id={id} title={`${number}. ${title}`} picture={<Drawing name={drawing} />}>
        <p className="lead">{text}</p>
        <ul className="leaf-list">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      </StandingDialog>
    </li>
  )
}

export const Timeline = () => (
  <section className="landing-section how-it-works" id="como-funciona" aria-labelledby="steps-title">
    <div className="landing-inner">
      <header className="landing-head">
        <h2 id="steps-title">Cómo funciona</h2>
        <p className="lead">{stepsLead}</p>
      </header>
      <ol className="steps">
        {steps.map((step, index) => (
          <Stage key={step.title} step={step} number={index + 1} />
        ))}
      </ol>
    </div>
  </section>
)
