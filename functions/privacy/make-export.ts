import { extname } from 'node:path'
import type { EntityItem } from 'electrodb'
import { toPracticeDay } from '#contract/calendar-days'
import { DATA_EXPORT_AVAILABLE_DAYS, type MissingFile } from '#contract/privacy'
import { isConditionFailure, type Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { RawTableAccess, RawTableItem } from '#data/raw-table-access'
import { appendAuditEntry } from '#platform/audit'
import type { ReceiptPdfStorage } from '../payments/public/receipt-files.ts'
import { formatReceiptFileName, type StoredReceipt as Receipt } from '../payments/public/receipt.ts'
import { createExportTextFiles, createExportReadme } from './export-text-files.ts'
import type { ExportFileStorage } from './export-files.ts'
import { loadDataSubjectAuditEntries, loadDataSubjectItems } from './data-subject.ts'
import { loadExportedRecordOpenings } from './record-openings.ts'
import { formatExportDay } from './value-formatters.ts'
import { createZipStream, type MissingEntry, type ZipEntry } from './zip.ts'

export interface DataExportServices {
  readonly data: Database
  readonly partitions: RawTableAccess
  readonly exportFiles: ExportFileStorage
  readonly receiptFiles: ReceiptPdfStorage
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

type StoredExport = EntityItem<TableEntities['dataExports']>

export interface DataExportRequest {
  readonly customerId: string
  readonly exportId: string
}

const MAX_ATTEMPTS = 3

export async function createDataExport(wanted: DataExportRequest, services: DataExportServices): Promise<void> {
  const taken = await take(wanted, services.data)
  if (!taken) return removeUnlessKnown(wanted, services)
  try {
    await services.exportFiles.remove(`${taken.customerId}/export/`)
    if (!(await finish(taken, await pack(taken, services), services))) await removeUnlessKnown(wanted, services)
  } catch (error) {
    if (taken.attempts >= MAX_ATTEMPTS) {
      await set(taken, { status: 'failed' }, services.data)
      await removeUnlessKnown(wanted, services)
    }
    throw error
  }
}

/** An erasure, or another request, since the making began: nothing else would lead to the ZIP, which may hold what was erased. */
async function removeUnlessKnown(
  { customerId, exportId }: DataExportRequest,
  { data, exportFiles }: DataExportServices,
): Promise<void> {
  const { data: known } = await data.dataExports.get({ customerId }).go()
  if (known?.exportId !== exportId) await exportFiles.remove(`${customerId}/export/${exportId}`)
}

async function take({ customerId, exportId }: DataExportRequest, data: Database): Promise<StoredExport | undefined> {
  const { data: known } = await data.dataExports.get({ customerId }).go()
  const open = known?.status === 'queued' || known?.status === 'working'
  if (!known || known.exportId !== exportId || !open || known.attempts >= MAX_ATTEMPTS) return undefined
  const taken = { ...known, status: 'working', attempts: known.attempts + 1 } as const
  return (await set(known, { status: 'working', attempts: taken.attempts }, data)) ? taken : undefined
}

async function set(
  { customerId, exportId, attempts }: StoredExport,
  changes: Partial<StoredExport>,
  data: Database,
): Promise<boolean> {
  try {
    await data.dataExports
      .patch({ customerId })
      .set(changes)
      .where((stored, { eq }) => `${eq(stored.exportId, exportId)} AND ${eq(stored.attempts, attempts)}`)
      .go()
    return true
  } catch (error) {
    if (isConditionFailure(error)) return false
    throw error
  }
}

async function pack(taken: StoredExport, { data, partitions, exportFiles, receiptFiles, now }: DataExportServices) {
  const { customerId, userId } = taken
  const { data: user } = await data.users.get({ userId }).go()
  const { data: customer } = await data.customers.get({ customerId }).go()
  const { formerCustomerIds } = customer ?? {}
  const person = { customerId, formerCustomerIds, userId, formerUserIds: user?.formerUserIds }
  const items = (await loadDataSubjectItems(person, partitions)).filter((item) => !isUnsentByOthers(item, userId))
  const day = formatExportDay(toPracticeDay(now()))
  const history = await loadDataSubjectAuditEntries(person, partitions)
  const openings = await loadExportedRecordOpenings(customerId, data)
  const pages = [createExportReadme(day), ...createExportTextFiles({ items, history, openings, person, day })]
  const entries = uniquelyNamed([
    ...pages.map(({ name, text }) => ({ name, open: async () => only(Buffer.from(text)) })),
    ...itemsIn(items, 'receipt').map((receipt) => receiptEntry(receipt as unknown as Receipt, receiptFiles)),
    ...itemsIn(items, 'clientFile')
      .filter(({ status }) => status === 'available' || status === 'scanning')
      .map((file) => fileEntry(file as unknown as EntityItem<TableEntities['clientFiles']>, exportFiles)),
  ])
  const partsTotal = entries.length
  const packed = async (partsDone: number) => void (await set(taken, { partsDone, partsTotal }, data))
  const missing: MissingFile[] = []
  const missed = ({ path, because }: MissingEntry) =>
    void missing.push({ fileName: path.slice(path.indexOf('/') + 1), because })
  const sizeBytes = await exportFiles.write(taken.fileKey, createZipStream(entries, { now: now(), packed, missed }))
  return { sizeBytes, parts: partsTotal, missing }
}

/** A file attached by the practice and not sent may be another client's, even its name. */
const isUnsentByOthers = (
  { __edb_e__: model, fileType, messageId, uploadedBy }: RawTableItem,
  userId: string,
): boolean => model === 'clientFile' && fileType === 'message' && !messageId && uploadedBy !== userId

const itemsIn = (items: readonly RawTableItem[], model: string) => items.filter(({ __edb_e__ }) => __edb_e__ === model)

// oxlint-disable-next-line typescript/require-await -- a stream of one chunk
async function* only(bytes: Uint8Array) {
  yield bytes
}

const receiptEntry = (receipt: Receipt, receiptFiles: ReceiptPdfStorage): ZipEntry => ({
  name: `facturas/${formatReceiptFileName(receipt)}`,
  open: async () => only(await receiptFiles.pdf(receipt)),
})

const folders = { invoice: 'facturas', analytics: 'analiticas', message: 'mensajes' } as const

const fileEntry = (
  { fileType, fileName, fileKey, versionId, createdAt, status }: EntityItem<TableEntities['clientFiles']>,
  exportFiles: ExportFileStorage,
): ZipEntry => ({
  name: `${folders[fileType]}/${toPracticeDay(createdAt)} ${fileName}`,
  // A clean scan is not enough: its content may still contradict its extension.
  open: async () => (status === 'scanning' ? 'under-review' : exportFiles.read({ key: fileKey, versionId })),
})

function uniquelyNamed(entries: readonly ZipEntry[]): ZipEntry[] {
  const taken = new Set<string>()
  return entries.map((entry) => {
    const name = freeName(entry.name, taken)
    taken.add(name.toLowerCase())
    return { ...entry, name }
  })
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  let free = name
  for (let times = 2; taken.has(free.toLowerCase()); times += 1) free = `${stem} (${times})${ending}`
  return free
}

async function finish(
  taken: StoredExport,
  { sizeBytes, parts, missing }: Awaited<ReturnType<typeof pack>>,
  services: DataExportServices,
): Promise<boolean> {
  const { customerId, exportId, attempts } = taken
  const expiresAt = new Date(services.now().getTime() + DATA_EXPORT_AVAILABLE_DAYS * 86_400_000).toISOString()
  const { written } = await services.data.transact((entities) => ({
    export: entities.dataExports
      .patch({ customerId })
      .set({ status: 'ready', sizeBytes, partsDone: parts, partsTotal: parts, missing, expiresAt })
      .where((stored, { eq }) => `${eq(stored.exportId, exportId)} AND ${eq(stored.attempts, attempts)}`)
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'EXPORT_MADE', by: 'export', subjectId: customerId, details: { exportId, parts, sizeBytes } },
      services,
    ),
  }))
  return written
}
