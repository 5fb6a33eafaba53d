import { parse } from 'csv-parse/browser/esm/sync'
import {
  analysisValueFields,
  EnteredAnalysisValue,
  findRepeatedValues,
  MAX_ANALYSIS_VALUES,
  toComparableText,
} from '#contract/analysis'
import { getObjectKeys } from '#contract/record-fields'

export type ValueTexts = Readonly<Record<keyof typeof analysisValueFields, string>>

export interface ReadRow {
  readonly line: number
  readonly texts: ValueTexts
  readonly problem: string | undefined
}

const keys = getObjectKeys(analysisValueFields)

const headings: Readonly<Record<string, keyof ValueTexts>> = {
  marcador: 'marker',
  parámetro: 'marker',
  parametro: 'marker',
  prueba: 'marker',
  determinación: 'marker',
  marker: 'marker',
  valor: 'value',
  resultado: 'value',
  value: 'value',
  unidad: 'unit',
  unidades: 'unit',
  unit: 'unit',
  intervalo: 'range',
  'intervalo del laboratorio': 'range',
  'intervalo de referencia': 'range',
  'valores de referencia': 'range',
  referencia: 'range',
  rango: 'range',
  range: 'range',
}

/** A comma counts as the separator only if there is no other: values have decimal commas. */
const separatorOf = (text: string): string => ['\t', ';', ','].find((each) => text.includes(each)) ?? ';'

type Columns = readonly (keyof ValueTexts | undefined)[]

function columnsOf(first: readonly string[]): Columns | undefined {
  const columns = first.map((cell) => headings[toComparableText(cell)])
  return columns.includes('marker') && columns.includes('value') ? columns : undefined
}

const textsOf = (cells: readonly string[], columns: Columns): ValueTexts => ({
  marker: cells[columns.indexOf('marker')] ?? '',
  value: cells[columns.indexOf('value')] ?? '',
  unit: cells[columns.indexOf('unit')] ?? '',
  range: cells[columns.indexOf('range')] ?? '',
})

/** A longer file is of the wrong kind; all rows would be rendered. */
const MAX_ROWS = 1000

function problemOf(cells: readonly string[], columns: Columns): string | undefined {
  if (cells.length > columns.length) return `Tiene ${cells.length} columnas y se leen ${columns.length}`
  const texts = textsOf(cells, columns)
  // The rest of a decimal number that was split at its comma.
  if (/^\d+$/.test(texts.unit)) return `Unidad: «${texts.unit}» no es una unidad. Separa las columnas con punto y coma`
  const { error } = EnteredAnalysisValue.safeParse(texts)
  const [issue] = error?.issues ?? []
  if (!issue) return undefined
  const [key] = issue.path
  const field = keys.find((each) => each === key)
  return field ? `${analysisValueFields[field].label}: ${issue.message}` : issue.message
}

export function readAnalysisCsv(
  text: string,
  known: readonly ValueTexts[],
): { readonly rows: readonly ReadRow[]; readonly problem: string | undefined } {
  let records: { readonly record: readonly string[]; readonly info: { readonly lines: number } }[]
  try {
    records = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as never
  } catch {
    return { rows: [], problem: 'No se entiende: hay unas comillas que se abren y no se cierran.' }
  }
  if (records.length > MAX_ROWS)
    return {
      rows: [],
      problem: `Hay ${records.length} filas y caben ${MAX_ANALYSIS_VALUES}: pega solo las de esta analítica.`,
    }
  const columns = columnsOf(records[0]?.record ?? [])
  const rows = (columns ? records.slice(1) : records).map(({ record, info: { lines } }) => ({
    line: lines,
    texts: textsOf(record, columns ?? keys),
    problem: problemOf(record, columns ?? keys),
  }))
  // Only accepted rows count as duplicates, so that the corrected repetition of a rejected row is accepted.
  const taken = rows.filter(({ problem }) => problem === undefined)
  const repeated = new Set(
    findRepeatedValues([...known, ...taken.map(({ texts }) => texts)]).map((at) => taken[at - known.length]),
  )
  let room = MAX_ANALYSIS_VALUES - known.length
  return {
    rows: rows.map((row) => {
      if (row.problem !== undefined) return row
      if (repeated.has(row)) return { ...row, problem: 'El marcador ya está, con la misma unidad' }
      room -= 1
      return room < 0 ? { ...row, problem: `Caben ${MAX_ANALYSIS_VALUES} valores` } : row
    }),
    problem: rows.length === 0 ? 'No hay ninguna fila.' : undefined,
  }
}
