import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import type { ClientSupplement } from '#contract/supplements'
import { Refused } from '../../api/refused.ts'
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

/** Changes a supplement of a client's protocol. What was typed stays through a refusal; the rest follows what others save. */
export function EditDialog({ customerId, supplement, close }: EditDialogProps) {
  const { edit } = useProtocol(close)
  const stands = useMemo(() => formOf(supplement), [supplement])
  const form = useForm({ resolver: zodResolver(DosingForm), values: stands, resetOptions: { keepDirtyValues: true } })
  const { clientSupplementId, name } = supplement
  const submit = form.handleSubmit((values) =>
    edit.mutate({
      params: { customerId, clientSupplementId },
      // The latest version that the list knows: after a refusal the form holds what is in it.
      body: { ...courseOf(values), status: values.status, version: supplement.version },
    }),
  )
  return (
    <Dialog title={`Editar ${name}`} close={close} wide>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <DosingFields form={form} withStatus />
        {edit.error && (
          <NoticeBox kind="problem">
            <Reason error={edit.error} supplement={supplement} />
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

interface ReasonProps {
  readonly error: Error
  readonly supplement: ClientSupplement
}

/** Why it was not saved, and what to do about it. */
const Reason = ({ error, supplement: { dosage, frequencyText } }: ReasonProps) =>
  error instanceof Refused && error.code === 'changed-meanwhile' ? (
    <>
      <p>Otra persona ha cambiado este suplemento mientras lo editabas.</p>
      <p>
        Ahora dice: {dosage}, {frequencyText}.
      </p>
      <p>Lo que has cambiado tú sigue aquí y lo demás ya es lo suyo: revísalo y vuelve a guardar.</p>
    </>
  ) : (
    <p>{reasonOf(error)}</p>
  )
