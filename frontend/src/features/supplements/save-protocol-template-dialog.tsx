import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import { ProtocolTemplateName } from '#contract/protocol'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Dialog, DialogCloseAction } from '../../ui/dialog.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { findTemplateProblem, type GridRow, toTemplateLines } from './protocol-lines.ts'

const TemplateForm = z.object({ name: ProtocolTemplateName })
const { protocolTemplates, saveProtocolTemplate } = apiContract.supplements

interface SaveTemplateProps {
  readonly rows: readonly GridRow[]
  readonly close: () => void
}

export function SaveProtocolTemplateDialog({ rows, close }: SaveTemplateProps) {
  const problem = findTemplateProblem(rows)
  return (
    <Dialog title="Guardar como plantilla" close={close}>
      {problem === undefined ? (
        <TemplateNameForm rows={rows} close={close} />
      ) : (
        <>
          <NoticeBox kind="problem">
            <p>
              <strong>Antes hay que revisar una fila de la pauta.</strong>
            </p>
            <p>{problem}</p>
          </NoticeBox>
          <DialogCloseAction close={close} />
        </>
      )}
    </Dialog>
  )
}

function TemplateNameForm({ rows, close }: SaveTemplateProps) {
  const queries = useQueryClient()
  // The same for a retry after a lost answer.
  const [requestId] = useState(() => crypto.randomUUID())
  const { form, draft } = useDraftForm(
    { form: 'protocol-template' },
    { resolver: zodResolver(TemplateForm), defaultValues: { name: '' } },
  )
  const { mutate, error, isPending } = useMutation({
    ...endpointMutationOptions(saveProtocolTemplate),
    onSuccess: () => {
      draft.saved()
      showNotice.success('Plantilla guardada')
      close()
      return invalidateEndpoints(queries, protocolTemplates)
    },
  })
  const submit = form.handleSubmit(({ name }) => mutate({ body: { name, requestId, lines: toTemplateLines(rows) } }))
  return (
    <Form draft={draft} refused={error} onSubmit={(event) => void submit(event)}>
      <p>
        Guarda los suplementos, las cantidades, los momentos y el patrón. Las instrucciones, las fechas y la duración
        son de este cliente y no entran.
      </p>
      <TextField
        label="Nombre de la plantilla"
        required
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <FormErrorNotice error={error} title="No se ha guardado la plantilla" />
      <FormActions busy={isPending} busyText="Guardando...">
        Guardar plantilla
      </FormActions>
    </Form>
  )
}
