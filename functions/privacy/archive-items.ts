import type { RawTableItem } from '#data/raw-table-access'
import { getItemEntityName } from '#data/raw-table-access'
import { findFileRetentionReason, neverKept, toArchivedRecord } from './archive.ts'
import type { ErasureServices } from './erase-services.ts'
import type { RetentionReason } from './item-privacy-rules.ts'

interface Keeping {
  readonly items: readonly RawTableItem[]
  readonly records: readonly string[]
  readonly folder: string
}

type Stores = Pick<ErasureServices, 'files' | 'archive'>

/**
 * Files are archived as served, including those without a clean scan result, which the copy records. An unreadable file
 * stops the erasure before anything is removed.
 */
export async function archiveRetainedItems(
  kept: RetentionReason,
  { items, records, folder }: Keeping,
  { files, archive }: Stores,
): Promise<void> {
  const record = JSON.stringify(toArchivedRecord(kept, items), null, 2)
  await archive.put(`${folder}/record.json`, { bytes: Buffer.from(record), contentType: 'application/json' })
  for (const { key, versionId } of await listRetainedVersions({ items, records }, files)) {
    if (key.includes('/export/') || findFileRetentionReason(key) !== kept) continue
    const scanStatus = await files.scanStatus({ key, versionId })
    const file = await files.read({ key, versionId })
    if (!file) continue
    const metadata = { 'malware-scan': scanStatus }
    await archive.put(`${folder}/${key.slice(key.indexOf('/') + 1)}`, { ...file, metadata })
  }
}

async function listRetainedVersions({ items, records }: Omit<Keeping, 'folder'>, files: Stores['files']) {
  const uploads = new Map(
    items
      .filter((item) => getItemEntityName(item) === 'clientFile')
      .map(({ fileKey, versionId, status }) => [String(fileKey), { versionId, status }]),
  )
  const listed = (await Promise.all(records.map((customerId) => files.keys(`${customerId}/`)))).flat()
  return [...new Set([...listed, ...uploads.keys()])].flatMap((key) => {
    const upload = uploads.get(key)
    if (neverKept.includes(upload?.status)) return []
    return [{ key, versionId: typeof upload?.versionId === 'string' ? upload.versionId : undefined }]
  })
}
