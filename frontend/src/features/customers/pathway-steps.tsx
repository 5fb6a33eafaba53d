import { Check, Clock, Minus } from 'lucide-react'
import { type CarePathway, type CarePathwayStep, carePathwaySteps } from '#contract/care-pathway'
import { carePathwayWords } from '../../content/care-pathway.ts'
import { processSteps } from '../../content/process-steps.ts'
import { DrawingImage } from '../../drawings/drawing.tsx'
import { Link } from '../../ui/link.tsx'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import {
  listFactsOfStep,
  type StepProgress,
  type ListedPathwayFact,
  toDeadlineText,
  toFactDay,
  toStepProgress,
} from './pathway-words.ts'
import './pathway-steps.css'

interface PathwayProps {
  readonly pathway: CarePathway
}

export const progressWords: Readonly<Record<StepProgress, string>> = {
  done: 'hecho',
  present: 'estás aquí',
  coming: 'por venir',
}

export const PathwaySteps = ({ pathway }: PathwayProps) => (
  <ol className="pathway-steps">
    {carePathwaySteps.map((step) => (
      <Step key={step} step={step} pathway={pathway} />
    ))}
  </ol>
)

function Step({ step, pathway }: PathwayProps & { readonly step: CarePathwayStep }) {
  const { title, short, drawing } = processSteps[step - 1] ?? processSteps[0]
  const progress = toStepProgress(pathway, step)
  const facts = listFactsOfStep(pathway, step)
  return (
    <li className={`pathway-step pathway-step-${progress}`} aria-current={progress === 'present' ? 'step' : undefined}>
      <StepMark step={step} progress={progress} isOwnTurn={pathway.turn === 'client'} />
      <Wave />
      <div className="pathway-step-text">
        <h3>
          {title}
          <span className="visually-hidden">, {progressWords[progress]}</span>
        </h3>
        {progress === 'coming' && <p>{short}</p>}
        {(facts.length > 0 || progress === 'present') && (
          <ul>
            {facts.map((fact) => (
              <Fact key={fact.fact} {...fact} />
            ))}
            {progress === 'present' && <Present pathway={pathway} />}
          </ul>
        )}
      </div>
      <DrawingImage name={drawing} className="pathway-step-drawing" />
    </li>
  )
}

interface MarkProps {
  readonly step: CarePathwayStep
  readonly progress: StepProgress
  readonly isOwnTurn: boolean
}

export const StepMark = ({ step, progress, isOwnTurn }: MarkProps) => (
  <span
    className={`pathway-mark pathway-mark-${progress}${isOwnTurn && progress === 'present' ? ' pathway-mark-own' : ''}`}
    aria-hidden="true"
  >
    {progress === 'done' ? <Check size={20} strokeWidth={3} /> : step}
  </span>
)

const Wave = () => (
  <svg className="pathway-wave" viewBox="0 0 100 22" preserveAspectRatio="none" aria-hidden="true">
    <path d="M0 1C40 1 60 21 100 21" vectorEffect="non-scaling-stroke" />
  </svg>
)

function Fact({ text, to, at, isStated, isSetback, isOpen }: ListedPathwayFact) {
  const now = useCurrentMinute()
  const Mark = isSetback ? Minus : isOpen || at > now.toISOString() ? Clock : Check
  return (
    <li className={isSetback ? 'pathway-fact pathway-fact-setback' : 'pathway-fact'}>
      <Mark size={16} strokeWidth={3} aria-hidden="true" />
      <span>
        {to && !isStated ? <Link to={to}>{text}</Link> : text}, {isStated && 'anotado el '}
        <time dateTime={at}>{toFactDay(at)}</time>
      </span>
    </li>
  )
}

function Present({ pathway }: PathwayProps) {
  const today = usePracticeToday()
  return (
    <li className={pathway.turn === 'client' ? 'pathway-fact pathway-now pathway-now-own' : 'pathway-fact pathway-now'}>
      <span className="pathway-now-dot" aria-hidden="true" />
      <span>
        <strong>{carePathwayWords[pathway.state].title}</strong> {toDeadlineText(pathway, today)}
      </span>
    </li>
  )
}
