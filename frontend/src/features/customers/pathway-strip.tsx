import { ChevronRight } from 'lucide-react'
import { type CarePathway, carePathwaySteps, type CarePathwayTurn } from '#contract/care-pathway'
import { toErrorMessage } from '../../api/error-message.ts'
import { carePathwayTurnWords } from '../../content/care-pathway.ts'
import { processSteps } from '../../content/process-steps.ts'
import { Link } from '../../ui/link.tsx'
import { useLoadingText } from '../../ui/use-loading-text.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { progressWords, StepMark } from './pathway-steps.tsx'
import { toDeadlineText, toStepProgress } from './pathway-words.ts'
import { useOwnPathway } from './use-own-pathway.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import './care-pathway.css'

interface StripProps {
  /** Something that is no state of the pathway, such as money that is owed, waits for the client. */
  readonly isAwaited: boolean
}

/** The five steps in a line, in the client's panel. */
export function OwnPathwayStrip({ isAwaited }: StripProps) {
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
      {data && <Strip pathway={data} turn={isAwaited && data.turn === 'nobody' ? 'client' : data.turn} />}
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

function Strip({ pathway, turn }: { readonly pathway: CarePathway; readonly turn: CarePathwayTurn }) {
  const today = usePracticeToday()
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
          {carePathwayTurnWords[turn]}
        </span>
      </p>
      <p className="pathway-strip-when">{toDeadlineText(pathway, today)}</p>
    </>
  )
}
