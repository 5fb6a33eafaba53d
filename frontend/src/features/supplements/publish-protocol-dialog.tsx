import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { lineChangeLabels } from './protocol-line-name.tsx'
import { formatUnitOfLine, type GridLine, type GridRow, type LineChange, momentsInOrder } from './protocol-lines.ts'

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

function describeLine(line: GridLine): string {
  const doses = momentsInOrder.flatMap((time) => {
    const amount = line.amounts[time]?.trim()
    return amount ? [`${time} ${amount} ${formatUnitOfLine(line, amount)}`] : []
  })
  return [doses.join(', '), line.sparseFrequency].filter(Boolean).join(' · ')
}

interface PublishDialogProps {
  readonly rows: readonly GridRow[]
  readonly firstName: string
  readonly publish: () => void
  readonly cancel: () => void
}

export function PublishProtocolDialog({ rows, firstName, publish, cancel }: PublishDialogProps) {
  const actions = useRef<HTMLDivElement>(null)
  // Nothing is lost by it, and it has been asked for.
  useEffect(() => actions.current?.querySelector<HTMLElement>('button:last-of-type')?.focus(), [])
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
