import { symptomsLead } from '../../content/landing.ts'
import { symptoms, type Symptom } from '../../content/landing-symptoms.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { DialogOpener, StandingDialog } from '../../ui/standing-dialog.tsx'
import './symptoms.css'

const dialogOf = ({ drawing }: Symptom) => `sintoma-${drawing}`

const SymptomCard = ({ symptom }: { readonly symptom: Symptom }) => {
  const nameId = `${dialogOf(symptom)}-nombre`
  return (
    <article className="symptom">
      <Drawing name={symptom.drawing} />
      <div className="symptom-text">
        <h3 id={nameId}>{symptom.title}</h3>
        <p>{symptom.text}</p>
        <DialogOpener opens={dialogOf(symptom)} about={nameId}>
          Más información
        </DialogOpener>
      </div>
    </article>
  )
}

/** The dialogs are outside the carousel, so that its keys, swipes and wheel do not affect them. */
export const Symptoms = () => (
  <section className="landing-section symptoms" id="encuentra-solucion" aria-labelledby="symptoms-title">
    <div className="landing-inner">
      <Carousel
        label="Motivos de consulta"
        head={
          <header className="symptoms-head">
            <h2 id="symptoms-title">Encuentra tu solución</h2>
            <p className="lead">{symptomsLead}</p>
          </header>
        }
      >
        {symptoms.map((symptom) => (
          <li key={symptom.drawing}>
            <SymptomCard symptom={symptom} />
          </li>
        ))}
      </Carousel>
      {symptoms.map((symptom) => (
        <StandingDialog
          key={symptom.drawing}
          id={dialogOf(symptom)}
          title={symptom.title}
          picture={<Drawing name={symptom.drawing} />}
        >
          {symptom.long.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </StandingDialog>
      ))}
    </div>
  </section>
)
