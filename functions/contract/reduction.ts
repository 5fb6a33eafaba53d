import { addDays } from './days.ts'

/** What was asked for something from a day on, until the next price. */
export interface Price {
  /** Calendar day, `YYYY-MM-DD`. */
  readonly from: string
  /** Integer cents, VAT included. */
  readonly cents: number
}

/** For how many days before a reduction the lowest price counts (Directive 98/6/EC, article 6a; Ley 7/1996, article 20). */
const DAYS_BEFORE = 30

/**
 * The price that is asked now, the last of the history, and the one that may stand crossed out beside it: the lowest of
 * the thirty days before it. Where that is no higher, both are the same and nothing was reduced.
 *
 * @param history oldest first
 */
export function reductionOf(history: readonly [Price, ...Price[]]): { listCents: number; saleCents: number } {
  const now = history.at(-1) ?? history[0]
  const earliest = addDays(now.from, -DAYS_BEFORE)
  const asked = history.slice(0, -1).filter((_, index) => (history[index + 1] ?? now).from > earliest)
  const lowest = Math.min(...asked.map(({ cents }) => cents))
  return { saleCents: now.cents, listCents: asked.length > 0 ? Math.max(lowest, now.cents) : now.cents }
}
