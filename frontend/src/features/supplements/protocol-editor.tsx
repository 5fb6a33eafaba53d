import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ClientSupplement } from '#contract/client-supplement'
import { isEditConflictError } from '../../api/api-error.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { ProtocolCards } from './protocol-cards.tsx'
import { ProtocolGrid } from './protocol-grid.tsx'
import { findLineProblem, type GridRow } from './protocol-lines.ts'
import { NewLineField, type NewLineProps } from './protocol-new-line.tsx'
import { ProtocolPreview } from './protocol-preview.tsx'
import { ProtocolTemplateDialog } from './protocol-template-dialog.tsx'
import { PublishProtocolDialog, summarizeChanges } from './publish-protocol-dialog.tsx'
import { SaveProtocolTemplateDialog } from './save-protocol-template-dialog.tsx'
import { type ProtocolEditor, useCustomerProtocol, useProtocolEditor, usePublishProtocol } from './use-protocol.ts'
import './protocol.css'

interface EditorProps {
  readonly customerId: string
  readonly firstName: string
}

export function ProtocolEditorCard({ customerId, firstName }: EditorProps) {
  const { supplements, error, retry } = useCustomerProtocol(customerId)
  if (!supplements) {
    return error ? (
      <CardLoadError text={toErrorMessage(error)} retry={retry} />
    ) : (
      <CardLoading text="Cargando pauta..." />
    )
  }
  return <Editor customerId={customerId} firstName={firstName} supplements={supplements} />
}

const HAS_NO_ROOM = '(width < 78rem)'

function Editor({
  customerId,
  firstName,
  supplements,
}: EditorProps & { readonly supplements: readonly ClientSupplement[] }) {
  const editor = useProtocolEditor(customerId, supplements)
  const { publish, error, isPending } = usePublishProtocol(customerId, editor, supplements)
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'publish' | 'template' | 'save'>()
  const [isFinal, setFinal] = useState(false)
  const entry = useRef<HTMLInputElement>(null)
  const wrong = findWrongRow(editor.rows)
  const ask = () => {
    setFinal(true)
    if (editor.isChanged && !wrong && !isPending) setAsked('publish')
  }
  return (
    <>
      <Form
        className="protocol-form"
        draft={editor.draft}
        refused={error}
        onSubmit={ask}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey)) return
          if (event.key === 'Enter') {
            event.preventDefault()
            ask()
          }
          if (event.key === 'z') {
            event.preventDefault()
            editor.undo()
          }
        }}
      >
        <LinesCard editor={editor} entry={entry} isFinal={isFinal} openTemplates={() => setAsked('template')} />
        <ProtocolPreview rows={editor.rows} today={editor.today} firstName={firstName} />
        <PublishError error={error} />
        <div className="protocol-foot">
          <p role="status">{footText(editor, isFinal ? wrong : undefined, firstName)}</p>
          <Button
            variant="plain"
            size="small"
            disabled={editor.rows.length === 0 || wrong !== undefined}
            onClick={() => setAsked('save')}
          >
            Guardar como plantilla
          </Button>
          <Button type="submit" disabled={!editor.isChanged} busy={isPending} busyText="Publicando...">
            Publicar pauta
          </Button>
        </div>
      </Form>
      {asked === 'publish' && (
        <PublishProtocolDialog
          rows={editor.rows}
          firstName={firstName}
          cancel={() => setAsked(undefined)}
          publish={() => {
            setAsked(undefined)
            publish(() => {
              // Stays on the page while a line is being typed, which is no change yet.
              if (!entry.current?.value) void navigate(`/client/${customerId}?tab=supplements`)
            })
          }}
        />
      )}
      {asked === 'template' && <ProtocolTemplateDialog editor={editor} close={() => setAsked(undefined)} />}
      {asked === 'save' && <SaveProtocolTemplateDialog rows={editor.rows} close={() => setAsked(undefined)} />}
    </>
  )
}

interface LinesCardProps extends NewLineProps {
  readonly isFinal: boolean
  readonly openTemplates: () => void
}

function LinesCard({ editor, entry, isFinal, openTemplates }: LinesCardProps) {
  const [compares, setCompares] = useState(true)
  const hasNoRoom = useMediaQuery(HAS_NO_ROOM)
  useEffect(() => {
    // The page is opened to type the first line. Where the allergies stand above them, the focus would scroll past those.
    if (!hasNoRoom) entry.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a screen that is turned takes no focus
  }, [entry])
  const Lines = hasNoRoom ? ProtocolCards : ProtocolGrid
  return (
    <section className="sheet protocol-editor" aria-labelledby="protocol-title">
      <div className="protocol-head">
        <h2 id="protocol-title">{editor.isChanged ? 'Cambios en la pauta' : 'La pauta en vigor'}</h2>
        <p role="status">{summarizeChanges(editor.rows)}</p>
        <Button variant="secondary" size="small" onClick={openTemplates}>
          Usar una plantilla o una pauta anterior
        </Button>
        <SwitchField label="Comparar con la vigente" on={compares} onSwitch={setCompares} />
      </div>
      <Orphans editor={editor} />
      {editor.rows.length > 0 ? (
        <Lines editor={editor} compares={compares} isFinal={isFinal} focusEntry={() => entry.current?.focus()} />
      ) : (
        <p>Todavía no hay nada en la pauta: escribe el primer suplemento o usa una plantilla.</p>
      )}
      <NewLineField editor={editor} entry={entry} />
    </section>
  )
}

const PublishError = ({ error }: { readonly error: Error | null }) => (
  <>
    <FormErrorNotice
      error={error}
      title="No se ha publicado la pauta."
      reason={
        isEditConflictError(error)
          ? 'Otra persona la ha cambiado mientras tanto: ya la ves como está ahora. Revísala y vuelve a publicar.'
          : undefined
      }
    />
    {error && <p className="field-hint">Lo que has escrito sigue aquí.</p>}
  </>
)

const findWrongRow = (rows: readonly GridRow[]): GridRow | undefined =>
  rows.find(({ line, change }) => (change === 'new' || change === 'changed') && findLineProblem(line) !== undefined)

function footText({ isChanged }: ProtocolEditor, wrong: GridRow | undefined, firstName: string): string {
  if (wrong) return `Falta algo en ${wrong.line.name}: ${findLineProblem(wrong.line)?.text ?? ''}`
  return isChanged ? `${firstName} recibirá un solo correo con todo.` : 'Nada que publicar todavía.'
}

const Orphans = ({ editor }: { readonly editor: ProtocolEditor }) =>
  editor.orphans.map(({ key, name }) => (
    <NoticeBox key={key} kind="problem">
      <p>Otra persona ha cambiado o terminado {name} mientras tanto, y lo que escribiste ya no tiene fila.</p>
      <Button variant="secondary" size="small" onClick={() => editor.forget(key)}>
        Descartar lo que escribí de {name}
      </Button>
    </NoticeBox>
  ))
