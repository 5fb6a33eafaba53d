import type { EntityItem } from 'electrodb'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'
import {
  HIGHEST_SORT_KEY,
  LOWEST_SORT_KEY,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
  toResultPage,
} from './pagination.ts'

export type CustomerListEntry = EntityItem<TableEntities['customerListEntries']>

export async function findCustomerListEntries(data: Database, list: string, page: PageRequest) {
  const [place, customerId] = parseCursorPosition(page.cursor)
  const from = place && customerId ? { place, customerId } : { place: LOWEST_SORT_KEY }
  const { data: items } = await data.customerListEntries.query
    .inOrder({ list })
    .between(from, { place: HIGHEST_SORT_KEY })
    .go({ ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.place}~${last.customerId}`)
}

export async function readTurnEntries(
  data: Database,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CustomerListEntry>> {
  if (customerIds.length === 0) return new Map()
  const { data: found } = await data.customerListEntries
    .get(customerIds.map((customerId) => ({ customerId, order: 'turn' })))
    .go()
  return new Map(found.map((entry) => [entry.customerId, entry]))
}
