import { landingSymptomsIntro } from '../../content/landing.ts'
import { landingSymptoms, type LandingSymptom } from '../../content/landing-symptoms.ts'
import { DrawingImage } from '../../drawings/drawing.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { PrerenderedDialogButton, PrerenderedDialog } from '../../ui/prerendered-dialog.tsx'
import './symptoms.css'

const dialogOf = ({ drawing }: LandingSymptom) => `sintoma-${drawing}`

const SymptomCard = ({ symptom }: { readonly symptom: LandingSymptom }) => {
  const nameId = `${dialogOf(symptom)}-nombre`
  return (
    <article className="symptom">
      <DrawingImage name={symptom.drawing} />
      <div className="symptom-text">
        <h3 id={nameId}>{symptom.title}</h3>
        <p>{symptom.text}</p>
        <PrerenderedDialogButton opens={dialogOf(symptom)} about={nameId}>
          Más información
        </PrerenderedDialogButton>
      </div>
    </article>
  )
}

/** The dialogs are outside the carousel, so that its keys, swipes and wheel do not affect them. */
export const LandingSymptomsSection = () => (
  <section className="landing-section symptoms" id="encuentra-solucion" aria-labelledby="symptoms-title">
    <div className="landing-inner">
      <Carousel
        label="Motivos de consulta"
        head={
          <header className="symptoms-head">
            <h2 id="symptoms-title">Encuentra tu solución</h2>
            <p className="lead">{landingSymptomsIntro}</p>
          </header>
        }
      >
        {landingSymptoms.map((symptom) => (
          <li key={symptom.drawing}>
            <SymptomCard symptom={symptom} />
          </li>
        ))}
      </Carousel>
      {landingSymptoms.map((symptom) => (
        <PrerenderedDialog
          key={symptom.drawing}
          id={dialogOf(symptom)}
          title={symptom.title}
          picture={<DrawingImage name={symptom.drawing} />}
        >
          {symptom.long.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </PrerenderedDialog>
      ))}
    </div>
  </section>
)
