import { stringify } from 'csv-stringify/sync'
import { PRODUCT_NAME } from '#contract/product'
import { modelOf, type RawItem } from '#data/partitions'
import { kindOf, kinds } from './kinds.ts'
import { contentOf, type Person } from './person.ts'

/** A file of the download that is small enough to be made as a whole. */
export interface Page {
  readonly name: string
  readonly text: string
}

type Row = Readonly<Record<string, unknown>>

/** The data of somebody as files: for each kind of item one for programs (JSON) and one for spreadsheets (CSV). */
export function pagesOf(items: readonly RawItem[], history: readonly RawItem[], person: Person): Page[] {
  const rows = new Map<string, Row[]>()
  for (const item of items) {
    const { file, without } = kindOf(modelOf(item))
    if (file) rows.set(file, [...(rows.get(file) ?? []), contentOf(item, without)])
  }
  const { file: log } = kinds.auditEntries
  if (log)
    rows.set(
      log,
      history.map((entry) => deedOf(entry, person)),
    )
  return [...rows]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([file, list]) => [
      { name: `datos/${file}.json`, text: `${JSON.stringify(list, null, 2)}\n` },
      { name: `datos/${file}.csv`, text: csvOf(list) },
    ])
}

/** An entry of the audit log for the one it is about. Who of the practice did it, and from where, is theirs to keep. */
function deedOf(entry: RawItem, { userId }: Person): Row {
  const content = contentOf(entry)
  const { userId: by } = content
  if (by === userId || typeof by !== 'string' || !by.startsWith('usr_')) return content
  return { ...contentOf(entry, ['address', 'userAgent']), userId: 'equipo' }
}

/** With the mark that makes spreadsheets read UTF-8, and without cells that they would run as formulas. */
function csvOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const records = rows.map((row) => columns.map((column) => cellOf(row[column])))
  return stringify([columns, ...records], { bom: true, escape_formulas: true, record_delimiter: 'windows' })
}

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What somebody reads first who opens the download. */
export const readMe = (day: string): Page => ({
  name: 'LEEME.txt',
  text: [
    `Tus datos en ${PRODUCT_NAME}`,
    '',
    `Esta descarga contiene todo lo que guardamos sobre ti a fecha de ${day}.`,
    '',
    'datos/         Un archivo por cada tipo de dato, en dos formatos con el mismo contenido: JSON, para programas, y',
    '               CSV, que se abre con cualquier hoja de cálculo.',
    'facturas/      Tus facturas y los justificantes de tus pagos.',
    'analiticas/    Los documentos de tus análisis.',
    'manifest.json  La lista de archivos de esta descarga con su tamaño y su huella SHA-256, para comprobar que han',
    '               llegado enteros. Si alguno no se pudo incluir, aparece en «missing».',
    '',
    'Los importes están en céntimos de euro y las horas en UTC. No incluimos contraseñas, códigos de recuperación ni',
    'claves de verificación: no guardamos las primeras, y las otras protegen tu cuenta.',
    '',
    'Guarda esta carpeta en un lugar seguro: contiene datos de salud.',
    '',
  ].join('\r\n'),
})
