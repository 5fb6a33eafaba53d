import type { ReactNode } from 'react'
import type { CarePathway } from '#contract/care-pathway'
import { toErrorMessage } from '../../api/error-message.ts'
import {
  carePathwayTurnWords,
  carePathwayWords,
  ownCorrectionReasonWords,
  toWhoseTurn,
} from '../../content/care-pathway.ts'
import { processSteps } from '../../content/process-steps.ts'
import { DrawingImage } from '../../drawings/drawing.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { PathwaySteps } from './pathway-steps.tsx'
import { toDeadlineText } from './pathway-words.ts'
import { useOwnPathway } from './use-own-pathway.ts'
import './care-pathway.css'

interface OwnPathwayProps {
  readonly isAwaited: boolean
  readonly children?: ReactNode
}

export function OwnPathway({ isAwaited, children }: OwnPathwayProps) {
  const { data, error, fetchStatus, refetch } = useOwnPathway()
  const isOffline = fetchStatus === 'paused'
  if (data)
    return (
      <>
        {(isOffline || error) && (
          <p className="pathway-stale" role="status">
            {isOffline ? 'Sin conexión: esto es lo último que sabemos.' : toErrorMessage(error)}
          </p>
        )}
        <PathwayView pathway={data} isAwaited={isAwaited}>
          {children}
        </PathwayView>
      </>
    )
  const problem = isOffline ? 'Sin conexión: no podemos ver tu proceso ahora.' : error && toErrorMessage(error)
  return (
    <>
      {children}
      {problem ? (
        <CardLoadError text={problem} retry={() => void refetch()} />
      ) : (
        <CardLoading text="Mirando dónde estás..." />
      )}
    </>
  )
}

interface PathwayViewProps extends OwnPathwayProps {
  readonly pathway: CarePathway
}

const PathwayView = ({ pathway, isAwaited, children }: PathwayViewProps) => (
  <>
    <p className="pathway-place">
      Paso {pathway.step} de 5: <strong>{processSteps[pathway.step - 1]?.title}</strong>
    </p>
    {children}
    <TurnBlock pathway={pathway} isAwaited={isAwaited} />
    <PathwaySteps pathway={pathway} />
    <Corrections pathway={pathway} />
  </>
)

function TurnBlock({ pathway, isAwaited }: Omit<PathwayViewProps, 'children'>) {
  const { state, turn, step } = pathway
  const today = usePracticeToday()
  const { title, text, action, next } = carePathwayWords[state]
  const isOurs = turn === 'client'
  const drawing = processSteps[step - 1]?.drawing
  const isRestful = !isAwaited && (turn === 'practice' || turn === 'laboratory')
  return (
    <section className={isOurs ? 'pathway-turn pathway-turn-own' : 'pathway-turn'} aria-labelledby="turn-title">
      <div className="pathway-turn-text">
        {!(isAwaited && turn === 'nobody') && (
          <p className="pathway-whose">
            <span className="pathway-dot" aria-hidden="true" />
            {toWhoseTurn(pathway)}
          </p>
        )}
        <h2 id="turn-title">{title}</h2>
        <p>
          {text} <span className="pathway-deadline">{toDeadlineText(pathway, today)}</span>
        </p>
        {action &&
          (isOurs ? (
            <ButtonLink className="pathway-button" size="large" to={action.to}>
              {action.label}
            </ButtonLink>
          ) : (
            <Link to={action.to}>{action.label}</Link>
          ))}
      </div>
      {drawing && <DrawingImage name={drawing} className="pathway-turn-drawing" />}
      <p className="pathway-next">
        <strong>{isRestful ? carePathwayTurnWords.nobody + '.' : next.who}</strong> {isRestful && `${next.who} `}
        {next.what}
      </p>
    </section>
  )
}

const Corrections = ({ pathway: { corrections } }: { readonly pathway: CarePathway }) =>
  corrections.length > 0 && (
    <section className="pathway-corrections" aria-labelledby="corrections-title">
      <h2 id="corrections-title">Lo que hemos anotado nosotros</h2>
      <ul>
        {corrections.toReversed().map(({ correctionId, state, reason, note, statedAt }) => (
          <li key={correctionId}>
            <time dateTime={statedAt}>{formatInstantAsDay(statedAt)}</time>: {carePathwayWords[state].title}. Motivo:{' '}
            {note && reason === 'other' ? note : `${ownCorrectionReasonWords[reason]}${note ? `. ${note}` : ''}`}
          </li>
        ))}
      </ul>
    </section>
  )
