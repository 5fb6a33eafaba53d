import { addressIdOf } from '#platform/address-id'
import type { Partitions, RawItem } from '#data/partitions'

/** Whom it is about. */
export interface Person {
  readonly customerId: string
  /** The clients that were brought over into this one. */
  readonly formerCustomerIds?: readonly string[] | undefined
  /** None when the client has no account. */
  readonly userId?: string | undefined
  /** Their accounts before this one. */
  readonly formerUserIds?: readonly string[] | undefined
  /** Where it is to be found too what belongs to their address alone. */
  readonly email?: string | undefined
}

/** The records that are or were somebody's, the present one first. */
export const customerIdsOf = ({
  customerId,
  formerCustomerIds = [],
}: Pick<Person, 'customerId' | 'formerCustomerIds'>): string[] => [customerId, ...formerCustomerIds]

/** The accounts that are or were somebody's, the present one first. */
export const userIdsOf = ({ userId, formerUserIds = [] }: Pick<Person, 'userId' | 'formerUserIds'>): string[] => [
  ...(userId ? [userId] : []),
  ...formerUserIds,
]

/**
 * Every item of somebody, found by keys alone: what begins with their ids in the table and in the index of owners, and
 * what begins with the ids of their orders and with the key of their address. An entity that is keyed otherwise is not found, and a test says so.
 */
export async function itemsOfPerson(person: Person, partitions: Partitions): Promise<RawItem[]> {
  const { email } = person
  const customerIds = customerIdsOf(person)
  const userIds = userIdsOf(person)
  const found = new Map<string, RawItem>()
  const gather = async (items: AsyncIterable<RawItem>) => {
    for await (const item of items) found.set(`${item.pk}|${item.sk}`, item)
  }
  for (const where of ['base', 'byOwner'] as const) {
    for (const customerId of customerIds) await gather(partitions.owned(['customerId', customerId], where))
    for (const userId of userIds) await gather(partitions.owned(['userId', userId], where))
  }
  const address = email === undefined ? [] : [addressIdOf(email)]
  for (const addressId of address) {
    await gather(partitions.owned(['addressId', addressId], 'base'))
    await gather(partitions.owned(['customerId', addressId], 'byOwner'))
    for (const where of ['base', 'byOwner'] as const) await gather(partitions.owned(['userId', addressId], where))
  }
  for (const subject of [...customerIds, ...userIds, ...(email ? [email] : []), ...address]) {
    await gather(partitions.owned(['subject', subject], 'byOwner'))
  }
  const orderIds = new Set([...found.values()].map(({ orderId }) => orderId).filter((id) => typeof id === 'string'))
  for (const orderId of orderIds) await gather(partitions.owned(['orderId', orderId], 'base'))
  return [...found.values()]
}

/** The audit entries about somebody, oldest first. */
export async function auditEntriesOfPerson(person: Person, partitions: Partitions): Promise<RawItem[]> {
  const found: RawItem[] = []
  for (const id of [...customerIdsOf(person), ...userIdsOf(person)]) {
    for await (const entry of partitions.auditAbout(id)) found.push(entry)
  }
  return found.toSorted((a, b) => String(a['createdAt']).localeCompare(String(b['createdAt'])))
}

const ofTheTable = /^(pk|sk|gsi\d(pk|sk)|__edb_[ev]__|expiresAtEpoch)$/

/** What an item says, without the table's own attributes and those named. Sets become lists. */
export const exportedAttributes = (item: RawItem, without: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([attribute]) => !ofTheTable.test(attribute) && !without.includes(attribute))
      .map(([attribute, value]) => [attribute, value instanceof Set ? [...value] : value]),
  )
