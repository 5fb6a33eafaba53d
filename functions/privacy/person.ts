import type { Partitions, RawItem } from '#data/partitions'

/** Whom it is about. */
export interface Person {
  readonly customerId: string
  /** None when the client has no account. */
  readonly userId?: string | undefined
}

/**
 * Every item of somebody, found by keys alone: what begins with their ids in the table and in the index of owners, and
 * what begins with the ids of their orders. An entity that is keyed otherwise is not found, and a test says so.
 */
export async function itemsOf({ customerId, userId }: Person, partitions: Partitions): Promise<RawItem[]> {
  const found = new Map<string, RawItem>()
  const gather = async (items: AsyncIterable<RawItem>) => {
    for await (const item of items) found.set(`${item.pk}|${item.sk}`, item)
  }
  for (const where of ['base', 'byOwner'] as const) {
    await gather(partitions.owned(['customerId', customerId], where))
    if (userId) await gather(partitions.owned(['userId', userId], where))
  }
  for (const subject of [customerId, ...(userId ? [userId] : [])]) {
    await gather(partitions.owned(['subject', subject], 'byOwner'))
  }
  const orderIds = new Set([...found.values()].map(({ orderId }) => orderId).filter((id) => typeof id === 'string'))
  for (const orderId of orderIds) await gather(partitions.owned(['orderId', orderId], 'base'))
  return [...found.values()]
}

/** The audit entries about somebody, oldest first. */
export async function historyOf({ customerId, userId }: Person, partitions: Partitions): Promise<RawItem[]> {
  const found: RawItem[] = []
  for (const id of [customerId, ...(userId ? [userId] : [])]) {
    for await (const entry of partitions.owned(['subjectId', id], 'byOwner', 'audit')) found.push(entry)
  }
  return found.toSorted((a, b) => String(a['createdAt']).localeCompare(String(b['createdAt'])))
}

const ofTheTable = /^(pk|sk|gsi\d(pk|sk)|__edb_[ev]__|expiresAtEpoch)$/

/** What an item says, without the table's own attributes and those named. Sets become lists. */
export const contentOf = (item: RawItem, without: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([attribute]) => !ofTheTable.test(attribute) && !without.includes(attribute))
      .map(([attribute, value]) => [attribute, value instanceof Set ? [...value] : value]),
  )
