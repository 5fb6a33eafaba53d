import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { type DoseTime, dosePatterns, doseUnits } from '#contract/dosing'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { formatAmountInput, parseSpanishNumber } from './dosing-form.ts'
import type { ProtocolLinesProps } from './protocol-grid.tsx'
import { ProtocolLineDetails } from './protocol-line-details.tsx'
import { ProtocolLineName, ProtocolLineNotes } from './protocol-line-name.tsx'
import { findLineProblem, formatDoseUnitOfLine, type GridLine, type GridRow, momentsInOrder } from './protocol-lines.ts'
import { formatUnitOption } from './supplement-words.ts'
import type { ProtocolEditor } from './use-protocol.ts'

export function ProtocolCards({ editor, compares, isFinal }: ProtocolLinesProps) {
  const [unfolded, setUnfolded] = useState<string>()
  return (
    <ul className="protocol-cards" aria-label="Pauta">
      {editor.rows.map((row) => {
        const { line, change } = row
        // A line that was just added is not finished yet.
        const isOpen = unfolded === line.key || (change === 'new' && unfolded === undefined && isEmpty(line))
        return (
          <li key={line.key} data-line={line.key} className={`protocol-card protocol-grid-${change ?? 'same'}`}>
            <div className="protocol-card-head">
              <div>
                <ProtocolLineName row={row} />
                <Moments row={row} compares={compares} />
              </div>
              <Button
                variant="secondary"
                size="small"
                aria-expanded={isOpen}
                aria-label={`${isOpen ? 'Plegar' : 'Cambiar'} ${line.name}`}
                onClick={() => setUnfolded(isOpen ? '' : line.key)}
              >
                {isOpen ? 'Plegar' : 'Cambiar'}
              </Button>
            </div>
            <ProtocolLineNotes
              row={row}
              rows={editor.rows}
              problem={change && change !== 'ended' ? findLineProblem(line) : undefined}
              isFinal={isFinal}
            />
            {isOpen && <CardFields row={row} editor={editor} close={() => setUnfolded('')} />}
          </li>
        )
      })}
    </ul>
  )
}

const isEmpty = ({ amounts }: GridLine) => Object.values(amounts).every((text) => !text?.trim())

interface MomentsProps {
  readonly row: GridRow
  readonly compares: boolean
}

const Moments = ({ row, compares }: MomentsProps) => (
  <p className="protocol-card-moments">
    {momentsInOrder.map((time) => (
      <Moment key={time} row={row} time={time} compares={compares} />
    ))}
  </p>
)

function Moment({ row: { line, before, change }, time, compares }: MomentsProps & { readonly time: DoseTime }) {
  const { [time]: was = '' } = before?.amounts ?? {}
  const { [time]: typed = '' } = line.amounts
  const now = change === 'ended' ? '' : typed.trim()
  const struck = compares && was !== now ? was : ''
  if (!now && !struck) return null
  return (
    <span>
      {time}{' '}
      {struck && (
        <del className="protocol-was">
          <span className="visually-hidden">antes </span>
          {struck}
        </del>
      )}{' '}
      {now && (
        <strong>
          {now} {formatDoseUnitOfLine(line, now)}
        </strong>
      )}
    </span>
  )
}

interface CardFieldsProps {
  readonly row: GridRow
  readonly editor: ProtocolEditor
  readonly close: () => void
}

const same = (values: readonly string[]) => values.map((value) => [value, value] as const)

function CardFields({ row, editor, close }: CardFieldsProps) {
  const { line, change } = row
  const edit = (changes: Partial<GridLine>) => editor.edit(row, changes)
  return (
    <div className="form">
      {change !== 'ended' && (
        <>
          <SelectField
            label="Unidad"
            none="Elige la unidad"
            options={doseUnits.map((unit) => [unit, formatUnitOption(unit)] as const)}
            value={line.unit}
            onChange={({ target }) => edit({ unit: target.value as GridLine['unit'] })}
          />
          <div className="protocol-steppers">
            {momentsInOrder.map((time) => (
              <Stepper
                key={time}
                line={line}
                time={time}
                change={(text) => edit({ amounts: { ...line.amounts, [time]: text } })}
              />
            ))}
          </div>
          <SelectField
            label="Patrón"
            options={same(dosePatterns)}
            value={line.pattern}
            onChange={({ target }) => edit({ pattern: target.value as GridLine['pattern'] })}
          />
        </>
      )}
      <ProtocolLineDetails row={row} editor={editor} problem={findLineProblem(line)} close={close} />
    </div>
  )
}

const stepByUnit: Readonly<Partial<Record<GridLine['unit'], number>>> = { mg: 50, mcg: 50, UI: 500 }

interface StepperProps {
  readonly line: GridLine
  readonly time: DoseTime
  readonly change: (text: string) => void
}

function Stepper({ line, time, change }: StepperProps) {
  const text = line.amounts[time] ?? ''
  const number = parseSpanishNumber(text)
  const present = Number.isFinite(number) ? number : 0
  const step = stepByUnit[line.unit] ?? 1
  const by = (more: number) => {
    const next = Math.max(0, present + more)
    change(next === 0 ? '' : formatAmountInput(Number(next.toFixed(3))))
  }
  return (
    <div className="protocol-stepper">
      <Button variant="secondary" size="small" aria-label={`Menos ${line.name}, ${time}`} onClick={() => by(-step)}>
        <Minus size={18} aria-hidden="true" />
      </Button>
      <TextField
        label={time}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <Button variant="secondary" size="small" aria-label={`Más ${line.name}, ${time}`} onClick={() => by(step)}>
        <Plus size={18} aria-hidden="true" />
      </Button>
    </div>
  )
}
