import { toEmailAddressId } from '#platform/email-address-id'
import type { RawTableAccess, RawTableItem } from '#data/raw-table-access'

export interface DataSubject {
  readonly customerId: string
  /** Customers merged into this one. */
  readonly formerCustomerIds?: readonly string[] | undefined
  readonly userId?: string | undefined
  readonly formerUserIds?: readonly string[] | undefined
  readonly email?: string | undefined
}

/** Current one first. */
export const listDataSubjectCustomerIds = ({
  customerId,
  formerCustomerIds = [],
}: Pick<DataSubject, 'customerId' | 'formerCustomerIds'>): string[] => [customerId, ...formerCustomerIds]

/** Current one first. */
export const listDataSubjectUserIds = ({
  userId,
  formerUserIds = [],
}: Pick<DataSubject, 'userId' | 'formerUserIds'>): string[] => [...(userId ? [userId] : []), ...formerUserIds]

/**
 * Found by keys only: by their ids in the table and the owner index, by the ids of their orders and by the key of their
 * address. A test fails for an entity keyed otherwise.
 */
export async function loadDataSubjectItems(person: DataSubject, partitions: RawTableAccess): Promise<RawTableItem[]> {
  const { email } = person
  const customerIds = listDataSubjectCustomerIds(person)
  const userIds = listDataSubjectUserIds(person)
  const found = new Map<string, RawTableItem>()
  const gather = async (items: AsyncIterable<RawTableItem>) => {
    for await (const item of items) found.set(`${item.pk}|${item.sk}`, item)
  }
  for (const where of ['base', 'byOwner'] as const) {
    for (const customerId of customerIds) await gather(partitions.owned(['customerId', customerId], where))
    for (const userId of userIds) await gather(partitions.owned(['userId', userId], where))
  }
  const address = email === undefined ? [] : [toEmailAddressId(email)]
  for (const addressId of address) {
    await gather(partitions.owned(['addressId', addressId], 'base'))
    await gather(partitions.owned(['customerId', addressId], 'byOwner'))
    for (const where of ['base', 'byOwner'] as const) await gather(partitions.owned(['userId', addressId], where))
  }
  for (const subject of [...customerIds, ...userIds, ...(email ? [email] : []), ...address]) {
    await gather(partitions.owned(['subject', subject], 'byOwner'))
  }
  const orderIds = new Set([...found.values()].map(({ orderId }) => orderId).filter((id) => typeof id === 'string'))
  for (const orderId of orderIds) {
    await gather(partitions.owned(['orderId', orderId], 'base'))
    await gather(partitions.owned(['subject', orderId], 'byOwner'))
  }
  return [...found.values()]
}

export async function loadDataSubjectAuditEntries(
  person: DataSubject,
  partitions: RawTableAccess,
): Promise<RawTableItem[]> {
  const found: RawTableItem[] = []
  for (const id of [...listDataSubjectCustomerIds(person), ...listDataSubjectUserIds(person)]) {
    for await (const entry of partitions.auditAbout(id)) found.push(entry)
  }
  return found.toSorted((a, b) => String(a['createdAt']).localeCompare(String(b['createdAt'])))
}

const ofTheTable = /^(pk|sk|gsi\d(pk|sk)|__edb_[ev]__|expiresAtEpoch)$/

export const toExportedAttributes = (item: RawTableItem, without: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([attribute]) => !ofTheTable.test(attribute) && !without.includes(attribute))
      .map(([attribute, value]) => [attribute, value instanceof Set ? [...value] : value]),
  )
