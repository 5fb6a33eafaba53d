import type { PublishedBudgetOption } from '#contract/budget-option'
import type { AgreementPart } from '#contract/budgets'
import { formatCalendarDay, formatInstantAsDay } from '../../ui/format.ts'
import { formatCovered, formatMilestone, formatStopped, formatPartState, formatSum } from './budget-words.ts'
import './own-agreement.css'

type Planned = Pick<AgreementPart, 'amountCents' | 'before' | 'dueDay' | 'number'>

type Part = Planned & Partial<Pick<AgreementPart, 'isPaying' | 'paidAt' | 'state'>>

interface PartsProps {
  readonly parts: readonly Part[]
  readonly option: PublishedBudgetOption
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const isToPay = ({ state, isPaying }: Part): boolean =>
  state === undefined || (!isPaying && ['due', 'late', 'later'].includes(state))

function formatWhen({ before, state }: Part): string {
  if (before) return capitalise(formatMilestone(before))
  return state ? 'Al aceptar' : 'Hoy'
}

function formatState({ state, isPaying = false, paidAt }: Part): string {
  if (state === 'paid' && paidAt) return `Pagada el ${formatInstantAsDay(paidAt)}. `
  return state ? `${formatPartState({ state, isPaying })}. ` : ''
}

export const BudgetParts = ({ parts, option }: PartsProps) => (
  <ol className="budget-parts" aria-label="Partes del pago">
    {parts.map((part, index) => (
      <li key={part.number} className={part.state === 'paid' ? 'budget-part budget-part-paid' : 'budget-part'}>
        <span className="budget-part-number" aria-hidden="true">
          {part.number}
        </span>
        <p className="budget-part-when">
          <strong>{formatWhen(part)}</strong>
        </p>
        <p className="budget-part-sum">{formatSum(part.amountCents)}</p>
        <p className="budget-part-words">
          <strong>{formatState(part)}</strong>
          {part.before && isToPay(part) && `Hacia el ${formatCalendarDay(part.dueDay)}. `}
          {isToPay(part) && `${formatCovered(parts, index)} ${formatStopped(part.before, option)}`}
        </p>
      </li>
    ))}
  </ol>
)
