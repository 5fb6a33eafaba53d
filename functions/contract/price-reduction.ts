import { addDays } from './calendar-days.ts'

export interface PriceHistoryEntry {
  /** Calendar day, `YYYY-MM-DD`. */
  readonly from: string
  /** Integer cents, VAT included. */
  readonly cents: number
}

/** Days before a reduction whose lowest price counts (Directive 98/6/EC, article 6a; Ley 7/1996, article 20). */
const DAYS_BEFORE = 30

/**
 * The current price (the last of the history) and the price that may be shown crossed out: the lowest of the thirty
 * days before. Equal when nothing was reduced.
 * @param history oldest first
 */
export function computeListAndSalePrices(history: readonly [PriceHistoryEntry, ...PriceHistoryEntry[]]): {
  listCents: number
  saleCents: number
} {
  const now = history.at(-1) ?? history[0]
  const earliest = addDays(now.from, -DAYS_BEFORE)
  const asked = history.slice(0, -1).filter((_, index) => (history[index + 1] ?? now).from > earliest)
  const lowest = Math.min(...asked.map(({ cents }) => cents))
  return { saleCents: now.cents, listCents: asked.length > 0 ? Math.max(lowest, now.cents) : now.cents }
}
