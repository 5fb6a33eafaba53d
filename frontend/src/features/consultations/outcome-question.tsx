import { useEffect, useState } from 'react'
import type { Consultation } from '#contract/consultation'
import { consultationStatusLabels } from '#contract/status-labels'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { ConsultationStatusDialog } from './lazy-dialogs.ts'
import type { Outcome } from './outcome-dialog.tsx'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import './outcome-question.css'

const loadDialog = () => import('./outcome-dialog.tsx')
const OutcomeDialog = lazy(async () => ({ default: (await loadDialog()).OutcomeDialog }))

const outcomes = ['completed', 'no_show', 'cancelled'] as const

interface OutcomeQuestionProps {
  readonly consultation: Consultation
  /** On one line: what is rarer stands behind «⋯». */
  readonly short?: boolean
}

/** For a consultation whose time is over and that nobody closed. */
export function OutcomeQuestion({ consultation, short = false }: OutcomeQuestionProps) {
  const [asked, setAsked] = useState<Outcome | 'broken-off'>()
  const close = () => setAsked(undefined)
  // There may be no connection when it is needed.
  useEffect(() => void loadDialog().catch(() => undefined), [])
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
            onClick={() => setAsked(status)}
          >
            {consultationStatusLabels[status]}
          </Button>
        ))}
      {short ? (
        <ActionsMenu
          label={`Otro resultado: ${consultation.customerName}`}
          actions={[
            { text: consultationStatusLabels.no_show, run: () => setAsked('no_show') },
            { text: consultationStatusLabels.cancelled, run: () => setAsked('cancelled') },
            { text: 'Se interrumpió', run: () => setAsked('broken-off') },
          ]}
        />
      ) : (
        <Button variant="plain" size="small" onClick={() => setAsked('broken-off')}>
          Se interrumpió
        </Button>
      )}
      {asked === 'broken-off' && (
        <ConsultationStatusDialog consultation={consultation} initial="completed" close={close} />
      )}
      {asked && asked !== 'broken-off' && (
        <WhileLoading>
          <OutcomeDialog consultation={consultation} outcome={asked} close={close} />
        </WhileLoading>
      )}
    </div>
  )
}
