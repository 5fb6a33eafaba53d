import type { AccountPresenceFilter } from '#contract/customers'
import type { Database } from './database.ts'
import type { StoredCustomer } from './customer-writes.ts'
import { foldCaseAndAccents, matchesCustomerSearch, findCustomerSearchLines } from './customer-search.ts'
import {
  LOWEST_SORT_KEY,
  HIGHEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'
import { isHiddenImportedCustomer } from './practice-counter.ts'

export interface CustomerPageRequest extends PageRequest {
  readonly hiddenImports: readonly string[]
}

const cursorOf = ({ createdAt, customerId }: { readonly createdAt: string; readonly customerId: string }) =>
  `${createdAt}~${customerId}` as const

export async function findNewestCustomers(data: Database, page: CustomerPageRequest) {
  const { limit, hiddenImports } = page
  const all = data.customers.query.newestFirst({})
  const [createdAt, customerId] = parseCursorPosition(page.cursor)
  const rest = createdAt && customerId ? all.between({ createdAt: LOWEST_SORT_KEY }, { createdAt, customerId }) : all
  const { data: items } = await rest
    .where((customer, { eq, ne, notExists }) =>
      [
        `(${notExists(customer.internal)} OR ${eq(customer.internal, false)})`,
        ...hiddenImports.map((hidden) => `(${notExists(customer.importId)} OR ${ne(customer.importId, hidden)})`),
      ].join(' AND '),
    )
    .go({ order: 'desc', count: toPageQueryOptions(page).count, limit: readAtOnce(limit, hiddenImports) })
  return toResultPage(items, page, cursorOf)
}

/** Without a limit a query reads 1 MB. A few extra items make up for hidden ones. */
const readAtOnce = (limit: number, hiddenImports: readonly string[]): number =>
  hiddenImports.length > 0 ? limit + 1000 : limit + 5

export type CustomerSortOrder = 'newest' | 'name'

export async function searchCustomers(
  data: Database,
  { search, order }: { readonly search: string; readonly order: CustomerSortOrder },
  page: CustomerPageRequest,
) {
  const { cursor, hiddenImports } = page
  const found = (await findCustomerSearchLines(data, search))
    .filter(({ customerId }) => !isHiddenImportedCustomer(customerId, hiddenImports))
    .map((line) => ({ ...line, at: cursorOf(line) }))
    // The folded name is the beginning of the text: sorting by it sorts by name.
    .toSorted(order === 'name' ? byName : (a, b) => (a.at < b.at ? 1 : -1))
  const rest = cursor ? afterCursor(found, cursor, order) : found
  const { items: lines, next } = toResultPage(rest, page, cursorOf)
  const items = await findCustomersById(
    data,
    lines.map(({ customerId }) => customerId),
  )
  return { items, next, matching: found.length }
}

interface Wanted {
  readonly search: string
  readonly order: CustomerSortOrder
  readonly account: AccountPresenceFilter
}

/** Restricted to clients with, or without, an account. Reads every client: there is no index for it. */
export async function searchCustomersByAccountPresence(
  data: Database,
  { search, order, account }: Wanted,
  page: CustomerPageRequest,
) {
  const { cursor, hiddenImports } = page
  const { data: all } = await data.customers.query
    .newestFirst({})
    .where(({ internal, userId }, { eq, exists, notExists }) => {
      const has = account === 'with' ? exists(userId) : notExists(userId)
      return `(${notExists(internal)} OR ${eq(internal, false)}) AND ${has}`
    })
    .go({ order: 'desc', pages: 'all' })
  const found = all
    .filter(({ customerId }) => !isHiddenImportedCustomer(customerId, hiddenImports))
    .filter((customer) => matchesCustomerSearch(customer, search))
    .map((customer) => ({ ...customer, text: foldCaseAndAccents(customer.name), at: cursorOf(customer) }))
  const sorted = order === 'name' ? found.toSorted(byName) : found
  const rest = cursor ? afterCursor(sorted, cursor, order) : sorted
  return { ...toResultPage(rest, page, cursorOf), matching: found.length }
}

interface FoundLine {
  readonly text: string
  readonly at: string
}

const byName = (a: FoundLine, b: FoundLine) => a.text.localeCompare(b.text, 'es') || (a.at < b.at ? -1 : 1)

/**
 * Continues after the client of the cursor. If that client is gone the list starts again, so that nobody is left out.
 */
const afterCursor = <Line extends FoundLine>(found: readonly Line[], cursor: string, order: CustomerSortOrder) =>
  order === 'newest'
    ? found.filter(({ at }) => at < cursor)
    : found.slice(found.findIndex(({ at }) => at === cursor) + 1)

export async function findCustomersById(data: Database, ids: readonly string[]): Promise<readonly StoredCustomer[]> {
  if (ids.length === 0) return []
  const { data: found } = await data.customers.get(ids.map((customerId) => ({ customerId }))).go()
  const byId = new Map(found.map((customer) => [customer.customerId, customer]))
  return ids.flatMap((customerId) => byId.get(customerId) ?? [])
}

export async function findRemovedCustomers(data: Database, since: string, page: PageRequest) {
  const all = data.removedCustomers.query.latestFirst({})
  const [removedAt, customerId] = parseCursorPosition(page.cursor)
  const rest =
    removedAt && customerId
      ? all.between({ removedAt: since, customerId: '' }, { removedAt, customerId })
      : all.between({ removedAt: since }, { removedAt: HIGHEST_SORT_KEY })
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.removedAt}~${last.customerId}` as const)
}
