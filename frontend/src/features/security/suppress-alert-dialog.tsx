import { useState } from 'react'
import { alertSuppressionReasonLabels } from '#contract/audit-labels'
import { alertSuppressionDays, type AlertSuppressionReason, alertSuppressionReasons } from '#contract/security-alerts'
import { Dialog } from '../../ui/dialog.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { Form, FormActions } from '../../ui/form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useSuppressAlerts } from './use-security-alerts.ts'

const dayText: Readonly<Record<(typeof alertSuppressionDays)[number], string>> = {
  1: '1 día',
  7: '7 días',
  30: '30 días',
}

const isReason = (text: string): text is AlertSuppressionReason =>
  alertSuppressionReasons.some((reason) => reason === text)

interface SuppressDialogProps {
  readonly findings: readonly string[]
  readonly what: string
  readonly all: boolean
  readonly close: () => void
}

export function SuppressAlertDialog({ findings, what, all, close }: SuppressDialogProps) {
  const [reason, setReason] = useState('')
  const [days, setDays] = useState<(typeof alertSuppressionDays)[number]>(1)
  const [isMissing, setIsMissing] = useState(false)
  const { suppress } = useSuppressAlerts(close)
  return (
    <Dialog title={all ? 'Suprimir todas las alertas' : 'Suprimir la alerta'} close={close}>
      <p>
        <strong>{what}</strong>
      </p>
      <p>
        {all
          ? 'Se dejarán de mostrar a todo el equipo, también si se repiten'
          : 'Se dejará de mostrar a todo el equipo, también si se repite'}{' '}
        con la misma persona y desde el mismo sitio. Lo que pase en otro sitio, con otra persona o de otro tipo se
        mostrará. Queda en el registro, y en «Gestión de falsos positivos» puedes deshacerlo.
      </p>
      <Form
        draft={createUnstoredFormDraft('suppression', reason !== '')}
        refused={suppress.error}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReason(reason)) suppress.mutate({ body: { findings: [...findings], reason, days } })
          else setIsMissing(true)
        }}
      >
        <SelectField
          name="reason"
          label="Motivo"
          required
          none="Elige un motivo"
          options={alertSuppressionReasons.map((each) => [each, alertSuppressionReasonLabels[each]] as const)}
          value={reason}
          error={isMissing && reason === '' ? 'Elige un motivo' : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <SelectField
          name="days"
          label="Durante"
          options={alertSuppressionDays.map((each) => [String(each), dayText[each]] as const)}
          value={String(days)}
          onChange={({ target }) => setDays(alertSuppressionDays.find((each) => String(each) === target.value) ?? 1)}
        />
        <FormActions busy={suppress.isPending} busyText="Suprimiendo...">
          {all ? 'Suprimir todas' : 'Suprimir'}
        </FormActions>
      </Form>
    </Dialog>
  )
}
