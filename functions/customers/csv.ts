import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import {
  type CheckedImport,
  columnTitles,
  type CustomerColumn,
  customerColumns,
  IMPORT_ROWS,
  type ImportProblem,
  NewCustomer,
} from '#contract/customer-import'
import { folded } from '#data/customer-search'
import type { StoredCustomer } from '#data/customer-writes'

/** Titles that other programs give the same columns, folded. */
const synonyms: Readonly<Record<CustomerColumn, readonly string[]>> = {
  name: ['nombre', 'nombre y apellidos', 'nombre completo', 'cliente', 'name'],
  email: ['email', 'e-mail', 'correo', 'correo electronico', 'mail'],
  phone: ['telefono', 'tel', 'movil', 'phone'],
  address: ['direccion', 'domicilio', 'address'],
  notes: ['notas', 'observaciones', 'comentarios', 'notes'],
}

const columnOf = (title: string): CustomerColumn | undefined =>
  customerColumns.find((column) => synonyms[column].includes(folded(title.trim())))

const wholeFile = (text: string): CheckedImport => ({
  rows: [],
  found: 0,
  problems: [{ row: 1, column: null, text }],
  ignored: [],
})

interface Line {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * Reads clients from a CSV file: titles in the first row, separated by semicolons or commas, with or without BOM.
 * `known` are the addresses that the practice has already, true where they came with an import that is not finished.
 * Either every row can be imported or the problems are said.
 */
export function readCsv(text: string, known: ReadonlyMap<string, boolean>): CheckedImport {
  const lines = linesOf(text)
  if (typeof lines === 'string') return wholeFile(lines)
  const [titles = [], ...records] = lines
  const columns = titles.map(columnOf)
  const missing = (['name', 'email'] as const).filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    return wholeFile(`Falta la columna ${missing.map((column) => `«${columnTitles[column]}»`).join(' y ')}`)
  }
  const twice = customerColumns.find((column) => columns.filter((each) => each === column).length > 1)
  if (twice) return wholeFile(`La columna «${columnTitles[twice]}» está dos veces`)
  if (records.length === 0) return wholeFile('El archivo no tiene ninguna fila')
  if (records.length > IMPORT_ROWS) return wholeFile(`El archivo tiene más de ${IMPORT_ROWS} filas`)

  const read = records.map((record, index) => rowOf(record, { row: index + 2, columns }))
  const problems = [...read.flatMap(({ problems: each }) => each), ...repeated(read, known)]
  return {
    rows: problems.length > 0 ? [] : read.flatMap(({ customer }) => customer ?? []),
    found: records.length,
    problems: problems.toSorted((a, b) => a.row - b.row),
    ignored: titles.filter((title, index) => title.trim() !== '' && !columns[index]),
  }
}

/** The records of a file, or why it cannot be read. */
function linesOf(text: string): readonly (readonly string[])[] | string {
  const delimiter = firstLine(text).includes(';') ? ';' : ','
  try {
    const lines = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relaxColumnCount: true,
      trim: true,
      skipEmptyLines: true,
    })
    return (lines as unknown as readonly Line[])
      .map(({ record }) => record)
      .filter((record) => record.some((cell) => cell !== ''))
  } catch {
    return 'El archivo no es un CSV válido: revisa las comillas'
  }
}

const firstLine = (text: string): string => text.slice(0, Math.max(text.search(/[\r\n]/), 0) || undefined)

interface ReadRow {
  readonly row: number
  readonly customer: NewCustomer | undefined
  readonly problems: readonly ImportProblem[]
}

function rowOf(
  record: readonly string[],
  { row, columns }: { readonly row: number; readonly columns: readonly (CustomerColumn | undefined)[] },
): ReadRow {
  const tooMany = record.slice(columns.length).some((cell) => cell !== '')
  if (tooMany) {
    return { row, customer: undefined, problems: [{ row, column: null, text: 'La fila tiene más celdas que títulos' }] }
  }
  const cells = columns.flatMap((column, index) => (column ? [[column, plain(record[index] ?? '')] as const] : []))
  const { data, error } = NewCustomer.safeParse(Object.fromEntries(cells))
  const problems = (error?.issues ?? []).map(({ path: [column], message }) => ({
    row,
    column: columnTitles[column as CustomerColumn],
    text: message,
  }))
  return { row, customer: data, problems }
}

/** Addresses that stand twice in the file, or that a client has already. */
function repeated(rows: readonly ReadRow[], known: ReadonlyMap<string, boolean>): ImportProblem[] {
  const seen = new Map<string, number>()
  return rows.flatMap(({ row, customer }) => {
    if (!customer) return []
    const before = seen.get(customer.email)
    if (before === undefined) seen.set(customer.email, row)
    const column = columnTitles.email
    if (before !== undefined) return [{ row, column, text: `Este email ya está en la fila ${before}` }]
    const unfinished = known.get(folded(customer.email))
    if (unfinished === undefined) return []
    const text = unfinished
      ? 'Este email está en una importación sin terminar: espera a que acabe o descártala'
      : 'Ya hay un cliente con este email'
    return [{ row, column, text }]
  })
}

/** Spreadsheets run what begins like a formula; an apostrophe before it makes it text. */
const formula = /^[=+\-@\t\r]/
const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text)
const plain = (text: string): string => (text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text)

/**
 * Lines of a file that a spreadsheet in Spain opens: semicolons, and a BOM at the beginning that says UTF-8. The day of
 * entry stands in a column that an import leaves out.
 */
export const csvLines = (customers: readonly StoredCustomer[], { first }: { readonly first: boolean }): string =>
  stringify(
    [
      ...(first ? [[...Object.values(columnTitles), 'Fecha']] : []),
      ...customers.map((customer) => [
        ...customerColumns.map((column) => guarded(customer[column] ?? '')),
        customer.createdAt.slice(0, 10),
      ]),
    ],
    { bom: first, delimiter: ';', record_delimiter: 'windows' },
  )
