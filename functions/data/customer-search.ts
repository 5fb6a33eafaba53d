import type { EntityItem } from 'electrodb'
import { MAX_COUNTED_MATCHES } from '#contract/search'
import type { Database } from './database.ts'
import {
  createCustomerMatcher,
  getPlaceCustomerId,
  getSharedEmail,
  planCustomerSearch,
  type SearchRange,
  toEmailRange,
  toListRange,
} from './customer-search-text.ts'
import type { TableEntities } from './entities.ts'
import { MAY_LAG } from './read-consistently.ts'

type StoredPiece = EntityItem<TableEntities['searchPieces']>

export interface CustomerMatch {
  readonly customerId: string
  readonly createdAt: string
  readonly text: string
}

export interface CustomerSearchResult {
  /** Unordered; one more than `MAX_COUNTED_MATCHES` when there are more. */
  readonly matches: readonly CustomerMatch[]
  /** False when the search gave up: words that many clients have each and few together. */
  readonly isComplete: boolean
}

/** Items of a query: some 50 kB. */
const PAGE = 250

/** Items of a search: 20 queries at most, and some 130 units. */
const MAX_READ = 5000

/** `isWanted` leaves out who is hidden. */
export async function searchCustomerPieces(
  data: Database,
  wanted: string,
  isWanted: (match: CustomerMatch) => boolean,
): Promise<CustomerSearchResult> {
  const holds = createCustomerMatcher(wanted)
  const accepts = (match: CustomerMatch) => holds(match.text) && isWanted(match)
  const found = new Map<string, CustomerMatch>()
  const reading: Reading = { accepts, found, items: 0 }
  const complete = await Promise.all(
    planCustomerSearch(wanted).map((ranges) => searchAlternative(data, ranges, reading)),
  )
  const matches = [...found.values()].slice(0, MAX_COUNTED_MATCHES + 1)
  return { matches, isComplete: matches.length > MAX_COUNTED_MATCHES || complete.every(Boolean) }
}

interface Reading {
  readonly accepts: (match: CustomerMatch) => boolean
  readonly found: Map<string, CustomerMatch>
  items: number
}

/** Reads all ranges in step until the shortest ends: whoever matches is in each of them. */
async function searchAlternative(data: Database, ranges: readonly SearchRange[], reading: Reading): Promise<boolean> {
  let open: readonly { readonly range: SearchRange; readonly cursor?: string | null }[] = ranges.map((range) => ({
    range,
  }))
  while (reading.items < MAX_READ && reading.found.size <= MAX_COUNTED_MATCHES) {
    const pages = await Promise.all(open.map(({ range, cursor }) => readSearchRange(data, range, { cursor })))
    for (const match of pages.flatMap(({ matches }) => matches)) {
      reading.items += 1
      if (reading.accepts(match)) reading.found.set(match.customerId, match)
    }
    if (pages.some(({ cursor }) => cursor === null)) return true
    open = open.map(({ range }, index) => ({ range, cursor: pages[index]?.cursor ?? null }))
  }
  return false
}

interface RangePage {
  readonly cursor?: string | null | undefined
  readonly limit?: number
  readonly order?: 'asc' | 'desc'
}

export async function readSearchRange(
  data: Database,
  { piece, from, to }: SearchRange,
  { cursor = null, limit = PAGE, order = 'asc' }: RangePage = {},
): Promise<{ readonly matches: readonly CustomerMatch[]; readonly cursor: string | null }> {
  const { data: items, cursor: next } = await data.searchPieces.query
    .byPiece({ piece })
    .between({ place: from }, { place: to })
    .go({ cursor, limit, order, ...MAY_LAG })
  return { matches: items.map(toMatch), cursor: next }
}

const toMatch = ({ place, createdAt, text }: StoredPiece): CustomerMatch => ({
  customerId: getPlaceCustomerId(place),
  createdAt,
  text,
})

/** Addresses that several clients have, in the order of the alphabet. */
export async function findSharedCustomerEmails(data: Database, isWanted: (match: CustomerMatch) => boolean) {
  const { piece, from, to } = toListRange('shared-email')
  const { data: marks } = await data.searchPieces.query
    .byPiece({ piece })
    .between({ place: from }, { place: to })
    .go({ pages: 'all', ...MAY_LAG })
  const shared = await Promise.all(
    marks.map(async ({ place }) => {
      const email = getSharedEmail(place)
      const { matches } = await readSearchRange(data, toEmailRange(email))
      return { email, customerIds: matches.filter(isWanted).map(({ customerId }) => customerId) }
    }),
  )
  return shared.filter(({ customerIds }) => customerIds.length > 1)
}
