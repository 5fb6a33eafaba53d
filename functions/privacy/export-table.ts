import type { ExportColumn } from './export-column.ts'
import { findExportColumn, exportGroupTitlePrefixes, findExportColumnPosition } from './find-export-column.ts'
import { formatExportText } from './value-formatters.ts'

type Row = Readonly<Record<string, unknown>>

interface Cell {
  readonly column: ExportColumn
  readonly text: string
}

const isMap = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keyed by the path of each attribute: `amount`, or `answers.weight` within a map. */
const flat = (row: Row): (readonly [path: string, value: unknown])[] =>
  Object.entries(row).flatMap(([name, value]) =>
    name in exportGroupTitlePrefixes && isMap(value)
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each] as const)
      : [[name, value] as const],
  )

function textOf(file: string, path: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) {
    return value.map((each) => textOf(file, path, each)).join(value.some(isMap) ? ' | ' : ', ')
  }
  if (isMap(value)) return partsText(file, value)
  return (findExportColumn(file, path).read ?? formatExportText)(value)
}

const partsText = (file: string, map: Row): string =>
  Object.entries(map)
    .filter(([name, value]) => value !== undefined && value !== null && !findExportColumn(file, name).technical)
    .toSorted(([a], [b]) => findExportColumnPosition(file, a) - findExportColumnPosition(file, b))
    .flatMap(([name, value]) => {
      const text = textOf(file, name, value)
      return text === '' ? [] : `${findExportColumn(file, name).title}: ${isMap(value) ? `(${text})` : text}`
    })
    .join('; ')

export function toExportTable(file: string, rows: readonly Row[]): { columns: ExportColumn[]; rows: Cell[][] } {
  const flatRows = rows.map((row) => new Map(flat(row)))
  const paths = [...new Set(flatRows.flatMap((row) => [...row.keys()]))].toSorted(
    (a, b) => findExportColumnPosition(file, a) - findExportColumnPosition(file, b),
  )
  const columns = paths.map((path) => findExportColumn(file, path))
  return {
    columns,
    rows: flatRows.map((row) =>
      paths.map((path, index) => ({
        column: columns[index] ?? findExportColumn(file, path),
        text: textOf(file, path, row.get(path)),
      })),
    ),
  }
}
