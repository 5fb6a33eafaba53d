import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { apiContract } from '#contract/api'
import { formatDoseFrequency } from '#contract/dosing-text'
import type { ProtocolTemplate } from '#contract/protocol'
import type { RecentSupplementDosing, SupplementTemplate } from '#contract/supplement-catalogue'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions, endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { formatAmountInput, toDosingTexts } from './dosing-form.ts'
import { fromTemplateLine, type GridLine } from './protocol-lines.ts'
import { findRowsOfName } from './same-supplement.ts'
import { formatDoseAmount } from './supplement-words.ts'
import type { ProtocolEditor } from './use-protocol.ts'

interface Choice {
  readonly id: string
  readonly title: string
  readonly detail: string
  readonly lines: readonly Partial<GridLine>[]
  readonly template?: ProtocolTemplate
}

const { protocolTemplates, removeProtocolTemplate, usedBefore, templates } = apiContract.supplements

const toLine = ({ key: _key, ...line }: GridLine): Partial<GridLine> => line

/** Earlier dosings are offered one by one, without revealing whose they were. */
function useChoices(today: string) {
  const whole = useQuery(endpointQueryOptions(protocolTemplates, {}))
  const single = useQuery(endpointQueryOptions(templates, {})).data?.items ?? []
  const used = useQuery(endpointQueryOptions(usedBefore, {})).data?.items ?? []
  const ofTemplates = (whole.data?.items ?? []).map((template): Choice => ({
    id: template.templateId,
    title: template.name,
    detail: template.lines.map(({ name }) => name).join(', '),
    lines: template.lines.map((line) => toLine(fromTemplateLine(line, '', today))),
    template,
  }))
  const all: readonly (SupplementTemplate | RecentSupplementDosing)[] = [...single, ...used]
  const ofSingle = all.map((dosing, at): Choice => ({
    id: `single-${at}`,
    title: dosing.name,
    detail: `${formatDoseAmount(dosing)}, ${formatDoseFrequency(dosing)}`,
    lines: [
      {
        name: dosing.name,
        unit: dosing.unit,
        foodRelation: dosing.foodRelation,
        pattern: dosing.pattern,
        amounts: Object.fromEntries(dosing.times.map((time) => [time, formatAmountInput(dosing.amount)])),
        sparseFrequency: dosing.frequency.endsWith('al día') ? '' : (dosing.frequency as GridLine['sparseFrequency']),
        ...toDosingTexts(dosing),
      },
    ],
  }))
  return { whole, ofTemplates, ofSingle }
}

interface TemplateDialogProps {
  readonly editor: ProtocolEditor
  readonly close: () => void
}

export function ProtocolTemplateDialog({ editor, close }: TemplateDialogProps) {
  const { whole, ofTemplates, ofSingle } = useChoices(editor.today)
  const [chosenId, choose] = useState<string>()
  const chosen = [...ofTemplates, ...ofSingle].find(({ id }) => id === chosenId)
  return (
    <Dialog title="Usar una plantilla o una pauta anterior" close={close} wide>
      <div className="form">
        {whole.isPending && <CardLoading text="Cargando plantillas..." />}
        {whole.error && <CardLoadError text={toErrorMessage(whole.error)} retry={() => void whole.refetch()} />}
        {whole.data && ofTemplates.length + ofSingle.length === 0 && (
          <p>Todavía no hay plantillas. Guarda una pauta con «Guardar como plantilla» y aparecerá aquí.</p>
        )}
        <Choices title="Plantillas de pauta" choices={ofTemplates} chosenId={chosenId} choose={choose} />
        <Choices title="Un suplemento" choices={ofSingle} chosenId={chosenId} choose={choose} />
        <UseTemplate editor={editor} chosen={chosen} close={close} />
      </div>
    </Dialog>
  )
}

interface UseTemplateProps extends TemplateDialogProps {
  readonly chosen: Choice | undefined
}

const noLines: Choice['lines'] = []

function UseTemplate({ editor, chosen, close }: UseTemplateProps) {
  const { lines = noLines, template } = chosen ?? {}
  const isHere = ({ name = '' }: Partial<GridLine>) => findRowsOfName(editor.rows, name).length > 0
  const missing = lines.filter((line) => !isHere(line))
  const here = lines.filter(isHere)
  const use = (take: () => void) => {
    take()
    close()
  }
  return (
    <>
      {chosen && (
        <p role="status">
          {addsText(missing)}
          {here.length > 0 && ` Ya está en la tabla: ${here.map(({ name }) => name).join(', ')}.`}
        </p>
      )}
      <div className="dialog-actions">
        {template && <RemoveTemplateButton key={template.templateId} template={template} />}
        <Button variant="secondary" onClick={close}>
          Cancelar
        </Button>
        <Button variant="secondary" disabled={!template} onClick={() => use(() => editor.replaceAll(lines))}>
          Sustituir la pauta
        </Button>
        <Button disabled={missing.length === 0} onClick={() => use(() => editor.add(missing))}>
          Añadir a la tabla
        </Button>
      </div>
    </>
  )
}

function addsText(missing: readonly Partial<GridLine>[]): string {
  if (missing.length === 0) return 'No añade nada.'
  const names = missing.map(({ name }) => name).join(', ')
  return missing.length === 1 ? `Añade 1 fila: ${names}.` : `Añade ${missing.length} filas: ${names}.`
}

interface ChoicesProps {
  readonly title: string
  readonly choices: readonly Choice[]
  readonly chosenId: string | undefined
  readonly choose: (id: string) => void
}

function Choices({ title, choices, chosenId, choose }: ChoicesProps) {
  const name = useId()
  if (choices.length === 0) return null
  return (
    <fieldset className="protocol-choices">
      <legend>{title}</legend>
      {choices.map(({ id, title: text, detail }) => (
        <div key={id} className="protocol-choice">
          <input
            id={`${name}-${id}`}
            type="radio"
            name={name}
            value={id}
            checked={id === chosenId}
            onChange={() => choose(id)}
          />
          <label htmlFor={`${name}-${id}`}>
            {text}
            <span className="protocol-line-more">{detail}</span>
          </label>
        </div>
      ))}
    </fieldset>
  )
}

/** Confirmed by a second press instead of a dialog above the dialog. */
function RemoveTemplateButton({ template: { templateId, name } }: { readonly template: ProtocolTemplate }) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(removeProtocolTemplate),
    onSuccess: () => invalidateEndpoints(queries, protocolTemplates),
    onError: (error) => showNotice.failure('Error', toErrorMessage(error)),
  })
  return (
    <Button
      variant="remove"
      busy={isPending}
      onClick={() => (asked ? mutate({ params: { templateId } }) : setAsked(true))}
    >
      {asked ? `Sí, eliminar «${name}»` : 'Eliminar plantilla'}
    </Button>
  )
}
