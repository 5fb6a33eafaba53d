import { useState } from 'react'
import type { Consultation } from '#contract/consultation'
import { consultationStatusLabels } from '#contract/status-labels'
import { Button } from '../../ui/button.tsx'
import { ConsultationStatusDialog } from './consultation-status-dialog.tsx'
import { type Outcome, OutcomeDialog } from './outcome-dialog.tsx'

const outcomes = ['completed', 'no_show', 'cancelled'] as const

/** For a consultation whose time is over and that nobody closed. */
export function OutcomeQuestion({ consultation }: { readonly consultation: Consultation }) {
  const [asked, setAsked] = useState<Outcome | 'broken-off'>()
  const close = () => setAsked(undefined)
  return (
    <div className="agenda-outcome" role="group" aria-label={`¿Cómo fue la consulta de ${consultation.customerName}?`}>
      <span>¿Cómo fue?</span>
      {outcomes.map((status) => (
        <Button
          key={status}
          variant={status === 'completed' ? 'secondary' : 'plain'}
          size="small"
          onClick={() => setAsked(status)}
        >
          {consultationStatusLabels[status]}
        </Button>
      ))}
      <Button variant="plain" size="small" onClick={() => setAsked('broken-off')}>
        Se interrumpió
      </Button>
      {asked === 'broken-off' && (
        <ConsultationStatusDialog consultation={consultation} initial="completed" close={close} />
      )}
      {asked && asked !== 'broken-off' && <OutcomeDialog consultation={consultation} outcome={asked} close={close} />}
    </div>
  )
}
