import { PRODUCT_NAME } from '#contract/product'
import { getItemEntityName, type RawTableItem } from '#data/raw-table-access'
import { formatSpreadsheetLines } from '#platform/spreadsheet'
import { toExportTable } from './export-table.ts'
import { findItemPrivacyRules, itemPrivacyRulesByEntity } from './item-privacy-rules.ts'
import { listDataSubjectUserIds, toExportedAttributes, type DataSubject } from './data-subject.ts'
import { renderExportPage } from './export-page.ts'
import { RECORD_OPENINGS_EXPORT_FILE } from './record-openings.ts'

export interface ExportTextFile {
  readonly name: string
  readonly text: string
}

type Row = Readonly<Record<string, unknown>>

interface Contents {
  readonly items: readonly RawTableItem[]
  readonly history: readonly RawTableItem[]
  readonly openings: readonly Row[]
  readonly person: DataSubject
  readonly day: string
}

export function createExportTextFiles({ items, history, openings, person, day }: Contents): ExportTextFile[] {
  const tables = new Map<string, Row[]>()
  for (const item of items) {
    const { file, without } = findItemPrivacyRules(getItemEntityName(item))
    if (file) tables.set(file, [...(tables.get(file) ?? []), toOwnRow(item, person, without)])
  }
  const { file: log, without } = itemPrivacyRulesByEntity.auditEntries
  if (log)
    tables.set(
      log,
      // Mere openings are in a separate file, with names.
      history.filter(({ action }) => action !== 'CLIENT_DATA_OPENED').map((entry) => deedOf(entry, person, without)),
    )
  if (openings.length > 0) tables.set(RECORD_OPENINGS_EXPORT_FILE, [...openings])
  return [
    { name: 'tus-datos.html', text: renderExportPage(day, tables) },
    ...[...tables]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .flatMap(([file, rows]) => [
        { name: `datos/${file}.json`, text: `${JSON.stringify(rows, null, 2)}\n` },
        { name: `datos/${file}.csv`, text: csvOf(file, rows) },
      ]),
  ]
}

const PRACTICE = 'equipo'

function toOwnRow(item: RawTableItem, person: DataSubject, without?: readonly string[]): Row {
  const own = listDataSubjectUserIds(person)
  const isOfSomebodyElse = (value: unknown) =>
    typeof value === 'string' && value.startsWith('usr_') && !own.includes(value)
  return Object.fromEntries(
    Object.entries(toExportedAttributes(item, without)).map(([attribute, value]) => [
      attribute,
      isOfSomebodyElse(value) ? PRACTICE : value,
    ]),
  )
}

function deedOf(entry: RawTableItem, person: DataSubject, without: readonly string[] = []): Row {
  const row = toOwnRow(entry, person, without)
  return row['userId'] === PRACTICE ? toOwnRow(entry, person, [...without, 'address', 'userAgent']) : row
}

function csvOf(file: string, rows: readonly Row[]): string {
  const { columns, rows: all } = toExportTable(file, rows)
  return formatSpreadsheetLines(
    [columns.map(({ title }) => title), ...all.map((cells) => cells.map(({ text }) => text))],
    {
      bom: true,
    },
  )
}

export const createExportReadme = (day: string): ExportTextFile => ({
  name: 'LEEME.txt',
  text: [
    `Tus datos en ${PRODUCT_NAME}`,
    '',
    `Esta descarga contiene todo lo que guardamos sobre ti a fecha de ${day}.`,
    '',
    'tus-datos.html Todo en una página, para leer o imprimir: ábrela con cualquier navegador.',
    'datos/         Un archivo por cada tipo de dato, en dos formatos con el mismo contenido: CSV con punto y coma, en',
    '               español, que se abre con cualquier hoja de cálculo, y JSON, tal como se guarda, para programas.',
    'facturas/      Tus facturas y los justificantes de tus pagos.',
    'analiticas/    Los documentos de tus análisis.',
    'mensajes/      Los archivos que van con tus mensajes.',
    'manifest.json  La lista de archivos de esta descarga con su tamaño y su huella SHA-256, para comprobar que han',
    '               llegado enteros. Si alguno no se pudo incluir, aparece en «missing» con el motivo, y en FALTAN.txt.',
    '',
    'En la página y en los CSV los importes están en euros y las horas son las de Madrid; en los JSON, en céntimos y en',
    'UTC.',
    '',
    'No incluimos contraseñas, códigos de recuperación ni claves de verificación: no guardamos las primeras, y las otras',
    'protegen tu cuenta.',
    '',
    'Guarda esta carpeta en un lugar seguro: contiene datos de salud.',
    '',
  ].join('\r\n'),
})
