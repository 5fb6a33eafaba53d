import type { Cursor } from '#contract/values'

/** Which part of a list: at most `limit` items from `cursor` on, or from the start. */
export interface Page {
  readonly cursor?: Cursor | undefined
  readonly limit: number
}

/*
 * A range has two ends, always: partitions hold several kinds of item, and a query with one end goes on through all that
 * sort before or after the wanted ones.
 */
/** Sorts before every instant and id. */
export const LOWEST_KEY = ''
/** Sorts after every instant and id. */
export const HIGHEST_KEY = '~'

/** The instant and the id at which a cursor stands; nothing at the start of a list. */
export const positionOf = (cursor: Cursor | undefined) => cursor?.split('~') ?? []

/** How much a query is to find for a page: the item at which the cursor stands, and one that says that there is more. */
export const pageOptions = ({ limit }: Page) => ({ count: limit + 2, limit: limit + 2 })

/** What of the found items is on the page. The range of a query includes the item at which its cursor stands. */
export function pageOf<Item>(found: readonly Item[], { cursor, limit }: Page, cursorOf: (last: Item) => Cursor) {
  const rest = found.filter((item) => cursorOf(item) !== cursor)
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && rest.length > limit ? cursorOf(last) : null }
}
