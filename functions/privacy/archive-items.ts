import type { RawTableItem } from '#data/raw-table-access'
import { findFileRetentionReason, toArchivedRecord } from './archive.ts'
import type { ErasureServices } from './erase-services.ts'
import type { RetentionReason } from './item-privacy-rules.ts'

interface Keeping {
  readonly items: readonly RawTableItem[]
  readonly records: readonly string[]
  readonly folder: string
}

export async function archiveRetainedItems(
  kept: RetentionReason,
  { items, records, folder }: Keeping,
  { files, archive }: Pick<ErasureServices, 'files' | 'archive'>,
): Promise<void> {
  const record = JSON.stringify(toArchivedRecord(kept, items), null, 2)
  await archive.put(`${folder}/record.json`, Buffer.from(record), 'application/json')
  for (const key of (await Promise.all(records.map((customerId) => files.keys(`${customerId}/`)))).flat()) {
    if (key.includes('/export/') || findFileRetentionReason(key) !== kept) continue
    const file = await files.read(key)
    if (file) await archive.put(`${folder}/${key.slice(key.indexOf('/') + 1)}`, file.bytes, file.contentType)
  }
}
