import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { ClientSupplement } from '#contract/supplements'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { DosingFields } from './dosing-fields.tsx'
import { courseOf, DosingForm, formOf } from './dosing-form.ts'
import { reasonOf, useProtocol } from './use-protocol.ts'

interface EditDialogProps {
  readonly customerId: string
  /** As it stands now: after a conflict, with the other's changes. */
  readonly supplement: ClientSupplement
  readonly close: () => void
}

/** Changes a supplement of a client's protocol. What was typed stays through a refusal. */
export function EditDialog({ customerId, supplement, close }: EditDialogProps) {
  const { edit } = useProtocol(close)
  const form = useForm({ resolver: zodResolver(DosingForm), defaultValues: formOf(supplement) })
  const { clientSupplementId, name } = supplement
  const submit = form.handleSubmit((values) =>
    edit.mutate({
      params: { customerId, clientSupplementId },
      // The latest version that the list knows: after a refusal the second press is a decision to write over it.
      body: { ...courseOf(values), status: values.status, version: supplement.version },
    }),
  )
  return (
    <Dialog title={`Editar ${name}`} close={close} wide>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <DosingFields form={form} withStatus />
        {edit.error && (
          <NoticeBox kind="problem">
            {reasonOf(edit.error)} Ahora dice: {supplement.dosage}, {supplement.frequencyText}.
          </NoticeBox>
        )}
        <div className="dialog-actions">
          <Button look="secondary" onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" busy={edit.isPending} busyText="Guardando...">
            Guardar cambios
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
