import { type DragEvent, useId, useRef, useState } from 'react'
import { uploadContentTypes, fileTextFields, type ClientFileType } from '#contract/client-file'
import { getObjectKeys } from '#contract/record-fields'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-frame.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { Form } from '../../ui/form.tsx'
import { toFormTextValues } from '../../ui/form-text-values.ts'
import { useCustomerFileUploads, type FileUploadInProgress } from './use-customer-file-uploads.ts'

const accepted = Object.keys(uploadContentTypes)
  .map((ending) => `.${ending}`)
  .join(',')

const noTexts = toFormTextValues(fileTextFields)

const hasText = (texts: typeof noTexts) => Object.values(texts).some((text) => text !== '')

interface UploadFormProps {
  readonly customerId: string
  readonly fileType: ClientFileType
}

function useChoice() {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [missing, setMissing] = useState(false)
  return {
    input,
    chosen,
    missing,
    choose: (files: readonly File[]) => {
      setChosen(files)
      setMissing(false)
    },
    take: (): readonly File[] => {
      setMissing(chosen.length === 0)
      setChosen([])
      if (chosen.length === 0) input.current?.focus()
      else if (input.current) input.current.value = ''
      return chosen
    },
  }
}

export function FileUploadForm({ customerId, fileType }: UploadFormProps) {
  const choice = useChoice()
  const [texts, setTexts] = useState(noTexts)
  const [refused, setRefused] = useState<ApiError>()
  const { uploads, add, drop } = useCustomerFileUploads({ customerId, fileType })

  const submit = () => {
    const files = choice.take()
    if (files.length === 0) return
    add(files, texts, (sent, refusal) => {
      if (refusal) setRefused(refusal)
      setTexts((now) => (hasText(now) ? now : sent))
    })
    setRefused(undefined)
    setTexts(noTexts)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    choice.choose([...event.dataTransfer.files])
  }
  return (
    <Form
      draft={createUnstoredFormDraft('file-upload', choice.chosen.length > 0 || hasText(texts))}
      refused={refused}
      className="upload"
      onDragOver={(event) => event.preventDefault()}
      onDrop={dropped}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FileChoice choice={choice} />
      {getObjectKeys(fileTextFields).map((field) => (
        <TextField
          key={field}
          name={field}
          label={`${fileTextFields[field].label} (opcional)`}
          maxLength={500}
          value={texts[field]}
          onChange={({ target }) => setTexts({ ...texts, [field]: target.value })}
        />
      ))}
      <Button type="submit">Subir</Button>
      <FileUploadList uploads={uploads} drop={drop} />
    </Form>
  )
}

function FileChoice({ choice: { input, chosen, missing, choose } }: { readonly choice: ReturnType<typeof useChoice> }) {
  const id = useId()
  return (
    <>
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        Archivos
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        accept={accepted}
        className="visually-hidden upload-input"
        aria-labelledby={`${id}-label`}
        aria-invalid={missing || undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={({ target }) => choose([...(target.files ?? [])])}
      />
      {/* The browser's own button is in the browser's language. */}
      <label className="button button-secondary button-small upload-choose" htmlFor={id}>
        Elegir archivos
      </label>
      <p className="field-hint" id={`${id}-hint`}>
        {chosen.length > 0
          ? chosen.map(({ name }) => name).join(', ')
          : 'Elige o arrastra aquí PDF, DOC, DOCX, JPG, JPEG, PNG, XLSX o XLS de hasta 25 MB.'}
      </p>
      <FieldError id={`${id}-error`} text={missing ? 'Por favor selecciona un archivo.' : undefined} />
    </>
  )
}

const stateText: Record<Exclude<FileUploadInProgress['state'], 'failed'>, string> = {
  waiting: 'En espera',
  sending: 'Subiendo...',
  checking: 'Comprobando...',
  done: 'Subido',
}

const textOf = (state: keyof typeof stateText, status: FileUploadInProgress['status']): string => {
  if (status === 'scanning') return 'Subido, en revisión'
  return status === 'rejected' ? 'Rechazado: el motivo está en la lista' : stateText[state]
}

interface UploadListProps {
  readonly uploads: readonly FileUploadInProgress[]
  readonly drop: (key: string) => void
}

const FileUploadList = ({ uploads, drop }: UploadListProps) => (
  <ul className="uploads" aria-label="Subidas" aria-live="polite">
    {uploads.map(({ key, file, part, state, status, problem }) => (
      <li key={key} className={`upload-${state}`}>
        <span className="file-name">{file.name}</span>
        {state === 'failed' ? (
          <span className="field-error">{problem}</span>
        ) : (
          <>
            <progress value={part} max={1} aria-label={`Progreso de ${file.name}`} />
            <span>{textOf(state, status)}</span>
          </>
        )}
        <Button variant="plain" size="small" aria-label={`${dropText(state)} ${file.name}`} onClick={() => drop(key)}>
          {dropText(state)}
        </Button>
      </li>
    ))}
  </ul>
)

const dropText = (state: FileUploadInProgress['state']): string =>
  state === 'done' || state === 'failed' ? 'Quitar' : 'Cancelar'
