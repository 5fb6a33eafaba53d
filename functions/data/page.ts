import type { Cursor } from '#contract/values'

/** Which part of a list: at most `limit` items from `cursor` on, or from the start. */
export interface Page {
  readonly cursor?: Cursor | undefined
  readonly limit: number
}

/** The instant and the id at which a cursor stands; nothing at the start of a list. */
export const positionOf = (cursor: Cursor | undefined) => cursor?.split('~') ?? []

/** One item more than the page holds was asked for: it says whether there is a next page. */
export function pageOf<Item>(found: readonly Item[], limit: number, cursorOf: (last: Item) => Cursor) {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && found.length > limit ? cursorOf(last) : null }
}
