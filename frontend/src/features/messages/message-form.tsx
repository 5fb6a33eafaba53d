import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentType, useEffect, useId, useMemo, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { uploadContentTypes } from '#contract/client-file'
import { MAX_MESSAGE_LENGTH } from '#contract/messages'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import type { FormDraft } from '../../ui/form-draft.ts'
import { FormErrorNotice, useRefusedField } from '../../ui/refused-fields.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { MessageForm, type MessageValues } from './message-values.ts'
import { forgetRequestId, takeRequestId } from './request-id.ts'
import { fullText, useAttachments } from './use-attachments.ts'
import type { ThreadSource, useThread } from './use-thread.ts'

const accepted = Object.keys(uploadContentTypes)
  .map((ending) => `.${ending}`)
  .join(',')

export interface TemplatesProps {
  readonly insert: (text: string) => void
  readonly written: () => string
  readonly isLocked: boolean
}

interface MessageFormProps {
  readonly source: ThreadSource
  readonly state: ReturnType<typeof useThread>
  readonly label: string
  readonly opening?: string | undefined
  readonly onSent?: () => void
  readonly Templates?: ComponentType<TemplatesProps>
}

export function WriteMessage({ source, state: { send }, label, opening, onSent, Templates }: MessageFormProps) {
  const { form, draft } = useDraftForm<MessageValues>(
    { form: 'message', of: source.name },
    { resolver: zodResolver(MessageForm), defaultValues: { text: '', files: [] } },
  )
  const attachments = useAttachments(source, form)
  const { errors } = form.formState
  const submit = form.handleSubmit(async ({ text, files }) => {
    const written = { text: text || null, fileIds: files.map(({ fileId }) => fileId) }
    const requestId = await takeRequestId(source.name, written)
    send.mutate(
      { requestId, ...written },
      {
        onSuccess: () => {
          forgetRequestId(source.name)
          draft.saved()
          form.reset({ text: '', files: [] }, { keepFieldsRef: true })
          form.setFocus('text')
          onSent?.()
        },
      },
    )
  })
  const insert = (text: string) => {
    form.setValue('text', putBelow(form, text), { shouldDirty: true })
    form.setFocus('text')
  }
  useOpening(form, draft, opening)
  // The error names a file by its index in the request; files may have been removed from the form since.
  const sent = send.variables?.fileIds
  const inputNames = useMemo(
    () => ({
      fileIds: 'text',
      ...Object.fromEntries(sent?.map((fileId, place) => [`fileIds.${place}`, fileId]) ?? []),
    }),
    [sent],
  )
  return (
    <div className="message-write">
      <Form
        draft={draft}
        refused={send.error}
        inputNames={inputNames}
        className="form message-form"
        onSubmit={(event) => void submit(event)}
      >
        <TextAreaField
          label={label}
          rows={4}
          maxLength={MAX_MESSAGE_LENGTH}
          error={errors.text?.message}
          // The form is cleared after sending, including text typed meanwhile.
          readOnly={send.isPending}
          {...form.register('text')}
        />
        <Attachments attachments={attachments} />
        <FormErrorNotice error={send.error} title="No se ha enviado. Lo que has escrito sigue aquí" />
        <div className="message-actions">
          <Button type="submit" busy={send.isPending} busyText="Enviando..." disabled={attachments.isBusy}>
            Enviar
          </Button>
          <AttachButton attachments={attachments} isLocked={send.isPending} />
        </div>
        {attachments.isFull && <p className="field-hint">{fullText}</p>}
      </Form>
      {/* Outside the form, because its dialog contains one. */}
      {Templates && <Templates insert={insert} written={() => form.getValues('text')} isLocked={send.isPending} />}
    </div>
  )
}

type MessageFields = UseFormReturn<MessageValues>

function putBelow(form: MessageFields, text: string): string {
  const before = form.getValues('text').trimEnd()
  return before === '' ? text : `${before}\n\n${text}`
}

/** Inserted once, also across reloads. By itself it is no unsaved work. */
function useOpening(form: MessageFields, draft: FormDraft, opening: string | undefined): void {
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (opening === undefined || done.current === opening) return
    done.current = opening
    const { text, files } = form.getValues()
    if (text === '' && files.length === 0) {
      form.reset({ text: opening, files }, { keepFieldsRef: true })
      draft.saved()
    } else if (!text.includes(opening.trim())) form.setValue('text', putBelow(form, opening), { shouldDirty: true })
    form.setFocus('text')
  }, [form, draft, opening])
}

type AttachmentsState = ReturnType<typeof useAttachments>

interface AttachProps {
  readonly attachments: AttachmentsState
  readonly isLocked: boolean
}

function AttachButton({ attachments: { add, isFull }, isLocked }: AttachProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        accept={accepted}
        disabled={isFull || isLocked}
        className="visually-hidden upload-input"
        aria-label="Adjuntar archivos"
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {/* The browser's own button is in the browser's language. */}
      <label className="button button-secondary" htmlFor={id} aria-hidden="true">
        Adjuntar
      </label>
    </>
  )
}

const Attachments = ({ attachments: { files, uploads, remove, drop } }: { readonly attachments: AttachmentsState }) => (
  <ul className="message-attachments" aria-label="Archivos adjuntos" aria-live="polite">
    {files.map((file) => (
      <Attachment key={file.fileId} file={file} remove={remove} />
    ))}
    {uploads.map(({ key, fileName, part, problem }) => (
      <li key={key}>
        <span className="file-name">{fileName}</span>
        {problem ? (
          <span className="field-error">{problem}</span>
        ) : (
          <progress value={part} max={1} aria-label={`Progreso de ${fileName}`} />
        )}
        <Button variant="plain" size="small" aria-label={`Cancelar ${fileName}`} onClick={() => drop(key)}>
          {problem ? 'Quitar' : 'Cancelar'}
        </Button>
      </li>
    ))}
  </ul>
)

interface AttachmentProps {
  readonly file: AttachmentsState['files'][number]
  readonly remove: (fileId: string) => void
}

function Attachment({ file: { fileId, fileName }, remove }: AttachmentProps) {
  const { refusal } = useRefusedField(fileId)
  const id = useId()
  return (
    <li>
      <span className="file-name">{fileName}</span>
      {refusal && (
        <span className="field-error" id={id}>
          {refusal}
        </span>
      )}
      <Button
        name={fileId}
        variant="plain"
        size="small"
        aria-label={`Quitar ${fileName}`}
        aria-describedby={refusal && id}
        onClick={() => remove(fileId)}
      >
        Quitar
      </Button>
    </li>
  )
}
