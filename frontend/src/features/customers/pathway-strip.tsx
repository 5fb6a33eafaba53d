import { ChevronRight } from 'lucide-react'
import { type CarePathway, carePathwaySteps } from '#contract/care-pathway'
import { toErrorMessage } from '../../api/error-message.ts'
import { type AwaitedStep, awaitedStepWords, toWhoseTurn } from '../../content/care-pathway.ts'
import { processSteps } from '../../content/process-steps.ts'
import { Link } from '../../ui/link.tsx'
import { useLoadingText } from '../../ui/use-loading-text.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { progressWords, StepMark } from './pathway-steps.tsx'
import { toDeadlineText, toStepProgress } from './pathway-words.ts'
import { useOwnPathway } from './use-own-pathway.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import './care-pathway.css'
import './pathway-strip.css'

interface OwnPathwayStripProps {
  readonly awaited: AwaitedStep
}

export function OwnPathwayStrip({ awaited }: OwnPathwayStripProps) {
  const { data, error, refetch } = useOwnPathway()
  const loadingText = useLoadingText('')
  return (
    <section className="pathway-strip" aria-labelledby="strip-title" aria-busy={!data && !error}>
      <div className="pathway-strip-head">
        <h2 id="strip-title">Tu proceso</h2>
        <Link to="/client/proceso">
          Ver los cinco pasos
          <ChevronRight size={18} aria-hidden="true" />
        </Link>
      </div>
      {data && <Strip pathway={data} awaited={awaited} />}
      {!data && !error && loadingText && <p>{loadingText}</p>}
      {!data && error && (
        <p role="status">
          {toErrorMessage(error)}{' '}
          <RetryButton variant="plain" size="small" aria-label="Reintentar tu proceso" retry={refetch} />
        </p>
      )}
    </section>
  )
}

function Strip({ pathway, awaited }: OwnPathwayStripProps & { readonly pathway: CarePathway }) {
  const today = usePracticeToday()
  const { step: present, turn } = pathway
  const isAwaited = awaited !== undefined && turn === 'nobody'
  const isOwnTurn = turn === 'client' || isAwaited
  return (
    <>
      <ol className="pathway-strip-steps">
        {carePathwaySteps.map((step) => {
          const progress = toStepProgress(pathway, step)
          return (
            <li key={step} className={`pathway-strip-${progress}`}>
              <StepMark step={step} progress={progress} isOwnTurn={isOwnTurn} />
              <span className="visually-hidden">
                {processSteps[step - 1]?.title}, {progressWords[progress]}
              </span>
            </li>
          )
        })}
      </ol>
      <p className="pathway-strip-now">
        <strong>{processSteps[present - 1]?.title}</strong>
        <span className={isOwnTurn ? 'pathway-whose pathway-whose-own' : 'pathway-whose'}>
          <span className="pathway-dot" aria-hidden="true" />
          {isAwaited ? awaitedStepWords[awaited] : toWhoseTurn(pathway)}
        </span>
      </p>
      <p className="pathway-strip-when">{toDeadlineText(pathway, today)}</p>
    </>
  )
}
