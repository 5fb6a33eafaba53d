import type { EntityItem } from 'electrodb'
import { consultationTexts } from '#contract/consultation'
import { keysOf } from '#contract/record'
import { conditionFailed, type Data } from '#data/data'
import type { Entities } from '#data/entities'
import { modelOf, type RawItem } from '#data/partitions'
import { appendAudit } from '#platform/audit'
import { retentionSteps } from './archive.ts'
import { archiveItems } from './archive-items.ts'
import { eraseHealthFromHistory } from './erase-history.ts'
import type { EraseServices } from './erase-services.ts'
import { itemKindOf } from './item-kinds.ts'
import { itemsOfPerson, customerIdsOf } from './person.ts'

export type HealthErasure = EntityItem<Entities['healthErasures']>

/**
 * Archives what the law keeps, then erases the health data of a client who has withdrawn consent. Account,
 * consultations and payments stay. Each step is idempotent, and the requesting item goes last.
 */
export async function eraseHealth(due: HealthErasure, services: EraseServices): Promise<void> {
  const { customerId, requestedAt } = due
  if (!(await begin(due, services))) return
  const person = { customerId, formerCustomerIds: await formerIdsOf(customerId, services.data) }
  const items = await itemsOfPerson(person, services.partitions)
  // Counted from the withdrawal, so that a second try finds the same place.
  const steps = retentionSteps('health', items, new Date(requestedAt))
  const place = `withdrawn-${requestedAt.replaceAll(/\D/g, '')}`
  if (steps > 0)
    await archiveItems(
      'health',
      { items, records: customerIdsOf(person), folder: `keep-${steps}/health/${customerId}/${place}` },
      services,
    )
  await services.files.remove(`${customerId}/analytics/`)
  await services.files.remove(`${customerId}/export/`)
  await eraseHealthFromHistory(person, services)
  for (const item of items) {
    if (isHealth(item)) await services.partitions.remove(item)
    else if (modelOf(item) === 'consultation') await withoutTexts(item, services)
    // Whom the practice has deleted may still be brought back.
    else if (modelOf(item) === 'customer' || modelOf(item) === 'removedCustomer') await withoutNotes(item, services)
  }
  await services.data.transact((entities) => ({
    healthErasure: entities.healthErasures.delete({ customerId }).commit(),
    audit: appendAudit(entities, { action: 'HEALTH_DATA_ERASED', by: 'schedule', subjectId: customerId }, services),
  }))
}

/** From here on a new consent saves nothing. False when it was given just before. */
async function begin({ customerId }: HealthErasure, { data }: EraseServices): Promise<boolean> {
  try {
    await data.healthErasures.patch({ customerId }).set({ status: 'erasing' }).go()
    return true
  } catch (error) {
    if (conditionFailed(error)) return false
    throw error
  }
}

function isHealth(item: RawItem): boolean {
  const { fileType, fileKey, content } = item
  if (itemKindOf(modelOf(item)).withdrawn === 'erased') return true
  if (modelOf(item) === 'clientFile') return fileType === 'analytics'
  if (modelOf(item) === 'fileKey') return String(fileKey).includes('/analytics/')
  const { notice } = (content ?? {}) as { notice?: { type?: unknown } }
  return modelOf(item) === 'mail' && (notice?.type === 'analytics' || notice?.type === 'supplement')
}

/** The appointment stays without its texts. Raises the version, so that no open form writes them back. */
async function withoutTexts({ customerId, consultationId, ...item }: RawItem, { data }: EraseServices): Promise<void> {
  const texts = keysOf(consultationTexts)
  if (texts.every((text) => item[text] === undefined)) return
  await data.consultations
    .patch({ customerId: String(customerId), consultationId: String(consultationId) })
    .remove(texts)
    .add({ version: 1 })
    .go()
}

/** The customer stays without notes. Raises the version, so that no open form writes them back. */
async function withoutNotes(item: RawItem, { data }: EraseServices): Promise<void> {
  if (item['notes'] === undefined) return
  const key = { customerId: String(item['customerId']) }
  await (modelOf(item) === 'customer'
    ? data.customers.patch(key).remove(['notes']).add({ version: 1 }).go()
    : data.removedCustomers.patch(key).remove(['notes']).add({ version: 1 }).go())
}

async function formerIdsOf(customerId: string, { customers, removedCustomers }: Data): Promise<string[] | undefined> {
  const [{ data: present }, { data: removed }] = await Promise.all([
    customers.get({ customerId }).go({ consistent: true }),
    removedCustomers.get({ customerId }).go({ consistent: true }),
  ])
  return (present ?? removed)?.formerCustomerIds
}
