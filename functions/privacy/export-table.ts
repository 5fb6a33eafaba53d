import type { ExportColumn, ExportRow } from './export-column.ts'
import { findExportColumn, exportGroupTitlePrefixes, findExportColumnPosition } from './find-export-column.ts'
import { formatExportText } from './value-formatters.ts'

interface Cell {
  readonly column: ExportColumn
  readonly text: string
}

const isMap = (value: unknown): value is ExportRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const flat = (row: ExportRow): (readonly [path: string, value: unknown])[] =>
  Object.entries(row).flatMap(([name, value]) =>
    name in exportGroupTitlePrefixes && isMap(value)
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each] as const)
      : [[name, value] as const],
  )

function textOf(file: string, path: string, value: unknown, item: ExportRow): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) {
    return value.map((each) => textOf(file, path, each, item)).join(value.some(isMap) ? ' | ' : ', ')
  }
  if (isMap(value)) return partsText(file, value, item)
  return (findExportColumn(file, path).read ?? formatExportText)(value, item)
}

const partsText = (file: string, map: ExportRow, item: ExportRow): string =>
  Object.entries(map)
    .filter(([name, value]) => value !== undefined && value !== null && !findExportColumn(file, name).technical)
    .toSorted(([a], [b]) => findExportColumnPosition(file, a) - findExportColumnPosition(file, b))
    .flatMap(([name, value]) => {
      const text = textOf(file, name, value, item)
      return text === '' ? [] : `${findExportColumn(file, name).title}: ${isMap(value) ? `(${text})` : text}`
    })
    .join('; ')

export function toExportTable(file: string, rows: readonly ExportRow[]): { columns: ExportColumn[]; rows: Cell[][] } {
  const flatRows = rows.map((item) => ({ item, values: new Map(flat(item)) }))
  const paths = [...new Set(flatRows.flatMap(({ values }) => [...values.keys()]))].toSorted(
    (a, b) => findExportColumnPosition(file, a) - findExportColumnPosition(file, b),
  )
  const columns = paths.map((path) => findExportColumn(file, path))
  return {
    columns,
    rows: flatRows.map(({ item, values }) =>
      paths.map((path, index) => ({
        column: columns[index] ?? findExportColumn(file, path),
        text: textOf(file, path, values.get(path), item),
      })),
    ),
  }
}
