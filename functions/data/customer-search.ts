import type { EntityItem } from 'electrodb'
import type { Database } from './database.ts'
import {
  getPlaceCustomerId,
  getSharedEmail,
  type SearchRange,
  toEmailRange,
  toListRange,
} from './customer-search-text.ts'
import type { TableEntities } from './entities.ts'
import { EVENTUALLY_CONSISTENT } from './read-consistently.ts'
import { SEARCH_PAGE, type SearchRangePage, type SearchResult, searchPieces } from './search-pieces.ts'

type StoredPiece = EntityItem<TableEntities['searchPieces']>

export interface CustomerMatch {
  readonly customerId: string
  readonly createdAt: string
  readonly text: string
}

type CustomerSearchResult = SearchResult<CustomerMatch>

export async function searchCustomerPieces(
  data: Database,
  wanted: string,
  isWanted: (match: CustomerMatch) => boolean,
): Promise<CustomerSearchResult> {
  return searchPieces({
    wanted,
    isWanted,
    readRange: (range, page) => readSearchRange(data, range, page),
    idOf: ({ customerId }) => customerId,
  })
}

export async function readSearchRange(
  data: Database,
  { piece, from, to }: SearchRange,
  { cursor = null, limit = SEARCH_PAGE, order = 'asc' }: SearchRangePage = {},
): Promise<{ readonly matches: readonly CustomerMatch[]; readonly cursor: string | null }> {
  const { data: items, cursor: next } = await data.searchPieces.query
    .byPiece({ piece })
    .between({ place: from }, { place: to })
    .go({ cursor, limit, order, ...EVENTUALLY_CONSISTENT })
  return { matches: items.map(toMatch), cursor: next }
}

const toMatch = ({ place, createdAt, text }: StoredPiece): CustomerMatch => ({
  customerId: getPlaceCustomerId(place),
  createdAt,
  text,
})

export async function findSharedCustomerEmails(data: Database, isWanted: (match: CustomerMatch) => boolean) {
  const { piece, from, to } = toListRange('shared-email')
  const { data: marks } = await data.searchPieces.query
    .byPiece({ piece })
    .between({ place: from }, { place: to })
    .go({ pages: 'all', ...EVENTUALLY_CONSISTENT })
  const shared = await Promise.all(
    marks.map(async ({ place }) => {
      const email = getSharedEmail(place)
      const { matches } = await readSearchRange(data, toEmailRange(email))
      return { email, customerIds: matches.filter(isWanted).map(({ customerId }) => customerId) }
    }),
  )
  return shared.filter(({ customerIds }) => customerIds.length > 1)
}
