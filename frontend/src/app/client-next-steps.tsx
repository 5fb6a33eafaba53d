import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { apiContract } from '#contract/api'
import type { NextConsultationOverview } from '#contract/consultation'
import { toErrorMessage } from '../api/error-message.ts'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { useOwnNextConsultation } from '../features/consultations/use-own-consultations.ts'
import { toRemainingDosesText } from '../features/supplements/supplement-words.ts'
import { useProtocolStatusToday } from '../features/supplements/use-daily-dose-ticks.ts'
import { Button } from '../ui/button.tsx'
import './next-steps.css'

interface Step {
  readonly tab: string
  readonly label: string
  readonly what: string
  readonly detail?: string
  /**
   * A task, not mere information.
   * @default false
   */
  readonly toDo?: boolean
}

export function ClientNextSteps() {
  const consultation = useOwnNextConsultation()
  const protocol = useProtocolStatusToday()
  const questionnaire = useQuery(endpointQueryOptions(apiContract.questionnaire.readMine, {}))
  const steps = [
    ...consultationSteps(consultation.data),
    ...protocolSteps(protocol.today),
    ...questionnaireSteps(questionnaire.data),
  ].toSorted((a, b) => Number(b.toDo ?? false) - Number(a.toDo ?? false))
  const parts = [
    { ...consultation, there: consultation.data !== undefined, retry: () => void consultation.refetch() },
    { ...protocol, there: protocol.today !== undefined },
    { ...questionnaire, there: questionnaire.data !== undefined, retry: () => void questionnaire.refetch() },
  ]
  const failed = parts.filter(({ there, error }) => !there && error)
  return (
    <section className="next-steps" aria-labelledby="next-steps-title">
      <h2 id="next-steps-title">Tu próximo paso</h2>
      <ul aria-busy={parts.some(({ there, error }) => !there && !error)}>
        {steps.map((step) => (
          <StepLink key={step.label} {...step} />
        ))}
        {steps.length === 0 && failed.length === 0 && (
          <li className="next-steps-none">
            {parts.every(({ there }) => there) ? 'No tienes nada pendiente.' : 'Mirando qué toca ahora...'}
          </li>
        )}
      </ul>
      {failed[0] && (
        <p className="next-steps-problem" role="status">
          {toErrorMessage(failed[0].error)}{' '}
          <Button
            variant="plain"
            size="small"
            aria-label="Reintentar tu próximo paso"
            onClick={() => failed.forEach(({ retry }) => retry())}
          >
            Reintentar
          </Button>
        </p>
      )}
    </section>
  )
}

const StepLink = ({ tab, label, what, detail, toDo = false }: Step) => (
  <li>
    <Link className={toDo ? 'next-step next-step-to-do' : 'next-step'} to={`?tab=${tab}`}>
      <span className="next-step-label">
        {label}
        {detail && ` · ${detail}`}
      </span>
      <span className="next-step-what">{what}</span>
    </Link>
  </li>
)

/** The consultation itself has a card of its own above. */
const consultationSteps = (next: NextConsultationOverview | undefined): Step[] =>
  next?.toSchedule
    ? [
        {
          tab: 'consultations',
          label: 'Elige la hora de tu primera consulta',
          what: 'Ya está pagada',
          toDo: true,
        },
      ]
    : []

function protocolSteps(today: ReturnType<typeof useProtocolStatusToday>['today']): Step[] {
  if (!today) return []
  const { left, week } = today
  return [
    {
      tab: 'supplements',
      label: 'Suplementos de hoy',
      what: left === undefined ? 'Hoy no te toca nada.' : toRemainingDosesText(left),
      detail: `semana ${week}`,
      toDo: left !== undefined && left > 0,
    },
  ]
}

function questionnaireSteps(own: { readonly current: unknown; readonly draft: unknown } | undefined): Step[] {
  if (!own || (own.current && !own.draft)) return []
  return [
    {
      tab: 'questionnaire',
      label: own.draft ? 'Termina tu cuestionario de salud' : 'Rellena tu cuestionario de salud',
      what: own.draft ? 'Lo que ya has escrito sigue ahí' : 'Unos 5 minutos',
      toDo: true,
    },
  ]
}
