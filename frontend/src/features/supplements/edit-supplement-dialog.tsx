import { useMemo } from 'react'
import type { ClientSupplement } from '#contract/client-supplement'
import { isEditConflictError } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { DosingFields } from './dosing-fields.tsx'
import { toDosingRequestBody, dosingFormResolver, toDosingFormInput } from './dosing-form.ts'
import { formatDoseAmount } from './supplement-words.ts'
import { toSupplementErrorMessage, useSupplementMutations } from './use-supplement-mutations.ts'

interface EditDialogProps {
  readonly customerId: string
  readonly supplement: ClientSupplement
  readonly close: () => void
}

export function EditSupplementDialog({ customerId, supplement, close }: EditDialogProps) {
  const stands = useMemo(() => toDosingFormInput(supplement), [supplement])
  const { form, draft } = useDraftForm(
    { form: 'supplement-edit', of: supplement.clientSupplementId },
    { resolver: dosingFormResolver, values: stands, resetOptions: { keepDirtyValues: true } },
  )
  const { edit } = useSupplementMutations(() => {
    draft.saved()
    close()
  })
  const { clientSupplementId, name } = supplement
  const submit = form.handleSubmit((values) =>
    edit.mutate({
      params: { customerId, clientSupplementId },
      // The current version: after a refusal the form contains its values.
      body: { ...toDosingRequestBody(values), status: values.status, version: supplement.version },
    }),
  )
  return (
    <Dialog title={`Editar ${name}`} close={close} wide>
      <Form draft={draft} refused={edit.error} onSubmit={(event) => void submit(event)}>
        <DosingFields form={form} withStatus />
        {edit.error && (
          <NoticeBox kind="problem">
            <Reason error={edit.error} supplement={supplement} />
          </NoticeBox>
        )}
        <FormActions busy={edit.isPending} busyText="Guardando...">
          Guardar cambios
        </FormActions>
      </Form>
    </Dialog>
  )
}

interface ReasonProps {
  readonly error: Error
  readonly supplement: ClientSupplement
}

const Reason = ({ error, supplement }: ReasonProps) =>
  isEditConflictError(error) ? (
    <>
      <p>Otra persona ha cambiado este suplemento mientras lo editabas.</p>
      <p>
        Ahora dice: {formatDoseAmount(supplement)}, {supplement.frequencyText}.
      </p>
      <p>Lo que has cambiado tú sigue aquí y lo demás ya es lo suyo: revísalo y vuelve a guardar.</p>
    </>
  ) : (
    <p>{toSupplementErrorMessage(error)}</p>
  )
