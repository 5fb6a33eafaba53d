import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { getObjectKeys } from '#contract/record-fields'
import { type SessionNotes, sessionNotesFields } from '#contract/session-notes'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { internalNotesHint } from '../../content/internal-notes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogCloseAction } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { createNoopFormDraft } from '../../ui/form-draft.ts'
import { formatDayAndTime, formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { CloseSession } from './close-session.tsx'
import type { SessionNotesField } from './session-notes-saver.ts'
import {
  type SessionNotesKey,
  type SessionNotesForm,
  type StoredSessionNotes,
  useSessionNotes,
} from './use-session-notes.ts'
import './session-notes.css'

interface EditorProps {
  readonly consultation: Consultation
  readonly stored: StoredSessionNotes
  readonly done: () => void
}

const fields = getObjectKeys(sessionNotesFields)

const keyOf = (field: SessionNotesField): number => fields.indexOf(field) + 1

export function SessionNotesEditor({ consultation, stored, done }: EditorProps) {
  const notesForm = useSessionNotes(consultation, stored.notes)
  const { form, state } = notesForm
  const { setFocus } = form
  const theirs = state.at === 'theirs' ? state.theirs : {}
  const focusField = (event: KeyboardEvent) => {
    const field = event.altKey ? fields.find((each) => event.code === `Digit${keyOf(each)}`) : undefined
    if (!field) return
    event.preventDefault()
    setFocus(field)
  }
  useEffect(() => setFocus('visitReason'), [setFocus])
  return (
    <Form
      className="notes-form"
      draft={{ ...createNoopFormDraft('session-notes'), isUnsaved: () => state.at === 'nowhere' }}
      refused={state.at === 'refused' ? state.error : null}
      onKeyDown={(event) => {
        focusField(event)
        if (event.ctrlKey && event.key === 'Enter')
          event.currentTarget.querySelector<HTMLElement>('[type=submit]')?.click()
      }}
    >
      <section className="sheet notes-sheet" aria-label="Notas de la consulta">
        <div className="notes-bar">
          <SavedState {...notesForm} of={consultation} />
          <span className="notes-private">Notas internas. {internalNotesHint}</span>
        </div>
        {state.at === 'theirs' && <Decision {...notesForm} />}
        {state.at === 'refused' && <FormErrorNotice error={state.error} />}
        {fields.map((field) => (
          <TextAreaField
            key={field}
            className={field === 'summary' ? 'notes-text notes-summary' : 'notes-text'}
            label={sessionNotesFields[field].label}
            aria-keyshortcuts={`Alt+${keyOf(field)}`}
            rows={field === 'summary' ? 3 : 4}
            error={form.formState.errors[field]?.message}
            hint={toHint(field, theirs[field], stored)}
            {...form.register(field)}
          />
        ))}
      </section>
      <CloseSession consultation={consultation} notesForm={notesForm} sharedText={stored.shared?.text} done={done} />
    </Form>
  )
}

function toHint(field: SessionNotesField, theirs: string | undefined, { shared }: StoredSessionNotes) {
  if (theirs !== undefined) return `Ahora guardado: ${theirs || '(vacío)'}`
  if (field !== 'summary') return undefined
  return shared
    ? `Enviado el ${formatDayAndTime(shared.sharedAt)}. Si lo cambias, puedes enviarlo otra vez.`
    : 'Es lo que el cliente leerá en su panel. El correo solo le avisa.'
}

/** Not a notice, because the state changes constantly. */
function SavedState({ state, notes, of }: SessionNotesForm & { readonly of: SessionNotesKey }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="notes-state">
      <span role="status">{toStateText(state, notes)}</span>
      {notes && (
        <Button variant="plain" size="small" onClick={() => setOpen(true)}>
          versión {notes.edition}
        </Button>
      )}
      {isOpen && <Editions of={of} close={() => setOpen(false)} />}
    </p>
  )
}

function toStateText(state: SessionNotesForm['state'], notes: SessionNotes | null): string {
  switch (state.at) {
    case 'server':
      return notes ? `Guardado a las ${formatTime(notes.savedAt)}` : 'Se guarda solo mientras escribes'
    case 'writing':
      return 'Guardando...'
    case 'device':
      return 'Guardado en este equipo'
    case 'nowhere':
      return 'Sin guardar: no cierres esta página'
    case 'theirs':
    case 'refused':
      return 'Sin guardar'
  }
}

const Decision = ({ saver }: SessionNotesForm) => (
  <NoticeBox kind="problem">
    <p>
      Otra persona ha escrito en estas notas mientras tanto. Lo que has escrito sigue aquí; debajo de cada campo verás
      lo que se ha guardado.
    </p>
    <div className="notes-decision">
      <Button size="small" onClick={() => void saver.keepMine()}>
        Guardar lo mío
      </Button>
      <Button variant="secondary" size="small" onClick={() => saver.takeTheirs()}>
        Descartar lo mío
      </Button>
    </div>
  </NoticeBox>
)

function Editions({
  of: { customerId, consultationId },
  close,
}: {
  readonly of: SessionNotesKey
  readonly close: () => void
}) {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.consultations.listNoteEditions, {
      params: { customerId, consultationId },
      query: {},
    }),
  )
  return (
    <Dialog title="Versiones de las notas" close={close} wide>
      <PagedList list={list} loading="Cargando versiones..." empty="Todavía no hay ninguna." problem={toErrorMessage}>
        {(editions) => (
          <ol className="notes-editions" reversed>
            {editions.map((each) => (
              <li key={each.edition}>
                <h3>Versión {each.edition}</h3>
                <p className="field-hint">
                  {formatInstantAsDay(each.savedAt)}, {formatTime(each.savedAt)}
                  {each.savedBy && `, ${each.savedBy}`}
                </p>
                <NotesText notes={each} />
              </li>
            ))}
          </ol>
        )}
      </PagedList>
      <DialogCloseAction close={close} />
    </Dialog>
  )
}

export function NotesText({ notes }: { readonly notes: Pick<SessionNotes, SessionNotesField> }) {
  const id = useId()
  const written = fields.filter((field) => notes[field])
  if (written.length === 0) return <p>Sin texto.</p>
  return (
    <dl className="notes-read">
      {written.map((field) => (
        <div key={`${id}-${field}`}>
          <dt>{sessionNotesFields[field].label}</dt>
          <dd>{notes[field]}</dd>
        </div>
      ))}
    </dl>
  )
}
