import { MAX_COUNTED_MATCHES } from '#contract/search'
import { createCustomerMatcher, planCustomerSearch, type SearchRange } from './customer-search-text.ts'

export interface SearchResult<Match> {
  /** Unordered; one more than `MAX_COUNTED_MATCHES` when there are more. */
  readonly matches: readonly Match[]
  /** False when the search stopped early: each word is frequent, their combination rare. */
  readonly isComplete: boolean
}

export interface SearchRangePage {
  readonly cursor?: string | null | undefined
  readonly limit?: number
  readonly order?: 'asc' | 'desc'
}

export interface SearchedIndex<Match> {
  readonly wanted: string
  readonly isWanted: (match: Match) => boolean
  readonly idOf: (match: Match) => string
  readonly readRange: (
    range: SearchRange,
    page: SearchRangePage,
  ) => Promise<{ readonly matches: readonly Match[]; readonly cursor: string | null }>
}

/** Items of a query: some 50 kB. */
export const SEARCH_PAGE = 250

/** Items after which a search begins no more queries: some 20 queries and 130 read units. */
const MAX_READ = 5000

/** Index of three-letter pieces (docs/decisions/0034-search-by-pieces.md). */
export async function searchPieces<Match extends { readonly text: string }>(
  index: SearchedIndex<Match>,
): Promise<SearchResult<Match>> {
  const holds = createCustomerMatcher(index.wanted)
  const reading: Reading<Match> = {
    ...index,
    isWanted: (match) => holds(match.text) && index.isWanted(match),
    found: new Map(),
    items: 0,
  }
  const complete = await Promise.all(planCustomerSearch(index.wanted).map((ranges) => searchRanges(ranges, reading)))
  const matches = [...reading.found.values()].slice(0, MAX_COUNTED_MATCHES + 1)
  return { matches, isComplete: matches.length > MAX_COUNTED_MATCHES || complete.every(Boolean) }
}

interface Reading<Match> extends SearchedIndex<Match> {
  readonly found: Map<string, Match>
  items: number
}

/** Reads all ranges in parallel until the shortest ends: a match is in each of them. */
async function searchRanges<Match>(ranges: readonly SearchRange[], reading: Reading<Match>): Promise<boolean> {
  let open: readonly { readonly range: SearchRange; readonly cursor?: string | null }[] = ranges.map((range) => ({
    range,
  }))
  while (reading.items < MAX_READ && reading.found.size <= MAX_COUNTED_MATCHES) {
    const pages = await Promise.all(open.map(({ range, cursor }) => reading.readRange(range, { cursor })))
    for (const match of pages.flatMap(({ matches }) => matches)) {
      reading.items += 1
      if (reading.isWanted(match)) reading.found.set(reading.idOf(match), match)
    }
    if (pages.some(({ cursor }) => cursor === null)) return true
    open = open.map(({ range }, at) => ({ range, cursor: pages[at]?.cursor ?? null }))
  }
  return false
}
