import { ChevronRight } from 'lucide-react'
import { type CarePathway, carePathwaySteps, type CarePathwayTurn } from '#contract/care-pathway'
import { toErrorMessage } from '../../api/error-message.ts'
import { carePathwayTurnWords, toWhoseTurn } from '../../content/care-pathway.ts'
import { processSteps } from '../../content/process-steps.ts'
import { Link } from '../../ui/link.tsx'
import { useLoadingText } from '../../ui/use-loading-text.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { progressWords, StepMark } from './pathway-steps.tsx'
import { toDeadlineText, toStepProgress } from './pathway-words.ts'
import { useOwnPathway } from './use-own-pathway.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import './care-pathway.css'

interface OwnPathwayStripProps {
  /** Something that is no state of the pathway, such as money that is owed, waits for the client. */
  readonly isAwaited: boolean
}

/** The five steps in a line, in the client's panel. */
export function OwnPathwayStrip({ isAwaited }: OwnPathwayStripProps) {
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
      {data && <Strip pathway={data} isAwaited={isAwaited} />}
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

function Strip({ pathway, isAwaited }: OwnPathwayStripProps & { readonly pathway: CarePathway }) {
  const today = usePracticeToday()
  const turn: CarePathwayTurn = isAwaited && pathway.turn === 'nobody' ? 'client' : pathway.turn
  const { step: present } = pathway
  return (
    <>
      <ol className="pathway-strip-steps">
        {carePathwaySteps.map((step) => {
          const progress = toStepProgress(pathway, step)
          return (
            <li key={step} className={`pathway-strip-${progress}`}>
              <StepMark step={step} progress={progress} isOwnTurn={turn === 'client'} />
              <span className="visually-hidden">
                {processSteps[step - 1]?.title}, {progressWords[progress]}
              </span>
            </li>
          )
        })}
      </ol>
      <p className="pathway-strip-now">
        <strong>{processSteps[present - 1]?.title}</strong>
        <span className={turn === 'client' ? 'pathway-whose pathway-whose-own' : 'pathway-whose'}>
          <span className="pathway-dot" aria-hidden="true" />
          {turn === pathway.turn ? toWhoseTurn(pathway) : carePathwayTurnWords[turn]}
        </span>
      </p>
      <p className="pathway-strip-when">{toDeadlineText(pathway, today)}</p>
    </>
  )
}
