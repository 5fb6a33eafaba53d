import type { GridRow, LineChange, LineProblem } from './protocol-lines.ts'
import { formatShortCalendarDay } from '../../ui/format.ts'
import { describeRepeated } from './same-supplement.ts'
import './protocol-grid.css'

export const lineChangeLabels: Readonly<Record<LineChange, string>> = {
  new: 'Nuevo',
  changed: 'Cambia',
  ended: 'Termina',
}

export function ProtocolLineName({ row: { line, change, isPaused } }: { readonly row: GridRow }) {
  const more = [
    line.foodRelation !== 'Indiferente' && line.foodRelation,
    line.sparseFrequency,
    change === 'ended' ? 'Termina hoy' : line.endDate && `Hasta el ${formatShortCalendarDay(line.endDate)}`,
    isPaused && 'Pausado',
  ].filter(Boolean)
  return (
    <>
      <span className="protocol-line-name">{line.name}</span>{' '}
      {change && <span className={`protocol-change protocol-change-${change}`}>{lineChangeLabels[change]}</span>}
      {more.length > 0 && <span className="protocol-line-more">{more.join(' · ')}</span>}
    </>
  )
}

interface NotesProps {
  readonly row: GridRow
  readonly rows: readonly GridRow[]
  readonly problem: LineProblem | undefined
  readonly isFinal: boolean
}

export function ProtocolLineNotes({ row, rows, problem, isFinal }: NotesProps) {
  const { line, isOutdated, review } = row
  const repeated = describeRepeated(row, rows)
  const isTyping = Object.values(line.amounts).every((text) => !text?.trim()) || line.unit === ''
  return (
    <>
      {isOutdated && (
        <p className="field-error" role="alert">
          Otra persona ha cambiado {line.name} mientras tanto: lo suyo es lo tachado. Lo que has escrito tú sigue aquí:
          revísalo antes de publicar.
        </p>
      )}
      {repeated && <p className="field-error">{repeated}</p>}
      {review && <p className="field-error">{review}</p>}
      {problem && (
        <p className={isTyping && !isFinal ? 'field-hint' : 'field-error'}>
          {line.name}: {problem.text}
        </p>
      )}
    </>
  )
}
