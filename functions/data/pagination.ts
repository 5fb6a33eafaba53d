import type { PageCursor } from '#contract/value-schemas'

export interface PageRequest {
  readonly cursor?: PageCursor | undefined
  readonly limit: number
}

/*
 * Ranges need both ends: partitions contain several kinds of item, and a range with one end continues into other kinds.
 */
export const LOWEST_SORT_KEY = ''
export const HIGHEST_SORT_KEY = '~'

export const parseCursorPosition = (cursor: PageCursor | undefined) => cursor?.split('~') ?? []

/** Two more than the page: the cursor's own item, and one that proves a next page. */
export const toPageQueryOptions = ({ limit }: PageRequest) => ({ count: limit + 2, limit: limit + 2 })

/** The query's range includes the cursor's own item, which is dropped here. */
export function toResultPage<Item>(
  found: readonly Item[],
  { cursor, limit }: PageRequest,
  cursorOf: (last: Item) => PageCursor,
) {
  const rest = found.filter((item) => cursorOf(item) !== cursor)
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && rest.length > limit ? cursorOf(last) : null }
}

const EDITION_ID = 'edn_00'

export const toEditionCursor = (at: string, edition: number): PageCursor =>
  `${at}~${EDITION_ID}${String(edition).padStart(6, '0')}`

export function readEditionCursor({ cursor }: PageRequest): number | undefined {
  const [, id] = parseCursorPosition(cursor)
  return id === undefined ? undefined : Number(id.slice(EDITION_ID.length)) || 1
}
