import type { DoseTime } from '#contract/dosing'
import type { TypedLine } from './protocol-entry.ts'
import { formatDoseUnitOfLine, type GridLine, type GridRow, momentsInOrder } from './protocol-lines.ts'

/** Names that differ only in accents, case, spaces or hyphens are the same supplement. */
const toSupplementKey = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const hasName = (name: string) => {
  const key = toSupplementKey(name)
  return ({ line }: GridRow) => toSupplementKey(line.name) === key
}

const isLeft = ({ change }: GridRow): boolean => change !== 'ended'

export const findRowsOfName = (rows: readonly GridRow[], name: string): readonly GridRow[] =>
  rows.filter(isLeft).filter(hasName(name))

const findMoments = ({ amounts }: Partial<Pick<GridLine, 'amounts'>>): readonly DoseTime[] =>
  momentsInOrder.filter((time) => amounts?.[time]?.trim())

/** 'Noche 200 mg'; several moments separated by commas. */
export function describeLine(line: GridLine): string {
  const doses = findMoments(line).map((time) => {
    const amount = line.amounts[time]?.trim() ?? ''
    return `${time} ${amount} ${formatDoseUnitOfLine(line, amount)}`.trim()
  })
  return [doses.join(', '), line.sparseFrequency].filter(Boolean).join(' · ')
}

export interface ExistingRowMatch {
  readonly row: GridRow
  readonly line: GridLine | undefined
  /** Whether no value of the row would be lost; only then it changes without confirmation. */
  readonly isClear: boolean
}

export function matchExistingRow(
  rows: readonly GridRow[],
  { name, ...typed }: TypedLine,
): ExistingRowMatch | undefined {
  const [row, ...others] = findRowsOfName(rows, name)
  if (!row) return undefined
  const moments = findMoments(typed)
  if (moments.length === 0) return { row, line: undefined, isClear: false }
  const keepsAll = findMoments(row.line).every((time) => moments.includes(time))
  return { row, line: { ...row.line, ...typed }, isClear: keepsAll && others.length === 0 && !row.isPaused }
}

const overlaps = (one: GridLine, other: GridLine): boolean =>
  (!other.endDate || one.startDate <= other.endDate) && (!one.endDate || other.startDate <= one.endDate)

const sharesMoment = (one: GridLine, other: GridLine): boolean =>
  findMoments(one).some((time) => findMoments(other).includes(time))

const isTaken = (row: GridRow): boolean => isLeft(row) && !row.isPaused

export function describeRepeated(row: GridRow, rows: readonly GridRow[]): string | undefined {
  const { line } = row
  if (!isTaken(row)) return undefined
  const others = findRowsOfName(rows, line.name).filter(
    (each) => each.line.key !== line.key && isTaken(each) && overlaps(each.line, line),
  )
  const all = rows.filter((each) => each === row || others.includes(each))
  const isNews = all.some(({ change }) => change !== undefined) || others.some((each) => sharesMoment(each.line, line))
  if (others.length === 0 || !isNews) return undefined
  const doses = all.map((each) => describeLine(each.line) || 'todavía sin cantidad')
  return `${line.name} está en ${all.length} filas y se toman todas: ${doses.join('; ')}.`
}

export const listRepeated = (rows: readonly GridRow[]): readonly string[] => {
  const byName = new Map<string, string>()
  for (const row of rows) {
    const key = toSupplementKey(row.line.name)
    const text = byName.has(key) ? undefined : describeRepeated(row, rows)
    if (text) byName.set(key, text)
  }
  return [...byName.values()]
}
