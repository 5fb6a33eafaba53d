import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { lineChangeLabels } from './protocol-line-name.tsx'
import type { GridRow, LineChange } from './protocol-lines.ts'
import { describeLine, listRepeated } from './same-supplement.ts'

const countWords: Readonly<Record<LineChange, readonly [one: string, more: string]>> = {
  new: ['nuevo', 'nuevos'],
  changed: ['cambia', 'cambian'],
  ended: ['termina', 'terminan'],
}

/** '2 nuevos, 1 cambia, 1 termina' */
export function summarizeChanges(rows: readonly GridRow[]): string {
  const parts = (['new', 'changed', 'ended'] as const).flatMap((kind) => {
    const count = rows.filter(({ change }) => change === kind).length
    return count === 0 ? [] : [`${count} ${countWords[kind][count === 1 ? 0 : 1]}`]
  })
  return parts.join(', ') || 'Sin cambios'
}

interface PublishDialogProps {
  readonly rows: readonly GridRow[]
  readonly firstName: string
  readonly publish: () => void
  readonly cancel: () => void
}

export function PublishProtocolDialog({ rows, firstName, publish, cancel }: PublishDialogProps) {
  const actions = useRef<HTMLDivElement>(null)
  const repeated = listRepeated(rows)
  const isRepeated = repeated.length > 0
  // Publishing is the initial focus, because it was already asked for; but not if a dose is doubled: a second Enter
  // must not publish that.
  useEffect(() => {
    actions.current?.querySelector<HTMLElement>(isRepeated ? 'button' : 'button:last-of-type')?.focus()
  }, [isRepeated])
  return (
    <Dialog title="¿Publicar la pauta?" close={cancel}>
      <ul className="protocol-summary">
        {rows.map(
          ({ line, change }) =>
            change && (
              <li key={line.key}>
                <strong>
                  {lineChangeLabels[change]}: {line.name}
                </strong>
                {change === 'ended' ? ', hoy' : `, ${describeLine(line)}`}
              </li>
            ),
        )}
      </ul>
      {repeated.map((text) => (
        <NoticeBox key={text} kind="problem">
          {text}
        </NoticeBox>
      ))}
      <p>{firstName} la verá enseguida y recibirá un solo correo.</p>
      <div ref={actions} className="dialog-actions">
        <Button variant="secondary" onClick={cancel}>
          Seguir editando
        </Button>
        <Button onClick={publish}>Publicar</Button>
      </div>
    </Dialog>
  )
}
