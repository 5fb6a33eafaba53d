import { parse } from 'csv-parse/sync'
import { type CustomerField, customerFieldNames, customerFieldLabels, NewCustomer } from '#contract/customer'
import { type CustomerImportCheckResult, MAX_IMPORT_ROWS, type CustomerImportProblem } from '#contract/customer-import'
import { toPracticeDay } from '#contract/calendar-days'
import type { HealthDataLegalBasis } from '#contract/health-consent'
import { onFirstUse } from '#contract/on-first-use'
import { foldCaseAndAccents } from '#data/customer-search-text'
import type { StoredCustomer } from '#data/customer-writes'
import { formatSpreadsheetLines, escapePhoneForSpreadsheet, unescapeSpreadsheetCell } from '#platform/spreadsheet'

/** Appended to the first name: clients have one name field. */
const surnameTitles: readonly string[] = ['apellidos', 'apellido', 'surname', 'last name']

type Column = CustomerField | 'surname'

const synonyms: Readonly<Partial<Record<CustomerField, readonly string[]>>> = {
  name: ['nombre y apellidos', 'nombre completo', 'cliente', 'name'],
  email: ['e-mail', 'correo', 'correo electronico', 'mail'],
  phone: ['tel', 'movil', 'phone'],
  address: ['domicilio', 'address'],
  notes: ['observaciones', 'comentarios', 'notes'],
}

function columnOf(title: string): Column | undefined {
  const known = foldCaseAndAccents(title.trim())
  if (surnameTitles.includes(known)) return 'surname'
  return customerFieldNames.find(
    (column) => foldCaseAndAccents(customerFieldLabels[column]) === known || synonyms[column]?.includes(known),
  )
}

const wholeFile = (text: string): CustomerImportCheckResult => ({
  rows: [],
  found: 0,
  problems: [{ row: 1, column: null, text }],
  ignored: [],
})

interface Line {
  readonly row: number
  readonly record: readonly string[]
}

/**
 * Titles in the first row; separated by semicolons, commas or tabs, or by a leading `sep=` line; BOM optional.
 * `findKnown` returns existing addresses, true for those of an unfinished import. `basis` is the legal basis of the
 * notes, without which none are accepted. Returns either all rows or the problems.
 */
export async function parseCustomerCsv(
  text: string,
  findKnown: (emails: readonly string[]) => Promise<ReadonlyMap<string, boolean>>,
  basis?: HealthDataLegalBasis,
): Promise<CustomerImportCheckResult> {
  const lines = linesOf(text)
  if (typeof lines === 'string') return wholeFile(lines)
  const [head, ...records] = lines
  const titles = head?.record ?? []
  const columns = titles.map(columnOf)
  const missing = (['name', 'email'] as const).filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    const wanted = missing.length > 1 ? 'Faltan las columnas' : 'Falta la columna'
    return wholeFile(`${wanted} ${missing.map((column) => `«${customerFieldLabels[column]}»`).join(' y ')}`)
  }
  const twice = columns.find((column, index) => column && columns.indexOf(column) !== index)
  if (twice) return wholeFile(`La columna «${titleOf(twice)}» está dos veces`)
  if (records.length === 0) return wholeFile('El archivo no tiene ninguna fila')
  if (records.length > MAX_IMPORT_ROWS)
    return wholeFile(`El archivo tiene más de ${figures.format(MAX_IMPORT_ROWS)} filas`)

  const read = records.map((line) => rowOf(line, columns))
  const known = await findKnown(read.flatMap(({ customer }) => customer?.email ?? []))
  const problems = [
    ...read.flatMap(({ problems: each }) => each),
    ...repeated(read, known),
    ...(basis ? [] : unfounded(read)),
  ]
  return {
    rows: problems.length > 0 ? [] : read.flatMap(({ customer }) => customer ?? []),
    found: records.length,
    problems: problems.toSorted((a, b) => a.row - b.row),
    ignored: titles.filter((title, index) => title.trim() !== '' && !columns[index]),
  }
}

const titleOf = (column: Column) => (column === 'surname' ? 'Apellidos' : customerFieldLabels[column])

const figures = onFirstUse(() => new Intl.NumberFormat('es-ES'))

function linesOf(text: string): readonly Line[] | string {
  const { content, delimiter } = dialectOf(text)
  try {
    const records: readonly (readonly string[])[] = parse(content, {
      bom: true,
      delimiter,
      relaxColumnCount: true,
      trim: true,
    })
    return records
      .map((record, index) => ({ row: index + 1, record }))
      .filter(({ record }) => record.some((cell) => cell !== ''))
  } catch {
    return 'El archivo no es un CSV válido: revisa las comillas'
  }
}

const separatorLine = /^\uFEFF?"?sep=(.)"?\r?\n/i

function dialectOf(text: string): { readonly content: string; readonly delimiter: string } {
  const [line = '', said] = separatorLine.exec(text) ?? []
  const content = text.slice(line.length)
  if (said) return { content, delimiter: said }
  const titles = content.slice(0, Math.max(content.search(/[\r\n]/), 0) || undefined)
  const counts = [';', '\t', ','].map((delimiter) => ({ delimiter, count: titles.split(delimiter).length }))
  const [most] = counts.toSorted((a, b) => b.count - a.count)
  return { content, delimiter: most?.delimiter ?? ';' }
}

interface ReadRow {
  readonly row: number
  readonly customer: NewCustomer | undefined
  readonly problems: readonly CustomerImportProblem[]
}

function rowOf({ row, record }: Line, columns: readonly (Column | undefined)[]): ReadRow {
  const tooMany = record.slice(columns.length).some((cell) => cell !== '')
  if (tooMany) {
    return { row, customer: undefined, problems: [{ row, column: null, text: 'La fila tiene más celdas que títulos' }] }
  }
  const cells = columns.flatMap((column, index) =>
    column ? [[column, unescapeSpreadsheetCell(record[index] ?? '')] as const] : [],
  )
  const { surname, ...given } = Object.fromEntries(cells)
  const name = [given['name'], surname].filter(Boolean).join(' ')
  const { data, error } = NewCustomer.safeParse({ ...given, name })
  const problems = (error?.issues ?? []).map(({ path: [column], message }) => ({
    row,
    column: customerFieldLabels[column as CustomerField],
    text: message,
  }))
  return { row, customer: data, problems }
}

function unfounded(rows: readonly ReadRow[]): CustomerImportProblem[] {
  const noted = rows.find(({ customer }) => customer?.notes)
  const text =
    'Las notas pueden ser datos de salud: elige su base legal y vuelve a elegir el archivo, o quita la columna'
  return noted ? [{ row: noted.row, column: customerFieldLabels.notes, text }] : []
}

function repeated(rows: readonly ReadRow[], known: ReadonlyMap<string, boolean>): CustomerImportProblem[] {
  const seen = new Map<string, number>()
  return rows.flatMap(({ row, customer }) => {
    if (!customer) return []
    const before = seen.get(customer.email)
    if (before === undefined) seen.set(customer.email, row)
    const column = customerFieldLabels.email
    if (before !== undefined) return [{ row, column, text: `Este email ya está en la fila ${before}` }]
    const unfinished = known.get(customer.email)
    if (unfinished === undefined) return []
    const text = unfinished
      ? 'Este email está en una importación sin terminar: espera a que acabe o descártala'
      : 'Ya hay un cliente con este correo'
    return [{ row, column, text }]
  })
}

export const formatCustomerCsvLines = (
  customers: readonly StoredCustomer[],
  { first }: { readonly first: boolean },
): string =>
  formatSpreadsheetLines(
    [
      ...(first ? [[...Object.values(customerFieldLabels), 'Fecha']] : []),
      ...customers.map((customer) => [
        ...customerFieldNames.map((column) =>
          (column === 'phone' ? escapePhoneForSpreadsheet : String)(customer[column] ?? ''),
        ),
        toPracticeDay(customer.createdAt),
      ]),
    ],
    { bom: first },
  )
