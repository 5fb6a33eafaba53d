import { useState } from 'react'
import { suppressionReasonText } from '#contract/audit-words'
import { suppressionDays, type SuppressionReason, suppressionReasons } from '#contract/security-alerts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { choiceDraft } from '../../ui/form-draft.ts'
import { CancelButton, Form } from '../../ui/form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useSuppressing } from './use-alerts.ts'

const dayText: Readonly<Record<(typeof suppressionDays)[number], string>> = { 1: '1 día', 7: '7 días', 30: '30 días' }

const isReason = (text: string): text is SuppressionReason => suppressionReasons.some((reason) => reason === text)

interface SuppressDialogProps {
  readonly findings: readonly string[]
  readonly what: string
  readonly all: boolean
  readonly done: () => void
  readonly close: () => void
}

export function SuppressDialog({ findings, what, all, done, close }: SuppressDialogProps) {
  const [reason, setReason] = useState('')
  const [days, setDays] = useState<(typeof suppressionDays)[number]>(1)
  const [isMissing, setIsMissing] = useState(false)
  const { suppress } = useSuppressing(done)
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
        draft={choiceDraft('suppression', reason !== '')}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReason(reason)) suppress.mutate({ body: { findings: [...findings], reason, days } })
          else setIsMissing(true)
        }}
      >
        <SelectField
          label="Motivo"
          required
          none="Elige un motivo"
          options={suppressionReasons.map((each) => [each, suppressionReasonText[each]] as const)}
          value={reason}
          error={isMissing && reason === '' ? 'Elige un motivo' : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <SelectField
          label="Durante"
          options={suppressionDays.map((each) => [String(each), dayText[each]] as const)}
          value={String(days)}
          onChange={({ target }) => setDays(suppressionDays.find((each) => String(each) === target.value) ?? 1)}
        />
        <div className="dialog-actions">
          <CancelButton />
          <Button type="submit" busy={suppress.isPending} busyText="Suprimiendo...">
            {all ? 'Suprimir todas' : 'Suprimir'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
