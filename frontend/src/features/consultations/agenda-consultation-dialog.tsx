import type { Consultation } from '#contract/consultation'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AdminConsultationRow } from './admin-consultation-row.tsx'
import { getAgendaState } from './agenda-layout.ts'
import type { useConsultationDialogs } from './consultation-dialogs.tsx'
import { FollowUpButtons } from './follow-up-buttons.tsx'
import { OutcomeQuestion } from './outcome-question.tsx'
import { PaidConsultationNotice } from './paid-consultation-notice.tsx'

interface AgendaConsultationDialogProps extends Pick<ReturnType<typeof useConsultationDialogs>, 'ask' | 'offer'> {
  readonly consultation: Consultation
  /** Epoch milliseconds. */
  readonly now: number
  readonly move?: (() => void) | undefined
  readonly close: () => void
}

export function AgendaConsultationDialog(props: AgendaConsultationDialogProps) {
  const { consultation, now, ask, offer, move, close } = props
  const state = getAgendaState(consultation, now)
  const hasBegun = state === 'running' || state === 'unclosed'
  return (
    <Dialog title="Consulta" close={close} wide>
      <ul className="admin-list">
        <AdminConsultationRow consultation={consultation} ask={ask} />
      </ul>
      <PaidConsultationNotice of={consultation} />
      {hasBegun && <OutcomeQuestion consultation={consultation} ask={ask} />}
      {state !== 'cancelled' && <FollowUpButtons consultation={consultation} offer={offer} />}
      <div className="dialog-actions">
        {move && (state === 'scheduled' || state === 'request') && (
          <Button variant="secondary" className="move-in-agenda" onClick={move}>
            Mover en la agenda
          </Button>
        )}
        <Button onClick={close}>Cerrar</Button>
      </div>
    </Dialog>
  )
}
