import { useState } from 'react'
import type { Consultation } from '#contract/consultation'
import { consultationStatusLabels } from '#contract/status-labels'
import { Button } from '../../ui/button.tsx'
import { ConsultationStatusDialog } from './consultation-status-dialog.tsx'
import { toConsultationPathParams, useAdminConsultationMutations } from './use-admin-consultation-mutations.ts'

const outcomes = ['completed', 'no_show', 'cancelled'] as const

/** For a consultation whose time is over and that nobody closed. */
export function OutcomeQuestion({ consultation }: { readonly consultation: Consultation }) {
  const [isBrokenOff, setBrokenOff] = useState(false)
  const { setStatus } = useAdminConsultationMutations(() => undefined)
  const { version, customerName } = consultation
  const close = (status: (typeof outcomes)[number]) =>
    setStatus.mutate({ params: toConsultationPathParams(consultation), body: { status, version } })
  return (
    <div className="agenda-outcome" role="group" aria-label={`¿Cómo fue la consulta de ${customerName}?`}>
      <span>¿Cómo fue?</span>
      {outcomes.map((status) => (
        <Button
          key={status}
          variant={status === 'completed' ? 'secondary' : 'plain'}
          size="small"
          disabled={setStatus.isPending}
          onClick={() => close(status)}
        >
          {consultationStatusLabels[status]}
        </Button>
      ))}
      <Button variant="plain" size="small" disabled={setStatus.isPending} onClick={() => setBrokenOff(true)}>
        Se interrumpió
      </Button>
      {isBrokenOff && (
        <ConsultationStatusDialog consultation={consultation} initial="completed" close={() => setBrokenOff(false)} />
      )}
    </div>
  )
}
