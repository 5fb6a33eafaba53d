import type { AccountFilter } from '#contract/customers'
import type { Data } from './data.ts'
import type { StoredCustomer } from './customer-writes.ts'
import { foldText, customerMatches, matchingSearchLines } from './customer-search.ts'
import { LOWEST_KEY, HIGHEST_KEY, pageOf, type Page, positionOf, pageOptions } from './page.ts'
import { isHidden } from './counter.ts'

export interface CustomerPage extends Page {
  readonly hiddenImports: readonly string[]
}

const cursorOf = ({ createdAt, customerId }: { readonly createdAt: string; readonly customerId: string }) =>
  `${createdAt}~${customerId}` as const

export async function newestCustomers(data: Data, page: CustomerPage) {
  const { limit, hiddenImports } = page
  const all = data.customers.query.newestFirst({})
  const [createdAt, customerId] = positionOf(page.cursor)
  const rest = createdAt && customerId ? all.between({ createdAt: LOWEST_KEY }, { createdAt, customerId }) : all
  const { data: items } = await rest
    .where((customer, { eq, ne, notExists }) =>
      [
        `(${notExists(customer.internal)} OR ${eq(customer.internal, false)})`,
        ...hiddenImports.map((hidden) => `(${notExists(customer.importId)} OR ${ne(customer.importId, hidden)})`),
      ].join(' AND '),
    )
    .go({ order: 'desc', count: pageOptions(page).count, limit: readAtOnce(limit, hiddenImports) })
  return pageOf(items, page, cursorOf)
}

/** Without a limit a query reads 1 MB. A few extra items make up for hidden ones. */
const readAtOnce = (limit: number, hiddenImports: readonly string[]): number =>
  hiddenImports.length > 0 ? limit + 1000 : limit + 5

export type CustomerOrder = 'newest' | 'name'

export async function searchCustomers(
  data: Data,
  { search, order }: { readonly search: string; readonly order: CustomerOrder },
  page: CustomerPage,
) {
  const { cursor, hiddenImports } = page
  const found = (await matchingSearchLines(data, search))
    .filter(({ customerId }) => !isHidden(customerId, hiddenImports))
    .map((line) => ({ ...line, at: cursorOf(line) }))
    // The folded name is the beginning of the text: sorting by it sorts by name.
    .toSorted(order === 'name' ? byName : (a, b) => (a.at < b.at ? 1 : -1))
  const rest = cursor ? afterCursor(found, cursor, order) : found
  const { items: lines, next } = pageOf(rest, page, cursorOf)
  const items = await customersById(
    data,
    lines.map(({ customerId }) => customerId),
  )
  return { items, next, matching: found.length }
}

interface Wanted {
  readonly search: string
  readonly order: CustomerOrder
  readonly account: AccountFilter
}

/** Restricted to clients with, or without, an account. Reads every client: there is no index for it. */
export async function customersWithAccount(data: Data, { search, order, account }: Wanted, page: CustomerPage) {
  const { cursor, hiddenImports } = page
  const { data: all } = await data.customers.query
    .newestFirst({})
    .where(({ internal, userId }, { eq, exists, notExists }) => {
      const has = account === 'with' ? exists(userId) : notExists(userId)
      return `(${notExists(internal)} OR ${eq(internal, false)}) AND ${has}`
    })
    .go({ order: 'desc', pages: 'all' })
  const found = all
    .filter(({ customerId }) => !isHidden(customerId, hiddenImports))
    .filter((customer) => customerMatches(customer, search))
    .map((customer) => ({ ...customer, text: foldText(customer.name), at: cursorOf(customer) }))
  const sorted = order === 'name' ? found.toSorted(byName) : found
  const rest = cursor ? afterCursor(sorted, cursor, order) : sorted
  return { ...pageOf(rest, page, cursorOf), matching: found.length }
}

interface FoundLine {
  readonly text: string
  readonly at: string
}

const byName = (a: FoundLine, b: FoundLine) => a.text.localeCompare(b.text, 'es') || (a.at < b.at ? -1 : 1)

/**
 * Continues after the client of the cursor. If that client is gone the list starts again, so that nobody is left out.
 */
const afterCursor = <Line extends FoundLine>(found: readonly Line[], cursor: string, order: CustomerOrder) =>
  order === 'newest'
    ? found.filter(({ at }) => at < cursor)
    : found.slice(found.findIndex(({ at }) => at === cursor) + 1)

export async function customersById(data: Data, ids: readonly string[]): Promise<readonly StoredCustomer[]> {
  if (ids.length === 0) return []
  const { data: found } = await data.customers.get(ids.map((customerId) => ({ customerId }))).go()
  const byId = new Map(found.map((customer) => [customer.customerId, customer]))
  return ids.flatMap((customerId) => byId.get(customerId) ?? [])
}

export async function removedCustomers(data: Data, since: string, page: Page) {
  const all = data.removedCustomers.query.latestFirst({})
  const [removedAt, customerId] = positionOf(page.cursor)
  const rest =
    removedAt && customerId
      ? all.between({ removedAt: since, customerId: '' }, { removedAt, customerId })
      : all.between({ removedAt: since }, { removedAt: HIGHEST_KEY })
  const { data: items } = await rest.go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.removedAt}~${last.customerId}` as const)
}
