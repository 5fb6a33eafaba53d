import type { Cursor } from '#contract/values'

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

export const positionOf = (cursor: Cursor | undefined) => cursor?.split('~') ?? []

/** Two more than the page: the cursor's own item, and one that shows that there is a next page. */
export const pageOptions = ({ limit }: Page) => ({ count: limit + 2, limit: limit + 2 })

/** The query's range includes the cursor's own item, which is dropped here. */
export function pageOf<Item>(found: readonly Item[], { cursor, limit }: Page, cursorOf: (last: Item) => Cursor) {
  const rest = found.filter((item) => cursorOf(item) !== cursor)
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && rest.length > limit ? cursorOf(last) : null }
}
