import type { RawItem } from '#data/partitions'
import { retentionReasonOf, archivedRecord } from './archive.ts'
import type { EraseServices } from './erase-services.ts'
import type { RetentionReason } from './item-kinds.ts'

interface Keeping {
  readonly items: readonly RawItem[]
  readonly records: readonly string[]
  readonly folder: string
}

export async function archiveItems(
  kept: RetentionReason,
  { items, records, folder }: Keeping,
  { files, archive }: Pick<EraseServices, 'files' | 'archive'>,
): Promise<void> {
  const record = JSON.stringify(archivedRecord(kept, items), null, 2)
  await archive.put(`${folder}/record.json`, Buffer.from(record), 'application/json')
  for (const key of (await Promise.all(records.map((customerId) => files.keys(`${customerId}/`)))).flat()) {
    if (key.includes('/export/') || retentionReasonOf(key) !== kept) continue
    const file = await files.read(key)
    if (file) await archive.put(`${folder}/${key.slice(key.indexOf('/') + 1)}`, file.bytes, file.contentType)
  }
}
