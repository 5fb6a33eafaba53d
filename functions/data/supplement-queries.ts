import type { Database } from './database.ts'
import {
  LOWEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'

export async function findCustomerSupplements(data: Database, customerId: string, page: PageRequest) {
  const all = data.clientSupplements.query.newestFirst({ customerId })
  const [createdAt, clientSupplementId] = parseCursorPosition(page.cursor)
  const rest =
    createdAt && clientSupplementId
      ? all.between({ createdAt: LOWEST_SORT_KEY }, { createdAt, clientSupplementId })
      : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.createdAt}~${last.clientSupplementId}`)
}

export async function findTakenDoses(
  data: Database,
  customerId: string,
  { from, to }: { readonly from: string; readonly to: string },
) {
  const { data: items } = await data.doses.query
    .byCustomer({ customerId })
    // The key continues after the day: `~` includes all of the last day.
    .between({ day: from }, { day: `${to}~` })
    .go({ pages: 'all' })
  return items.filter(({ taken }) => taken !== false)
}
