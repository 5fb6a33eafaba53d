import { useState } from 'react'
import { instantToWallTime } from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import type { ConsultationType } from '#contract/consultation-types'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { findLatest } from '../../ui/find-latest.ts'
import { formatTime } from '../../ui/wall-time.ts'
import { type AskAboutConsultation, type ConsultationQuestion, ConsultationDate } from './admin-consultation-row.tsx'
import { explainFollowUp, type FollowUpProposal } from './follow-up.ts'
import {
  AdminConsultationDialog,
  ConfirmRequestDialog,
  ConsultationStatusDialog,
  OutcomeDialog,
} from './lazy-dialogs.ts'
import { PaidConsultationNotice } from './paid-consultation-notice.tsx'
import { toConsultationPathParams, useAdminConsultationMutations } from './use-admin-consultation-mutations.ts'

type Asked = ConsultationQuestion | { readonly followUp: FollowUpProposal }

interface Opened {
  readonly asked: Asked
  readonly consultation: Consultation
}

interface Setup {
  readonly latest: readonly Consultation[]
  readonly types?: readonly ConsultationType[]
}

/** Rendered above the list, so that a dialog with unsaved text stays when its consultation leaves the list. */
export function useConsultationDialogs({ latest, types }: Setup) {
  const [opened, setOpened] = useState<Opened>()
  const ask: AskAboutConsultation = (asked, consultation) => setOpened({ asked, consultation })
  const offer = (followUp: FollowUpProposal, consultation: Consultation) =>
    setOpened({ asked: { followUp }, consultation })
  const close = () => setOpened(undefined)
  if (!opened) return { ask, offer, dialog: null }
  const { asked } = opened
  const consultation = findLatest(opened.consultation, latest, ({ consultationId }) => consultationId)
  const dialog = (
    <>
      {asked === 'confirm' && <ConfirmRequestDialog consultation={consultation} close={close} />}
      {asked === 'edit' && (
        <AdminConsultationDialog consultation={consultation} close={close} {...(types && { types })} />
      )}
      {asked === 'status' && <ConsultationStatusDialog consultation={consultation} close={close} />}
      {asked === 'broken-off' && (
        <ConsultationStatusDialog consultation={consultation} initial="completed" close={close} />
      )}
      {(asked === 'completed' || asked === 'no_show' || asked === 'cancelled') && (
        <OutcomeDialog consultation={consultation} outcome={asked} close={close} />
      )}
      {asked === 'remove' && <RemoveDialog consultation={consultation} close={close} />}
      {typeof asked === 'object' && <FollowUpDialog {...asked} consultation={consultation} close={close} />}
    </>
  )
  return { ask, offer, dialog }
}

interface DialogProps {
  readonly consultation: Consultation
  readonly close: () => void
}

function FollowUpDialog({ followUp, consultation, close }: DialogProps & { readonly followUp: FollowUpProposal }) {
  const { customerId, customerName, durationMinutes } = consultation
  return (
    <AdminConsultationDialog
      customer={{ customerId, name: customerName }}
      type="seguimiento"
      durationMinutes={durationMinutes}
      hint={explainFollowUp(followUp)}
      {...(followUp.startsAt
        ? instantToWallTime(followUp.startsAt)
        : { day: instantToWallTime(followUp.wantedAt).day })}
      close={close}
    />
  )
}

function RemoveDialog({ consultation, close }: DialogProps) {
  const { remove } = useAdminConsultationMutations(close)
  const { customerName, startsAt, version } = consultation
  return (
    <ConfirmDialog
      title="¿Estás seguro de que quieres eliminar esta consulta?"
      action="Eliminar consulta"
      refusal="Conservarla"
      busy={remove.isPending}
      busyText="Eliminando..."
      confirm={() => remove.mutate({ params: toConsultationPathParams(consultation), query: { version } })}
      cancel={close}
    >
      <p>
        {customerName}, <ConsultationDate startsAt={startsAt} /> a las {formatTime(startsAt)} h. La hora quedará libre.
        Si todavía no se ha celebrado, avisaremos al cliente por correo.
      </p>
      <PaidConsultationNotice of={consultation} keepsPayment={consultation.status !== 'cancelled'} />
    </ConfirmDialog>
  )
}
