import { toEmailAddressId } from '#platform/email-address-id'
import { WRITE_ID_ATTRIBUTE } from '#data/recognise-own-writes'
import type { RawTableAccess, RawTableItem } from '#data/raw-table-access'

export interface DataSubject {
  readonly customerId: string
  readonly formerCustomerIds?: readonly string[] | undefined
  readonly userId?: string | undefined
  readonly formerUserIds?: readonly string[] | undefined
  /** @default none: items under an address are left */
  readonly addresses?: readonly DataSubjectAddress[] | undefined
}

export interface DataSubjectAddress {
  readonly email: string
  /**
   * Somebody else has the address too: older items are the person's, newer ones only if they contain one of their ids.
   * Empty when nothing is known to be older.
   * @default the person's alone
   */
  readonly unsharedUntil?: string | undefined
}

export const isFromBeforeSharing = ({ unsharedUntil }: DataSubjectAddress, instant: unknown): boolean =>
  unsharedUntil === undefined || (typeof instant === 'string' && instant < unsharedUntil)

export const listDataSubjectCustomerIds = ({
  customerId,
  formerCustomerIds = [],
}: Pick<DataSubject, 'customerId' | 'formerCustomerIds'>): string[] => [customerId, ...formerCustomerIds]

export const listDataSubjectUserIds = ({
  userId,
  formerUserIds = [],
}: Pick<DataSubject, 'userId' | 'formerUserIds'>): string[] => [...(userId ? [userId] : []), ...formerUserIds]

/**
 * Found by keys only: by their ids in the table and the owner index, by the ids of their orders and by the keys of
 * their addresses. A test fails for an entity keyed otherwise.
 */
export async function loadDataSubjectItems(person: DataSubject, partitions: RawTableAccess): Promise<RawTableItem[]> {
  const { addresses = [] } = person
  const customerIds = listDataSubjectCustomerIds(person)
  const userIds = listDataSubjectUserIds(person)
  const found = new Map<string, RawTableItem>()
  const gather = async (items: AsyncIterable<RawTableItem>, isTheirs: (item: RawTableItem) => boolean = () => true) => {
    for await (const item of items) if (isTheirs(item)) found.set(`${item.pk}|${item.sk}`, item)
  }
  for (const where of ['base', 'byOwner'] as const) {
    for (const customerId of customerIds) await gather(partitions.owned(['customerId', customerId], where))
    for (const userId of userIds) await gather(partitions.owned(['userId', userId], where))
  }
  for (const id of [...customerIds, ...userIds]) await gather(partitions.owned(['subject', id], 'byOwner'))
  const subs = userIds.map((userId) => userId.slice('usr_'.length))
  const ids = new Set([...customerIds, ...userIds, ...subs, ...listOrderIds(found.values())])
  for (const address of addresses) {
    await gather(
      ownedByEmail(address.email, partitions),
      (item) => isFromBeforeSharing(address, item['createdAt']) || namesAnyOf(ids, item),
    )
  }
  for (const orderId of listOrderIds(found.values())) {
    await gather(partitions.owned(['orderId', orderId], 'base'))
    await gather(partitions.owned(['subject', orderId], 'byOwner'))
  }
  return [...found.values()]
}

async function* ownedByEmail(email: string, partitions: RawTableAccess): AsyncIterable<RawTableItem> {
  const addressId = toEmailAddressId(email)
  yield* partitions.owned(['addressId', addressId], 'base')
  yield* partitions.owned(['customerId', addressId], 'byOwner')
  for (const where of ['base', 'byOwner'] as const) yield* partitions.owned(['userId', addressId], where)
  for (const subject of [email, addressId]) yield* partitions.owned(['subject', subject], 'byOwner')
}

const listOrderIds = (items: Iterable<RawTableItem>): ReadonlySet<string> =>
  new Set([...items].map(({ orderId }) => orderId).filter((id) => typeof id === 'string'))

const namesAnyOf = (ids: ReadonlySet<string>, item: RawTableItem): boolean =>
  (JSON.stringify(item).match(/[\w-]+/g) ?? []).some((word) => ids.has(word))

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

const ofTheTable = new RegExp(String.raw`^(pk|sk|gsi\d(pk|sk)|__edb_[ev]__|expiresAtEpoch|${WRITE_ID_ATTRIBUTE})$`)

export const toExportedAttributes = (item: RawTableItem, without: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([attribute]) => !ofTheTable.test(attribute) && !without.includes(attribute))
      .map(([attribute, value]) => [attribute, value instanceof Set ? [...value] : value]),
  )
