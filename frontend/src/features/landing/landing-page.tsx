import { PageHead } from '../../ui/page-head.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Ecosystem } from '../../ui/ecosystem.tsx'
import { expert, paths, steps } from '../../content/landing.ts'
import './landing-page.css'

const description =
  'Análisis de microbiota intestinal y nutrición personalizada, 100 % online: kit en casa, consultas por videollamada y un plan hecho para ti.'

const CallToAction = () => (
  <ButtonLink to="/primera-consulta" size="large">
    Comienza tu transformación
  </ButtonLink>
)

const Hero = () => (
  <section className="hero" aria-labelledby="hero-title">
    <div className="hero-text">
      <p className="eyebrow">Microbiota y nutrición personalizada</p>
      <h1 id="hero-title">Hay un ecosistema dentro de ti</h1>
      <p className="lead">
        Billones de microorganismos viven en tu intestino. Los analizamos, te explicamos qué cuentan y te acompañamos
        para cuidarlos, sin salir de casa.
      </p>
      <CallToAction />
    </div>
    <Ecosystem />
  </section>
)

const Steps = () => (
  <section className="band band-paper" id="como-funciona" aria-labelledby="steps-title">
    <div className="band-inner">
      <h2 id="steps-title">Cómo funciona</h2>
      <p className="lead">Un proceso completamente online de entre 2 y 3 meses.</p>
      <ol className="steps">
        {steps.map(({ title, text }) => (
          <li key={title} className="step">
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

const Paths = () => (
  <section className="band" id="encuentra-solucion" aria-labelledby="paths-title">
    <div className="band-inner band-split">
      <div>
        <h2 id="paths-title">Encuentra tu solución</h2>
        <p className="lead">Más del 70 % de tu sistema inmunitario está en el intestino.</p>
      </div>
      <ul className="paths">
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </div>
  </section>
)

const Expert = () => (
  <section className="band band-green" id="nuestro-experto" aria-labelledby="expert-title">
    <div className="band-inner band-split">
      <div>
        <h2 id="expert-title">Nuestro experto</h2>
        <p className="lead">{expert.text}</p>
        <CallToAction />
      </div>
      <dl className="facts">
        {expert.facts.map(({ figure, text }) => (
          <div key={figure} className="fact">
            <dt>{text}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
)

export const LandingPage = () => (
  <>
    <PageHead
      title="Hábitat Interior | Microbiota intestinal y nutrición personalizada"
      description={description}
      canonicalPath="/"
    />
    <Hero />
    <Steps />
    <Paths />
    <Expert />
  </>
)
