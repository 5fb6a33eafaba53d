import type { EntityItem } from 'electrodb'
import { dayOf } from '#contract/days'
import { EXPORT_DAYS } from '#contract/privacy'
import { conditionFailed, type Data } from '#data/data'
import type { Entities } from '#data/entities'
import type { Partitions, RawItem } from '#data/partitions'
import { appendAudit } from '#platform/audit'
import { receiptFileName, type ReceiptFiles } from '../payments/public/receipt-files.ts'
import type { StoredReceipt as Receipt } from '../payments/public/receipt-pdf.ts'
import { exportPages, readMePage } from './contents.ts'
import type { ExportFiles } from './export-files.ts'
import { auditEntriesOfPerson, itemsOfPerson } from './person.ts'
import { openingsToDownload } from './record-openings.ts'
import { dayText } from './values.ts'
import { type ZipEntry, zipOf } from './zip.ts'

export interface MakeServices {
  readonly data: Data
  readonly partitions: Partitions
  readonly exportFiles: ExportFiles
  readonly receiptFiles: ReceiptFiles
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

type StoredExport = EntityItem<Entities['dataExports']>

export interface ExportRequest {
  readonly customerId: string
  readonly exportId: string
}

const MAX_ATTEMPTS = 3

/** Attempts are counted; of two that overlap, the later one finishes. */
export async function makeExport(wanted: ExportRequest, services: MakeServices): Promise<void> {
  const taken = await take(wanted, services.data)
  if (!taken) return
  try {
    await services.exportFiles.remove(`${taken.customerId}/export/`)
    const { sizeBytes, parts } = await pack(taken, services)
    await finish(taken, { sizeBytes, parts }, services)
  } catch (error) {
    if (taken.attempts >= MAX_ATTEMPTS) await set(taken, { status: 'failed' }, services.data)
    throw error
  }
}

async function take({ customerId, exportId }: ExportRequest, data: Data): Promise<StoredExport | undefined> {
  const { data: known } = await data.dataExports.get({ customerId }).go({ consistent: true })
  const open = known?.status === 'queued' || known?.status === 'working'
  if (!known || known.exportId !== exportId || !open || known.attempts >= MAX_ATTEMPTS) return undefined
  const taken = { ...known, status: 'working', attempts: known.attempts + 1 } as const
  return (await set(known, { status: 'working', attempts: taken.attempts }, data)) ? taken : undefined
}

async function set(
  { customerId, exportId, attempts }: StoredExport,
  changes: Partial<StoredExport>,
  data: Data,
): Promise<boolean> {
  try {
    await data.dataExports
      .patch({ customerId })
      .set(changes)
      .where((stored, { eq }) => `${eq(stored.exportId, exportId)} AND ${eq(stored.attempts, attempts)}`)
      .go()
    return true
  } catch (error) {
    if (conditionFailed(error)) return false
    throw error
  }
}

async function pack(taken: StoredExport, { data, partitions, exportFiles, receiptFiles, now }: MakeServices) {
  const { customerId, userId } = taken
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  const { formerCustomerIds } = customer ?? {}
  const person = { customerId, formerCustomerIds, userId, formerUserIds: user?.formerUserIds }
  const items = await itemsOfPerson(person, partitions)
  const day = dayText(dayOf(now()))
  const history = await auditEntriesOfPerson(person, partitions)
  const openings = await openingsToDownload(customerId, data)
  const pages = [readMePage(day), ...exportPages({ items, history, openings, person, day })]
  const entries = uniquelyNamed([
    ...pages.map(({ name, text }) => ({ name, open: async () => only(Buffer.from(text)) })),
    ...itemsIn(items, 'receipt').map((receipt) => receiptEntry(receipt as unknown as Receipt, receiptFiles)),
    ...itemsIn(items, 'clientFile')
      .filter(({ status }) => status === 'available')
      .map((file) => fileEntry(file as unknown as EntityItem<Entities['clientFiles']>, exportFiles)),
  ])
  const partsTotal = entries.length
  const packed = async (partsDone: number) => void (await set(taken, { partsDone, partsTotal }, data))
  const sizeBytes = await exportFiles.write(taken.fileKey, zipOf(entries, { now: now(), packed }))
  return { sizeBytes, parts: partsTotal }
}

const itemsIn = (items: readonly RawItem[], model: string) => items.filter(({ __edb_e__ }) => __edb_e__ === model)

// oxlint-disable-next-line typescript/require-await -- a stream of one chunk
async function* only(bytes: Uint8Array) {
  yield bytes
}

const receiptEntry = (receipt: Receipt, receiptFiles: ReceiptFiles): ZipEntry => ({
  name: `facturas/${receiptFileName(receipt)}`,
  open: async () => only(await receiptFiles.pdf(receipt)),
})

const folders = { invoice: 'facturas', analytics: 'analiticas' } as const

const fileEntry = (
  { fileType, fileName, fileKey, createdAt }: EntityItem<Entities['clientFiles']>,
  exportFiles: ExportFiles,
): ZipEntry => ({
  name: `${folders[fileType]}/${dayOf(createdAt)} ${fileName}`,
  open: () => exportFiles.read(fileKey),
})

/** Numbers files of the same name and day; names differing in case only count as equal, as on many file systems. */
function uniquelyNamed(entries: readonly ZipEntry[]): ZipEntry[] {
  const taken = new Set<string>()
  return entries.map((entry) => {
    const name = freeName(entry.name, taken)
    taken.add(name.toLowerCase())
    return { ...entry, name }
  })
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let times = 2; taken.has(free.toLowerCase()); times += 1) free = name.replace(/(\.[^.]*)?$/, ` (${times})$1`)
  return free
}

async function finish(
  taken: StoredExport,
  { sizeBytes, parts }: { readonly sizeBytes: number; readonly parts: number },
  services: MakeServices,
): Promise<void> {
  const { customerId, exportId, attempts } = taken
  const expiresAt = new Date(services.now().getTime() + EXPORT_DAYS * 86_400_000).toISOString()
  await services.data.transact((entities) => ({
    export: entities.dataExports
      .patch({ customerId })
      .set({ status: 'ready', sizeBytes, partsDone: parts, partsTotal: parts, expiresAt })
      .where((stored, { eq }) => `${eq(stored.exportId, exportId)} AND ${eq(stored.attempts, attempts)}`)
      .commit(),
    audit: appendAudit(
      entities,
      { action: 'EXPORT_MADE', by: 'export', subjectId: customerId, details: { exportId, parts, sizeBytes } },
      services,
    ),
  }))
}
