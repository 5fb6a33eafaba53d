import { useState } from 'react'
import { type Consultation, type ConsultationStatus, consultationStatuses } from '#contract/consultation'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { CancelButton, Form } from '../../ui/form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { consultationStatusLabels } from '#contract/status-labels'
import { toConsultationPathParams, useAdminConsultationMutations } from './use-admin-consultation-mutations.ts'

const consequence: Partial<Record<ConsultationStatus, string>> = {
  cancelled: 'La hora quedará libre. Si todavía no se ha celebrado, avisaremos al cliente por correo.',
  scheduled: 'La consulta vuelve a ocupar su hora en la agenda.',
}

export function ConsultationStatusDialog({
  consultation,
  close,
}: {
  readonly consultation: Consultation
  readonly close: () => void
}) {
  const [status, setStatus] = useState(consultation.status)
  const { setStatus: change } = useAdminConsultationMutations(close)
  const { version, customerName } = consultation
  return (
    <Dialog title="Estado de la consulta" close={close}>
      <Form
        draft={createUnstoredFormDraft('consultation-status', status !== consultation.status)}
        refused={change.error}
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ params: toConsultationPathParams(consultation), body: { status, version } })
        }}
      >
        <SelectField
          name="status"
          label={customerName}
          options={consultationStatuses.map((each) => [each, consultationStatusLabels[each]] as const)}
          value={status}
          hint={status === consultation.status ? undefined : consequence[status]}
          onChange={({ target }) => setStatus(target.value as ConsultationStatus)}
        />
        <div className="dialog-actions">
          <CancelButton />
          <Button
            type="submit"
            busy={change.isPending}
            busyText="Guardando..."
            disabled={status === consultation.status}
          >
            Guardar estado
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
