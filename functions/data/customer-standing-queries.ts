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

export type CustomerStanding = EntityItem<TableEntities['customerStandings']>

export async function findStandings(data: Database, list: string, page: PageRequest) {
  const [place, customerId] = parseCursorPosition(page.cursor)
  const from = place && customerId ? { place, customerId } : { place: LOWEST_SORT_KEY }
  const { data: items } = await data.customerStandings.query
    .inOrder({ list })
    .between(from, { place: HIGHEST_SORT_KEY })
    .go({ ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.place}~${last.customerId}`)
}

export async function readStandings(
  data: Database,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CustomerStanding>> {
  if (customerIds.length === 0) return new Map()
  const { data: found } = await data.customerStandings
    .get(customerIds.map((customerId) => ({ customerId, order: 'turn' })))
    .go()
  return new Map(found.map((standing) => [standing.customerId, standing]))
}
