import { useState } from 'react'
import { type Consultation, type ConsultationStatus, consultationStatuses } from '#contract/consultation'
import { Dialog } from '../../ui/dialog.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { Form, FormActions } from '../../ui/form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useEditedItem } from '../../ui/use-edited-item.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { consultationStatusLabels } from '#contract/status-labels'
import { PaidConsultationNotice } from './paid-consultation-notice.tsx'
import { toConsultationPathParams, useAdminConsultationMutations } from './use-admin-consultation-mutations.ts'

const outcomes: readonly ConsultationStatus[] = ['completed', 'no_show']

const listStatuses = ({ status, startsAt }: Consultation) =>
  Date.parse(startsAt) <= getServerNow().getTime()
    ? consultationStatuses
    : consultationStatuses.filter((each) => each === status || !outcomes.includes(each))

const consequence: Partial<Record<ConsultationStatus, string>> = {
  cancelled: 'La hora quedará libre. Si todavía no se ha celebrado, avisaremos al cliente por correo.',
  no_show:
    'Queda anotado que no asistió, y se lo decimos por correo. Si pagó antes de la hora, dentro de los 14 días desde el pago puede desistir y recuperarlo todo; si no, vale la regla que leyó al pagar.',
  scheduled: 'La consulta vuelve a ocupar su hora en la agenda. Si figuraba como no asistida, queda anotado en ella.',
}

interface StatusDialogProps {
  readonly consultation: Consultation
  /** @default the present status */
  readonly initial?: ConsultationStatus
  readonly close: () => void
}

const toText = (minutes: number | null): string => (minutes === null ? '' : `${minutes}`)

export function ConsultationStatusDialog({ consultation, initial, close }: StatusDialogProps) {
  const { setStatus: change } = useAdminConsultationMutations(close)
  const { edited } = useEditedItem(consultation, change.error)
  const [chosen, setChosen] = useState(initial)
  const [typed, setTyped] = useState<string>()
  const status = chosen ?? edited.status
  const held = typed ?? toText(edited.heldMinutes)
  const { version, customerName, startsAt, durationMinutes } = edited
  const isCompleted = status === 'completed'
  const isChanged = status !== edited.status || (isCompleted && held.trim() !== toText(edited.heldMinutes))
  const heldMinutes = isCompleted && held.trim() !== '' ? Number(held) : undefined
  return (
    <Dialog title="Estado de la consulta" close={close}>
      <Form
        draft={createUnstoredFormDraft('consultation-status', isChanged)}
        refused={change.error}
        onSubmit={(event) => {
          event.preventDefault()
          const body = { status, version, ...(heldMinutes !== undefined && { heldMinutes }) }
          change.mutate({ params: toConsultationPathParams(edited), body })
        }}
      >
        <p className="admin-client">
          <strong>{customerName}</strong>, {formatWeekdayDate(startsAt)}, {formatTime(startsAt)} h
        </p>
        <SelectField
          name="status"
          label="Estado"
          options={listStatuses(edited).map((each) => [each, consultationStatusLabels[each]] as const)}
          value={status}
          hint={status === edited.status ? undefined : consequence[status]}
          onChange={({ target }) => setChosen(target.value as ConsultationStatus)}
        />
        <PaidConsultationNotice of={edited} keepsPayment={status === 'cancelled' && isChanged} />
        {isCompleted && (
          <TextField
            name="heldMinutes"
            label="Se interrumpió: minutos celebrados (opcional)"
            hint={`De los ${durationMinutes} de la consulta. Si se celebró entera, déjalo vacío.`}
            type="number"
            inputMode="numeric"
            min={1}
            max={durationMinutes - 1}
            value={held}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <FormActions busy={change.isPending} busyText="Guardando..." disabled={!isChanged}>
          Guardar estado
        </FormActions>
      </Form>
    </Dialog>
  )
}
