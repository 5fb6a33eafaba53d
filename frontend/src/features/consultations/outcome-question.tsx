import type { Consultation } from '#contract/consultation'
import { consultationStatusLabels } from '#contract/status-labels'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { Button } from '../../ui/button.tsx'
import type { AskAboutConsultation } from './admin-consultation-row.tsx'
import './outcome-question.css'

const outcomes = ['completed', 'no_show', 'cancelled'] as const

interface OutcomeQuestionProps {
  readonly consultation: Consultation
  readonly ask: AskAboutConsultation
  readonly short?: boolean
}

export function OutcomeQuestion({ consultation, ask, short = false }: OutcomeQuestionProps) {
  return (
    <div
      className={short ? 'outcome-question outcome-question-short' : 'outcome-question'}
      role="group"
      aria-label={`¿Cómo fue la consulta de ${consultation.customerName}?`}
    >
      <span>¿Cómo fue?</span>
      {outcomes
        .filter((status) => !short || status === 'completed')
        .map((status) => (
          <Button
            key={status}
            variant={status === 'completed' ? 'secondary' : 'plain'}
            size="small"
            onClick={() => ask(status, consultation)}
          >
            {consultationStatusLabels[status]}
          </Button>
        ))}
      {short ? (
        <ActionsMenu
          label={`Otro resultado: ${consultation.customerName}`}
          actions={[
            { text: consultationStatusLabels.no_show, run: () => ask('no_show', consultation) },
            { text: consultationStatusLabels.cancelled, run: () => ask('cancelled', consultation) },
            { text: 'Se interrumpió', run: () => ask('broken-off', consultation) },
          ]}
        />
      ) : (
        <Button variant="plain" size="small" onClick={() => ask('broken-off', consultation)}>
          Se interrumpió
        </Button>
      )}
    </div>
  )
}
