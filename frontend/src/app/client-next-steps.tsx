import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { apiContract } from '#contract/api'
import type { NextConsultationOverview, OwnConsultation } from '#contract/consultation'
import { addDays } from '#contract/calendar-days'
import { toErrorMessage } from '../api/error-message.ts'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { consultationTypeLabels } from '#contract/status-labels'
import { useOwnNextConsultation } from '../features/consultations/use-own-consultations.ts'
import { toRemainingDosesText } from '../features/supplements/supplement-words.ts'
import { useProtocolStatusToday } from '../features/supplements/use-daily-dose-ticks.ts'
import { Button } from '../ui/button.tsx'
import {
  isViewerInOtherTimeZone,
  formatTime,
  formatWeekdayDate,
  instantToWallTime,
  PRACTICE_TIME_ZONE_LABEL,
} from '../ui/wall-time.ts'
import { usePracticeToday } from '../ui/use-practice-today.ts'
import './next-steps.css'

interface Step {
  readonly tab: string
  readonly label: string
  readonly what: ReactNode
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
  const today = usePracticeToday()
  const steps = [
    ...consultationSteps(consultation.data, today),
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

function consultationSteps(next: NextConsultationOverview | undefined, today: string): Step[] {
  const { consultation, toSchedule } = next ?? {}
  return [
    ...(toSchedule
      ? [
          {
            tab: 'consultations',
            label: 'Elige la hora de tu primera consulta',
            what: 'Ya está pagada',
            toDo: true,
          },
        ]
      : []),
    ...(consultation
      ? [
          {
            tab: 'consultations',
            label: consultationLabel(consultation.startsAt, today),
            what: (
              <time dateTime={consultation.startsAt}>
                {formatWeekdayDate(consultation.startsAt)}, {formatTime(consultation.startsAt)} h
              </time>
            ),
            detail: consultationDetail(consultation),
          },
        ]
      : []),
  ]
}

function consultationLabel(startsAt: string, today: string): string {
  const { day } = instantToWallTime(startsAt)
  if (day === today) return 'Tu consulta es hoy'
  return day === addDays(today, 1) ? 'Tu consulta es mañana' : 'Próxima consulta'
}

const consultationDetail = ({ startsAt, toConfirm, type }: OwnConsultation): string =>
  [
    toConfirm ? 'pendiente de confirmar' : consultationTypeLabels[type].toLowerCase(),
    ...(isViewerInOtherTimeZone(startsAt) ? [PRACTICE_TIME_ZONE_LABEL] : []),
  ].join(', ')

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
