import { MoreHorizontal } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { type DoseTime, dosePatterns, doseUnits } from '#contract/dosing'
import { countDailyDoses, findLineProblem, type GridLine, type GridRow, momentsInOrder } from './protocol-lines.ts'
import { ProtocolLineDetails } from './protocol-line-details.tsx'
import { ProtocolLineName, ProtocolLineNotes } from './protocol-line-name.tsx'
import { formatUnitOption } from './supplement-words.ts'
import type { ProtocolEditor } from './use-protocol.ts'
import './protocol-grid.css'

export interface ProtocolLinesProps {
  readonly editor: ProtocolEditor
  readonly compares: boolean
  readonly isFinal: boolean
  readonly focusEntry: () => void
}

const UNIT_COLUMN = 0
const FIRST_MOMENT_COLUMN = 1
const PATTERN_COLUMN = FIRST_MOMENT_COLUMN + momentsInOrder.length
const DETAILS_COLUMN = PATTERN_COLUMN + 1

interface Place {
  readonly row: number
  readonly column: number
}

const cellAt = (table: HTMLTableElement | null, { row, column }: Place) =>
  table?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)

function leavesCell(target: EventTarget, key: string): boolean {
  if (!(target instanceof HTMLInputElement)) return true
  const { selectionStart: start, selectionEnd: end, value } = target
  const isWhole = start === 0 && end === value.length
  return isWhole || (start === end && start === (key === 'ArrowLeft' ? 0 : value.length))
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Enter: [1, 0],
}

const isAmount = (target: EventTarget) => target instanceof HTMLInputElement

/** In a select the arrow keys change the value, and Enter presses a button: these keys move only from an amount. */
function findStep(target: EventTarget, key: string): readonly [rows: number, columns: number] | undefined {
  const step = steps[key]
  if (!step) return undefined
  const moves = step[1] === 0 ? isAmount(target) : leavesCell(target, key)
  return moves ? step : undefined
}

function placeOf(target: EventTarget): Place | undefined {
  const { row, column } = target instanceof HTMLElement ? target.dataset : {}
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) }
}

function useGridKeys(table: RefObject<HTMLTableElement | null>, rows: number, focusEntry: () => void) {
  const [place, setPlace] = useState<Place>({ row: 0, column: FIRST_MOMENT_COLUMN })
  const go = (next: Place): boolean => {
    const cell = cellAt(table.current, next)
    cell?.focus()
    return cell !== undefined && cell !== null
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = placeOf(event.target)
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return
    if (isAmount(event.target) && event.key.toLowerCase() === 'n') {
      event.preventDefault()
      focusEntry()
      return
    }
    const step = findStep(event.target, event.key)
    if (!step) return
    event.preventDefault()
    const next = { row: from.row + step[0], column: from.column + step[1] }
    if (!go(next) && next.row >= rows) focusEntry()
  }
  const ofCell = (row: number, column: number) => ({
    'data-row': row,
    'data-column': column,
    tabIndex: Math.min(place.row, rows - 1) === row && place.column === column ? 0 : -1,
    onFocus: ({ target }: { readonly target: EventTarget }) => {
      setPlace({ row, column })
      if (target instanceof HTMLInputElement) target.select()
    },
  })
  return { onKeyDown, ofCell }
}

const same = (values: readonly string[]) => values.map((value) => [value, value] as const)

export function ProtocolGrid({ editor, compares, isFinal, focusEntry }: ProtocolLinesProps) {
  const { rows } = editor
  const table = useRef<HTMLTableElement>(null)
  const { onKeyDown, ofCell } = useGridKeys(table, rows.length, focusEntry)
  const [unfolded, setUnfolded] = useState<string>()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are gone through with the arrows
    <table ref={table} role="grid" className="protocol-grid" aria-label="Pauta" onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <th scope="col">Suplemento</th>
          <th scope="col">Unidad</th>
          {momentsInOrder.map((time) => (
            <th key={time} scope="col" className="protocol-grid-moment">
              {time}
            </th>
          ))}
          <th scope="col">Patrón</th>
          <th scope="col">
            <span className="visually-hidden">Más</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <Line
            key={row.line.key}
            row={row}
            editor={editor}
            compares={compares}
            isFinal={isFinal}
            isOpen={unfolded === row.line.key}
            toggle={() => setUnfolded(unfolded === row.line.key ? undefined : row.line.key)}
            cell={(column) => ofCell(at, column)}
          />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Tomas al día
          </th>
          {momentsInOrder.map((time) => (
            <td key={time} className="protocol-grid-moment">
              {countAt(rows, time) || ''}
            </td>
          ))}
          <td colSpan={2}>{momentsInOrder.reduce((sum, time) => sum + countAt(rows, time), 0)} al día</td>
        </tr>
      </tfoot>
    </table>
  )
}

interface LineProps extends Pick<ProtocolLinesProps, 'editor' | 'compares' | 'isFinal'> {
  readonly row: GridRow
  readonly isOpen: boolean
  readonly toggle: () => void
  readonly cell: (column: number) => CellProps
}

function Line({ row, editor, compares, isFinal, isOpen, toggle, cell }: LineProps) {
  const { line, change } = row
  const more = useRef<HTMLButtonElement>(null)
  const edit = (changes: Partial<GridLine>) => editor.edit(row, changes)
  const isEnded = change === 'ended'
  const problem = isEnded || !change ? undefined : findLineProblem(line)
  return (
    <>
      <tr className={`protocol-grid-line protocol-grid-${change ?? 'same'}`} data-line={line.key}>
        <th scope="row">
          <ProtocolLineName row={row} />
        </th>
        <td>
          <Choice
            label={`Unidad de ${line.name}`}
            value={line.unit}
            none="–"
            options={doseUnits.map((unit) => [unit, formatUnitOption(unit)] as const)}
            disabled={isEnded}
            isWrong={isFinal && problem?.field === 'unit'}
            cell={cell(UNIT_COLUMN)}
            change={(unit) => edit({ unit: unit as GridLine['unit'] })}
          />
        </td>
        {momentsInOrder.map((time, moment) => (
          <AmountCell
            key={time}
            row={row}
            time={time}
            compares={compares}
            isWrong={problem?.field === time || (isFinal && problem?.field === 'doses')}
            cell={cell(FIRST_MOMENT_COLUMN + moment)}
            change={(text) => edit({ amounts: { ...line.amounts, [time]: text } })}
          />
        ))}
        <td>
          <Choice
            label={`Patrón de ${line.name}`}
            value={line.pattern}
            options={same(dosePatterns)}
            disabled={isEnded}
            isWrong={problem?.field === 'pattern'}
            cell={cell(PATTERN_COLUMN)}
            change={(pattern) => edit({ pattern: pattern as GridLine['pattern'] })}
          />
        </td>
        <td>
          <button
            ref={more}
            type="button"
            className="protocol-grid-more"
            aria-label={`Más de ${line.name}`}
            aria-expanded={isOpen}
            onClick={toggle}
            {...cell(DETAILS_COLUMN)}
          >
            <MoreHorizontal size={20} aria-hidden="true" />
          </button>
        </td>
      </tr>
      <tr className="protocol-grid-notes">
        <td colSpan={DETAILS_COLUMN + 2}>
          <ProtocolLineNotes row={row} rows={editor.rows} problem={problem} isFinal={isFinal} />
          {isOpen && (
            <ProtocolLineDetails
              row={row}
              editor={editor}
              problem={problem}
              close={() => {
                toggle()
                more.current?.focus()
              }}
            />
          )}
        </td>
      </tr>
    </>
  )
}

const countAt = (rows: readonly GridRow[], time: DoseTime): number =>
  rows
    .filter(({ change, isPaused }) => change !== 'ended' && !isPaused)
    .reduce((sum, { line }) => sum + countDailyDoses(line, time), 0)

type CellProps = ReturnType<ReturnType<typeof useGridKeys>['ofCell']>

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly none?: string
  readonly options: readonly (readonly [string, string])[]
  readonly disabled: boolean
  readonly isWrong: boolean
  readonly cell: CellProps
  readonly change: (value: string) => void
}

const Choice = ({ label, none, options, isWrong, cell, change, ...select }: ChoiceProps) => (
  <select
    {...select}
    {...cell}
    className="protocol-choice-cell"
    aria-label={label}
    aria-invalid={isWrong || undefined}
    onChange={({ target }) => change(target.value)}
  >
    {none !== undefined && <option value="">{none}</option>}
    {options.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
)

interface AmountCellProps {
  readonly row: GridRow
  readonly time: DoseTime
  readonly compares: boolean
  readonly isWrong: boolean
  readonly cell: CellProps
  readonly change: (text: string) => void
}

function AmountCell({ row: { line, before, change: kind }, time, compares, isWrong, cell, change }: AmountCellProps) {
  const isEnded = kind === 'ended'
  const { [time]: typed = '' } = line.amounts
  const { [time]: was = '' } = before?.amounts ?? {}
  const now = isEnded ? '' : typed
  const isChanged = now.trim() !== was
  return (
    <td className={isChanged ? 'protocol-cell protocol-cell-changed' : 'protocol-cell'}>
      <input
        {...cell}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className="protocol-amount"
        aria-label={`${line.name}, ${time}`}
        aria-invalid={isWrong || undefined}
        value={now}
        readOnly={isEnded}
        onChange={({ target }) => change(target.value)}
      />
      {compares && isChanged && was !== '' && (
        <del className="protocol-was">
          <span className="visually-hidden">antes </span>
          {was}
        </del>
      )}
    </td>
  )
}
