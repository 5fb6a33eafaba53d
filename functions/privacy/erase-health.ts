import type { EntityItem } from 'electrodb'
import { consultationTextFields } from '#contract/consultation'
import { getObjectKeys } from '#contract/record-fields'
import { isConditionFailure, type Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { getItemEntityName, type RawTableItem } from '#data/raw-table-access'
import { appendAuditEntry } from '#platform/audit'
import { computeRetentionStepCount } from './archive.ts'
import { archiveRetainedItems } from './archive-items.ts'
import { eraseHealthFromAuditEntries } from './erase-audit-entries.ts'
import type { ErasureServices } from './erase-services.ts'
import { recordHealthErasure } from './erasure-records.ts'
import { findItemPrivacyRules } from './item-privacy-rules.ts'
import { loadDataSubjectItems, listDataSubjectCustomerIds } from './data-subject.ts'

export type StoredHealthErasure = EntityItem<TableEntities['healthErasures']>

/** Account, consultations and payments stay. Each step is idempotent, and the requesting item goes last. */
export async function eraseHealthData(due: StoredHealthErasure, services: ErasureServices): Promise<void> {
  const { customerId, requestedAt } = due
  if (!(await begin(due, services))) return
  const person = { customerId, formerCustomerIds: await formerIdsOf(customerId, services.data) }
  const items = await loadDataSubjectItems(person, services.partitions)
  // From the withdrawal, so that a second try computes the same place.
  const steps = computeRetentionStepCount('health', items, new Date(requestedAt))
  const place = `withdrawn-${requestedAt.replaceAll(/\D/g, '')}`
  if (steps > 0)
    await archiveRetainedItems(
      'health',
      { items, records: listDataSubjectCustomerIds(person), folder: `keep-${steps}/health/${customerId}/${place}` },
      services,
    )
  await recordHealthErasure({ ...person, requestedAt }, services)
  await services.files.remove(`${customerId}/analytics/`)
  await services.files.remove(`${customerId}/message/`)
  await eraseHealthFromAuditEntries(person, services)
  for (const item of items) {
    if (isHealth(item)) await services.partitions.remove(item)
    else if (getItemEntityName(item) === 'consultation') await withoutTexts(item, services)
    else if (getItemEntityName(item) === 'customer' || getItemEntityName(item) === 'removedCustomer')
      await withoutNotes(item, services)
  }
  // Last: a download that was asked for or ended meanwhile may hold what was just erased. One that ends later finds no
  // item and removes its own ZIP.
  await services.data.dataExports.delete({ customerId }).go()
  await services.files.remove(`${customerId}/export/`)
  await services.data.transact((entities) => ({
    healthErasure: entities.healthErasures.delete({ customerId }).commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'HEALTH_DATA_ERASED', by: 'schedule', subjectId: customerId },
      services,
    ),
  }))
}

/** From here on a new consent does not stop the erasure. False when it was given just before. */
async function begin({ customerId }: StoredHealthErasure, { data }: ErasureServices): Promise<boolean> {
  try {
    await data.healthErasures.patch({ customerId }).set({ status: 'erasing' }).go()
    return true
  } catch (error) {
    if (isConditionFailure(error)) return false
    throw error
  }
}

function isHealth(item: RawTableItem): boolean {
  const { fileType, fileKey, content } = item
  if (findItemPrivacyRules(getItemEntityName(item)).withdrawn === 'erased') return true
  if (getItemEntityName(item) === 'clientFile') return fileType !== 'invoice'
  if (getItemEntityName(item) === 'fileKey') return !String(fileKey).includes('/invoice/')
  const { notice } = (content ?? {}) as { notice?: News & { more?: readonly News[] } }
  const news = notice ? [notice, ...(notice.more ?? [])] : []
  return getItemEntityName(item) === 'mail' && news.some(({ type }) => newsOfHealth.includes(type))
}

interface News {
  readonly type?: unknown
}

const newsOfHealth: readonly unknown[] = [
  'analytics',
  'supplement',
  'summary',
  'analysis',
  'analysis_corrected',
  'message',
]

/** Increments the version, so that no open form writes them back. */
async function withoutTexts(
  { customerId, consultationId, ...item }: RawTableItem,
  { data }: ErasureServices,
): Promise<void> {
  const texts = getObjectKeys(consultationTextFields)
  if (texts.every((text) => item[text] === undefined)) return
  await data.consultations
    .patch({ customerId: String(customerId), consultationId: String(consultationId) })
    .remove(texts)
    .add({ version: 1 })
    .go()
}

/** Increments the version, so that no open form writes them back. */
async function withoutNotes(item: RawTableItem, { data }: ErasureServices): Promise<void> {
  if (item['notes'] === undefined) return
  const key = { customerId: String(item['customerId']) }
  await (getItemEntityName(item) === 'customer'
    ? data.customers.patch(key).remove(['notes']).add({ version: 1 }).go()
    : data.removedCustomers.patch(key).remove(['notes']).add({ version: 1 }).go())
}

async function formerIdsOf(
  customerId: string,
  { customers, removedCustomers }: Database,
): Promise<string[] | undefined> {
  const [{ data: present }, { data: removed }] = await Promise.all([
    customers.get({ customerId }).go(),
    removedCustomers.get({ customerId }).go(),
  ])
  return (present ?? removed)?.formerCustomerIds
}
