import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { MAX_MESSAGE_LENGTH, NewReplyTemplate, type ReplyTemplate } from '#contract/messages'
import { callApi } from '../../api/call-api.ts'
import { isEditConflictError } from '../../api/api-error.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions, endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { findLatest } from '../../ui/find-latest.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { resetUnchangedFields } from '../../ui/reset-unchanged-fields.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useEditedItem } from '../../ui/use-edited-item.ts'
import { forgetRequestId, takeRequestId } from './request-id.ts'

const NEW_TEMPLATE = 'reply-template'

const { listTemplates, saveTemplate, changeTemplate, removeTemplate } = apiContract.messages

interface DialogProps {
  readonly written: string
  readonly insert: (text: string) => void
  readonly close: () => void
}

export function ReplyTemplatesDialog({ written, insert, close }: DialogProps) {
  const { data, isPending, error, refetch } = useQuery(endpointQueryOptions(listTemplates, {}))
  const [edited, edit] = useState<ReplyTemplate | 'new'>()
  if (edited)
    return (
      <Dialog title={edited === 'new' ? 'Nueva plantilla' : 'Cambiar plantilla'} close={() => edit(undefined)}>
        <TemplateForm
          template={
            edited === 'new' ? undefined : findLatest(edited, data?.items ?? [], ({ templateId }) => templateId)
          }
          written={written}
          done={() => edit(undefined)}
        />
      </Dialog>
    )
  return (
    <Dialog title="Plantillas de respuesta" close={close} wide>
      {isPending && <CardLoading text="Cargando plantillas..." />}
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data?.items.length === 0 && <p>Todavía no hay plantillas. Guarda una respuesta que das a menudo.</p>}
      {data && (
        <ul className="reply-templates">
          {data.items.map((template) => (
            <TemplateLine
              key={template.templateId}
              template={template}
              insert={() => {
                insert(template.text)
                close()
              }}
              edit={() => edit(template)}
            />
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        <Button variant="secondary" onClick={close}>
          Cerrar
        </Button>
        <Button onClick={() => edit('new')}>Nueva plantilla</Button>
      </div>
    </Dialog>
  )
}

interface TemplateLineProps {
  readonly template: ReplyTemplate
  readonly insert: () => void
  readonly edit: () => void
}

function TemplateLine({ template: { templateId, name, text }, insert, edit }: TemplateLineProps) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(removeTemplate),
    onSuccess: () => invalidateEndpoints(queries, listTemplates),
    onError: (error) => showNotice.failure('Error', toErrorMessage(error)),
  })
  return (
    <li>
      <h3>{name}</h3>
      <p>{text}</p>
      <div className="message-actions">
        <Button size="small" aria-label={`Insertar ${name}`} onClick={insert}>
          Insertar
        </Button>
        <Button variant="secondary" size="small" aria-label={`Cambiar ${name}`} onClick={edit}>
          Cambiar
        </Button>
        {/* Confirmed by a second press instead of a dialog above the dialog. */}
        <Button
          variant="remove"
          size="small"
          busy={isPending}
          aria-label={asked ? `Sí, eliminar ${name}` : `Eliminar ${name}`}
          onClick={() => (asked ? mutate({ params: { templateId } }) : setAsked(true))}
        >
          {asked ? 'Sí, eliminar' : 'Eliminar'}
        </Button>
      </div>
    </li>
  )
}

interface TemplateFormProps {
  readonly template: ReplyTemplate | undefined
  readonly written: string
  readonly done: () => void
}

type Texts = Pick<ReplyTemplate, 'name' | 'text'>

interface Saving {
  readonly body: Texts
  readonly of: ReplyTemplate | undefined
}

const toTexts = ({ name, text }: ReplyTemplate): Texts => ({ name, text })

function TemplateForm({ template, written, done }: TemplateFormProps) {
  const queries = useQueryClient()
  const { form, draft } = useDraftForm(
    { form: 'reply-template', ...(template && { of: template.templateId }) },
    {
      resolver: zodResolver(NewReplyTemplate),
      defaultValues: template ? toTexts(template) : { name: '', text: written },
    },
  )
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ body, of }: Saving) =>
      of
        ? callApi(changeTemplate, { params: { templateId: of.templateId }, body: { ...body, version: of.version } })
        : callApi(saveTemplate, { body: { ...body, requestId: await takeRequestId(NEW_TEMPLATE, body) } }),
    onSuccess: (_, { of }) => {
      if (!of) forgetRequestId(NEW_TEMPLATE)
      draft.saved()
      showNotice.success('Plantilla guardada')
    },
    onSettled: () => invalidateEndpoints(queries, listTemplates),
  })
  const { edited, before } = useEditedItem(template, error, (was, is) =>
    resetUnchangedFields({ form, draft }, toTexts(is), toTexts(was)),
  )
  const submit = form.handleSubmit((body) => mutate({ body, of: edited }, { onSuccess: done }))
  const { errors } = form.formState
  return (
    <Form draft={draft} refused={error} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Nombre"
        required
        autoComplete="off"
        maxLength={80}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextAreaField
        label="Respuesta"
        required
        rows={6}
        maxLength={MAX_MESSAGE_LENGTH}
        hint="Sin nada de un cliente: la verás al escribir a cualquiera."
        error={errors.text?.message}
        {...form.register('text')}
      />
      <FormErrorNotice
        error={error}
        title="No se ha guardado la plantilla"
        reason={
          isEditConflictError(error) && before && edited
            ? `Otra persona la ha cambiado mientras tanto. Ahora se llama «${edited.name}» y dice: «${edited.text}» Lo que has cambiado tú sigue aquí: revísalo y vuelve a guardar para dejar lo tuyo.`
            : undefined
        }
      />
      <div className="dialog-actions">
        <CancelButton onClick={done} />
        <Button type="submit" busy={isPending} busyText="Guardando...">
          Guardar plantilla
        </Button>
      </div>
    </Form>
  )
}
