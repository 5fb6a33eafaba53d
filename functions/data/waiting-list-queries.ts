import type { EntityItem } from 'electrodb'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'

export type StoredWaitingListEntry = EntityItem<TableEntities['waitingListEntries']>

/** In order of joining, each read again by its key, because the index lags. */
export async function findWaitingList({ waitingListEntries }: Database): Promise<readonly StoredWaitingListEntry[]> {
  const { data: listed } = await waitingListEntries.query.inOrder({}).go({ pages: 'all', attributes: ['customerId'] })
  if (listed.length === 0) return []
  const { data: stored } = await waitingListEntries
    .get(listed.map(({ customerId }) => ({ customerId })))
    .go({ consistent: true })
  return stored.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)))
}

const orderOf = ({ joinedAt, customerId }: StoredWaitingListEntry): string => `${joinedAt} ${customerId}`

export async function findFreedStarts({ freedHours }: Database): Promise<ReadonlySet<string>> {
  const { data: freed } = await freedHours.query.byStart({}).go({ pages: 'all' })
  return new Set(freed.map(({ startsAt }) => startsAt))
}

export async function findCustomersWhoLeftHour(startsAt: string, { freedHours }: Database): Promise<readonly string[]> {
  const { data: freed } = await freedHours.query.byStart({}).begins({ startsAt }).go({ pages: 'all' })
  return freed.map(({ customerId }) => customerId)
}

export const isOfferRunning = ({ offeredUntil }: StoredWaitingListEntry, now: Date): boolean =>
  offeredUntil !== undefined && offeredUntil > now.toISOString()
