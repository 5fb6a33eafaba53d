import type { Database } from './database.ts'
import {
  LOWEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'

export async function findNewestContractWithdrawals(data: Database, page: PageRequest) {
  const all = data.withdrawals.query.newestFirst({})
  const [requestedAt, withdrawalId] = parseCursorPosition(page.cursor)
  const rest =
    requestedAt && withdrawalId ? all.between({ requestedAt: LOWEST_SORT_KEY }, { requestedAt, withdrawalId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.requestedAt}~${last.withdrawalId}`)
}

/** `since` is inclusive, `until` exclusive; oldest first. */
export async function findContractWithdrawalsBetween(
  data: Database,
  { since, until }: { since: string; until: string },
) {
  const { data: items } = await data.withdrawals.query
    .newestFirst({})
    .between({ requestedAt: since }, { requestedAt: until })
    .go({ pages: 'all' })
  return items
}
