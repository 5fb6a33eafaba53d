import { MAX_COUNTED_MATCHES } from '#contract/search'
import { getPlaceCustomerId, type SearchRange } from './customer-search-text.ts'
import type { Database } from './database.ts'
import { type PageRequest, toResultPage } from './pagination.ts'
import { EVENTUALLY_CONSISTENT } from './read-consistently.ts'
import { SEARCH_PAGE, type SearchRangePage, searchPieces } from './search-pieces.ts'

interface UserMatch {
  readonly userId: string
  readonly createdAt: string
  readonly text: string
}

const toUserCursor = ({ createdAt, userId }: UserMatch) => `${createdAt}~${userId}` as const

/** Up to `MAX_COUNTED_MATCHES` matches, newest first; `matching` is one more when there are others. */
export async function searchUsers(data: Database, wanted: string, page: PageRequest) {
  const { matches, isComplete } = await searchPieces<UserMatch>({
    wanted,
    isWanted: () => true,
    idOf: ({ userId }) => userId,
    readRange: (range, at) => readUserRange(data, range, at),
  })
  const found = matches
    .toSorted((a, b) => (toUserCursor(a) < toUserCursor(b) ? 1 : -1))
    .slice(0, MAX_COUNTED_MATCHES)
    .filter((match) => !page.cursor || toUserCursor(match) < page.cursor)
  const { items: shown, next } = toResultPage(found, page, toUserCursor)
  return { items: await findUsersById(data, shown), next, matching: matches.length, isComplete }
}

async function readUserRange(data: Database, { piece, from, to }: SearchRange, { cursor = null }: SearchRangePage) {
  const { data: items, cursor: next } = await data.userSearchPieces.query
    .byPiece({ piece })
    .between({ place: from }, { place: to })
    .go({ cursor, limit: SEARCH_PAGE, ...EVENTUALLY_CONSISTENT })
  const matches = items.map(({ place, createdAt, text }) => ({ userId: getPlaceCustomerId(place), createdAt, text }))
  return { matches, cursor: next }
}

async function findUsersById(data: Database, shown: readonly UserMatch[]) {
  if (shown.length === 0) return []
  const { data: found } = await data.users.get(shown.map(({ userId }) => ({ userId }))).go()
  const byId = new Map(found.map((user) => [user.userId, user]))
  return shown.flatMap(({ userId }) => byId.get(userId) ?? [])
}
