import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { apiContract } from '#contract/api'
import type { OwnBudget } from '#contract/budgets'
import type { CarePathway } from '#contract/care-pathway'
import type { NextConsultationOverview, OwnConsultation } from '#contract/consultation'
import { formatCents } from '#contract/money'
import type { OwnWaitingPlace } from '#contract/waiting-list'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { toErrorMessage } from '../api/error-message.ts'
import {
  type AwaitedStep,
  carePathwayTurnWords,
  carePathwayWords,
  toBudgetAnswerText,
} from '../content/care-pathway.ts'
import { toDayText, toDeadlineText } from '../features/customers/pathway-words.ts'
import { useOwnPathway } from '../features/customers/use-own-pathway.ts'
import { hasOpenPrice, isPaymentDue } from '../features/consultations/consultation-words.ts'
import { useOwnNextConsultation, useOwnWaitingPlace } from '../features/consultations/use-own-consultations.ts'
import { useProtocolStatusToday } from '../features/supplements/use-daily-dose-ticks.ts'
import { preventAmountWrapping } from '../ui/format.ts'
import { Link } from '../ui/link.tsx'
import { usePracticeToday } from '../ui/use-practice-today.ts'
import { useLoadingText } from '../ui/use-loading-text.ts'
import { formatViewerAside } from '../ui/viewer-time.ts'
import { formatTime } from '../ui/wall-time.ts'
import { RetryButton } from '../ui/retry-button.tsx'
import './client-today.css'

interface NextStep {
  readonly title: string
  readonly detail: string
  readonly to?: string | undefined
}

const consultationsTab = '/client?tab=consultations'

export function ClientNextStep() {
  const { step, problem, retry } = useNextStep()
  const loadingText = useLoadingText('Mirando qué toca ahora...')
  return (
    <section className="next-step" aria-labelledby="next-step-title" aria-busy={!step && !problem}>
      <h2 id="next-step-title">Tu próximo paso</h2>
      {step && <Step step={step} />}
      {!step && !problem && <p>{loadingText}</p>}
      {problem && (
        <p role="status">
          {toErrorMessage(problem)}{' '}
          <RetryButton variant="plain" size="small" aria-label="Reintentar tu próximo paso" retry={retry} />
        </p>
      )}
    </section>
  )
}

const ownBudgets = endpointQueryOptions(apiContract.budgets.listBudgets, {})

function useUrgentStep() {
  const [next, place, budgets] = [useOwnNextConsultation(), useOwnWaitingPlace(), useQuery(ownBudgets)]
  // A failure of the budgets, which have their own page, does not hide the rest.
  const isKnown = Boolean(next.data && place.data && !budgets.isPending)
  const items = budgets.data?.items ?? []
  const step = findUrgentStep(place.data?.offer ?? null, next.data ?? {}) ?? (isKnown ? findPartStep(items) : undefined)
  return { step, queries: [next, place], isKnown, openBudgets: items.filter(isOpen) }
}

const budgetsPage = '/client/presupuestos'

/** An overdue instalment, or the first one, which is due at once: no service is given before it is paid. */
function findPartStep(budgets: readonly OwnBudget[]): NextStep | undefined {
  const part = budgets
    .flatMap(({ agreement }) => agreement?.parts ?? [])
    .find(({ state, isPaying, before }) => !isPaying && (state === 'late' || (state === 'due' && !before)))
  return (
    part && { title: 'Paga tu presupuesto', detail: `${formatCents(part.amountCents)}, y seguimos.`, to: budgetsPage }
  )
}

const isOpen = ({ state }: OwnBudget): boolean => state === 'open'

/** For a later budget; the first one is a state of the pathway. */
const toBudgetStep = (validUntil: string): NextStep => ({
  title: carePathwayWords['budget-to-answer'].title,
  detail: `${carePathwayWords['budget-to-answer'].text} ${toBudgetAnswerText(toDayText(validUntil))}`,
  to: budgetsPage,
})

const newResults: NextStep = {
  title: 'Tus resultados están explicados',
  detail: 'Léelos y pregúntanos lo que quieras.',
  to: '/client?tab=analytics',
}

/** What the client has to do although the pathway says it is somebody else's turn; shown beside that turn. */
export function useAwaitedStep() {
  const { data: pathway } = useOwnPathway()
  const { step: urgent, openBudgets, ...known } = useUrgentStep()
  const later = findLaterStep(openBudgets, pathway)
  const isLater = later ?? (pathway && isQuestionnaireAwaited(pathway))
  const awaited: AwaitedStep = urgent ? 'urgent' : isLater ? 'later' : undefined
  return { urgent, later, awaited, ...known }
}

function useNextStep() {
  const today = usePracticeToday()
  const pathway = useOwnPathway()
  const { urgent, later, queries, isKnown } = useAwaitedStep()
  const dosesLeft = useProtocolStatusToday().today?.left ?? 0
  const failed = [pathway, ...queries].filter(({ data, error }) => !data && error)
  return {
    step: urgent ?? (isKnown && pathway.data ? (later ?? toPathwayStep(pathway.data, today, dosesLeft)) : undefined),
    problem: failed[0]?.error,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  }
}

/** Later steps: nothing depends on them, and the pathway has no state for them. */
function findLaterStep(budgets: readonly OwnBudget[], pathway: CarePathway | undefined): NextStep | undefined {
  if (!pathway || pathway.turn === 'client' || pathway.facts.callRunning) return undefined
  const [validUntil] = budgets.map((budget) => budget.validUntil).toSorted()
  if (validUntil) return toBudgetStep(validUntil)
  return pathway.facts.resultsUnseen ? newResults : undefined
}

function findUrgentStep(
  offer: OwnWaitingPlace['offer'],
  { consultation, pastToPay }: Partial<Pick<NextConsultationOverview, 'consultation' | 'pastToPay'>>,
): NextStep | undefined {
  if (offer)
    return {
      title: 'Ha quedado libre un hueco antes',
      detail: `Es tuyo si lo quieres antes de las ${formatTime(offer.until)}${formatViewerAside(offer.until)}.`,
      to: consultationsTab,
    }
  return findPriceStep(consultation) ?? findPriceStep(pastToPay)
}

function findPriceStep(consultation: OwnConsultation | null | undefined): NextStep | undefined {
  if (!consultation) return undefined
  const { proposedPriceCents, priceCents } = consultation
  if (proposedPriceCents !== null && hasOpenPrice(consultation))
    return {
      title: 'Dinos si te parece bien el precio',
      detail: `${formatCents(proposedPriceCents)} por tu consulta. Hasta que lo aceptes, no hay nada que pagar.`,
      to: consultationsTab,
    }
  if (priceCents && isPaymentDue(consultation))
    return { title: 'Paga tu consulta', detail: `${formatCents(priceCents)}, pendiente de pago.`, to: consultationsTab }
  return undefined
}

export function UrgentNextStep() {
  const { step } = useUrgentStep()
  return (
    step && (
      <section className="next-step" aria-labelledby="next-step-title">
        <h2 id="next-step-title">Antes que nada</h2>
        <Step step={step} />
      </section>
    )
  )
}

/** The client can already answer the questionnaire while the practice looks for an hour. */
const isQuestionnaireAwaited = ({ turn, step, facts }: CarePathway): boolean =>
  turn === 'practice' && step === 1 && !facts.questionnaireSent

function toPathwayStep(pathway: CarePathway, today: string, dosesLeft: number): NextStep {
  const { state, turn } = pathway
  if (isQuestionnaireAwaited(pathway)) {
    const { title, text, action } = carePathwayWords['questionnaire-to-send']
    return { title, detail: `${text} No hace falta esperar a tener la hora.`, to: action?.to }
  }
  const { title, text, action } = carePathwayWords[state]
  const deadline = toDeadlineText(pathway, today)
  if (turn === 'client') return { title, detail: `${text} ${deadline}`, to: action?.to }
  if (pathway.facts.callRunning) return { title, detail: 'Únete a la videollamada desde tu próxima consulta.' }
  const whose = turn === 'nobody' ? '' : `${carePathwayTurnWords[turn]}. `
  return {
    title: dosesLeft > 0 ? 'Hoy solo te quedan tus tomas' : 'Hoy no te queda nada por hacer',
    detail: `${whose}${title}. ${deadline}`,
  }
}

function Step({ step: { title, detail, to } }: { readonly step: NextStep }) {
  const words = (
    <>
      <span className="next-step-what">{title}</span>
      <span className="next-step-detail">{preventAmountWrapping(detail)}</span>
    </>
  )
  if (!to) return <p className="next-step-words">{words}</p>
  return (
    <Link className="next-step-words next-step-link" to={to}>
      {words}
      <ChevronRight size={20} aria-hidden="true" />
    </Link>
  )
}
