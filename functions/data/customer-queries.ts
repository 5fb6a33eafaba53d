import type { AccountPresenceFilter, CustomerSortOrder } from '#contract/customers'
import { MAX_COUNTED_MATCHES } from '#contract/search'
import type { PageCursor } from '#contract/value-schemas'
import { type CustomerMatch, readSearchRange, searchCustomerPieces } from './customer-search.ts'
import { toCustomerSearchLineKey } from './customer-search-index.ts'
import { createSearchPieceKeys, parseCustomerSearchText, type SearchList, toListRange } from './customer-search-text.ts'
import type { Database } from './database.ts'
import type { StoredCustomer } from './customer-writes.ts'
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

export const findNewestCustomers = (data: Database, page: CustomerPageRequest) =>
  findCustomersByDate(data, 'newest', page)

export async function findCustomersByDate(data: Database, order: 'newest' | 'oldest', page: CustomerPageRequest) {
  const { limit, hiddenImports } = page
  const all = data.customers.query.newestFirst({})
  const [createdAt, customerId] = parseCursorPosition(page.cursor)
  const from = createdAt && customerId ? { createdAt, customerId } : undefined
  const [begin, end] =
    order === 'newest' ? [{ createdAt: LOWEST_SORT_KEY }, from] : [from, { createdAt: HIGHEST_SORT_KEY }]
  const rest = begin && end ? all.between(begin, end) : all
  const { data: items } = await rest
    .where((customer, { eq, ne, notExists }) =>
      [
        `(${notExists(customer.internal)} OR ${eq(customer.internal, false)})`,
        ...hiddenImports.map((hidden) => `(${notExists(customer.importId)} OR ${ne(customer.importId, hidden)})`),
      ].join(' AND '),
    )
    .go({
      order: order === 'newest' ? 'desc' : 'asc',
      count: toPageQueryOptions(page).count,
      limit: readAtOnce(limit, hiddenImports),
    })
  return toResultPage(items, page, cursorOf)
}

/** Without a limit a query reads 1 MB. A few extra items replace hidden ones. */
const readAtOnce = (limit: number, hiddenImports: readonly string[]): number =>
  hiddenImports.length > 0 ? limit + 1000 : limit + 5

interface Listed {
  readonly order: CustomerSortOrder
  readonly account?: AccountPresenceFilter | undefined
}

interface Wanted extends Listed {
  readonly search: string
}

/** Up to `MAX_COUNTED_MATCHES` matches; `matching` is one more when there are others. */
export async function searchCustomers(data: Database, { search, order, account }: Wanted, page: CustomerPageRequest) {
  const { cursor, hiddenImports } = page
  const { matches, isComplete } = await searchCustomerPieces(
    data,
    search,
    ({ customerId, text }) =>
      !isHiddenImportedCustomer(customerId, hiddenImports) && isOfAccountPresence(text, account),
  )
  const found = matches
    .map((match) => ({ ...match, at: cursorOf(match) }))
    // The text begins with the folded name, so sorting by text sorts by name.
    .toSorted(comparisons[order])
    .slice(0, MAX_COUNTED_MATCHES)
  const { items: shown, next } = toResultPage(cursor ? afterCursor(found, cursor, order) : found, page, cursorOf)
  const items = await findCustomersById(data, shown.map(toId))
  return { items, next, matching: matches.length, isComplete }
}

const toId = ({ customerId }: { readonly customerId: string }): string => customerId

const isOfAccountPresence = (text: string, account: AccountPresenceFilter | undefined): boolean =>
  account === undefined || parseCustomerSearchText(text).hasAccount === (account === 'with')

export async function listCustomersByIndex(data: Database, { order, account }: Listed, page: CustomerPageRequest) {
  const list =
    order === 'name' ? (account ? (`${account}-name` as const) : 'name') : (`${account ?? 'without'}-date` as const)
  const [found, matching] = await Promise.all([
    readListPage(data, { list, order: order === 'newest' ? 'desc' : 'asc' }, page),
    account ? countListed(data, list, page) : undefined,
  ])
  const { items: shown, next } = toResultPage(found, page, cursorOf)
  return { items: await findCustomersById(data, shown.map(toId)), next, matching }
}

interface ListReading {
  readonly list: SearchList
  readonly order: 'asc' | 'desc'
}

async function readListPage(data: Database, { list, order }: ListReading, page: CustomerPageRequest) {
  const { limit, hiddenImports } = page
  const all = toListRange(list)
  const place = await findListPlace(data, list, page.cursor)
  const range = place === undefined ? all : { ...all, [order === 'asc' ? 'from' : 'to']: place }
  const found: CustomerMatch[] = []
  // Few are hidden: clients of unfinished imports.
  for (let cursor: string | null | undefined; cursor !== null && found.length < limit + 2;) {
    const read = await readSearchRange(data, range, {
      cursor,
      order,
      limit: hiddenImports.length > 0 ? 1000 : limit + 2,
    })
    found.push(...read.matches.filter(({ customerId }) => !isHiddenImportedCustomer(customerId, hiddenImports)))
    cursor = read.cursor
  }
  return found
}

/** Undefined when the cursor's client is gone: the list then starts again, so that nobody is left out. */
async function findListPlace(data: Database, list: SearchList, cursor: PageCursor | undefined) {
  const [, customerId] = parseCursorPosition(cursor)
  if (!customerId) return undefined
  const { data: line } = await data.searchLines.get(toCustomerSearchLineKey(customerId)).go()
  const keys = line ? createSearchPieceKeys({ ...line, createdAt: line.createdAt ?? '' }) : []
  return keys.find(({ piece }) => piece === list)?.place
}

async function countListed(data: Database, list: SearchList, { hiddenImports }: CustomerPageRequest) {
  let count = 0
  for (let cursor: string | null | undefined; cursor !== null && count <= MAX_COUNTED_MATCHES;) {
    const read = await readSearchRange(data, toListRange(list), { cursor, limit: MAX_COUNTED_MATCHES + 1 })
    count += read.matches.filter(({ customerId }) => !isHiddenImportedCustomer(customerId, hiddenImports)).length
    cursor = read.cursor
  }
  return Math.min(count, MAX_COUNTED_MATCHES + 1)
}

interface FoundLine {
  readonly text: string
  readonly at: string
}

const comparisons: Readonly<Record<CustomerSortOrder, (a: FoundLine, b: FoundLine) => number>> = {
  newest: (a, b) => (a.at < b.at ? 1 : -1),
  oldest: (a, b) => (a.at < b.at ? -1 : 1),
  name: (a, b) => a.text.localeCompare(b.text, 'es') || (a.at < b.at ? -1 : 1),
}

/**
 * Continues after the cursor's client. If that client is gone, `newest` continues after its place; the other orders
 * start again, so that nobody is left out.
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
