import { createDayFormatter, toPracticeDay } from '#contract/calendar-days'
import { carePathwayStateLabels } from '#contract/care-pathway-labels'
import { carePathwaySteps, type CarePathwayStep, type CarePathwayTurn } from '#contract/care-pathway'
import type { CarePathwaySummary } from '#contract/customer-lists'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import './customer-pathway-table.css'

const formatShortDay = createDayFormatter({ day: 'numeric', month: 'short' })

const turnTexts: Readonly<Record<CarePathwayTurn, string>> = {
  practice: 'Tu turno',
  client: 'Cliente',
  laboratory: 'Laboratorio',
  nobody: 'De nadie',
}

const stepTexts: Readonly<Record<CarePathwayStep, string>> = {
  1: 'Reserva',
  2: 'Consulta',
  3: 'Analíticas',
  4: 'Pauta',
  5: 'Seguimiento',
}

interface PathwayCellProps {
  readonly pathway: CarePathwaySummary
}

interface StepProps extends PathwayCellProps {
  readonly short?: boolean
}

export function PathwayStepCell({ pathway: { step, state }, short = false }: StepProps) {
  const isFinished = state === 'finished'
  const stateText = carePathwayStateLabels[state]
  const shortText = isFinished ? 'Terminado' : stepTexts[step]
  return (
    <span className="pathway-cell-step" title={stateText}>
      <span className="pathway-cell-ticks" aria-hidden="true">
        {carePathwaySteps.map((each) => (
          <i key={each} data-progress={isFinished ? 'done' : toProgress(each, step)} />
        ))}
      </span>
      <span className="visually-hidden">Paso {step} de 5: </span>
      <span className="customer-cut">{short ? shortText : stateText}</span>
      {short && <span className="visually-hidden">, {stateText}</span>}
    </span>
  )
}

function toProgress(each: number, present: number): string {
  if (each === present) return 'present'
  return each < present ? 'done' : 'coming'
}

interface TurnProps extends PathwayCellProps {
  readonly short?: boolean
}

export const IdleSinceCell = ({ since }: { readonly since: string }) => (
  <span className="pathway-cell-idle">
    <span className="pathway-cell-idle-words">sin actividad </span>
    {unbroken(`desde el ${formatShortDay(toPracticeDay(since))}`)}
  </span>
)

export function PathwayTurnCell({ pathway, short = false }: TurnProps) {
  const { turn } = pathway
  const when = toDeadline(pathway)
  return (
    <span className="pathway-cell-turn" {...(short && when && { title: when })}>
      {turn === 'practice' ? <strong>{turnTexts[turn]}</strong> : turnTexts[turn]}
      {when && <When {...{ pathway, short, when }} />}
    </span>
  )
}

const unbroken = (when: string): string => when.replace(/(\d+) /, '$1\u00A0')

function When({ pathway: { turn, due }, short, when }: TurnProps & { readonly when: string }) {
  const today = usePracticeToday()
  if (short) return <span className="visually-hidden">, {when}</span>
  const isLate = due !== null && due.day < today && turn === 'practice'
  return <small className={isLate ? 'pathway-cell-late' : undefined}> {unbroken(when)}</small>
}

function toDeadline({ due }: CarePathwaySummary): string {
  if (!due) return ''
  return `${due.isAbout ? 'hacia' : 'hasta'} el ${formatShortDay(due.day)}`
}
