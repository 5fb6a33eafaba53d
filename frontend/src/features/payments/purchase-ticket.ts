import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'
import { createTicket } from './held-slot-store.ts'

const KEY = `${PRODUCT_SLUG}:purchase-ticket`
/** Since it was used last: longer than any payment page stays open. */
const LIFETIME_MS = 24 * 3_600_000

const Kept = z.object({ ticket: z.string().check(z.regex(/^[\w-]{43}$/)), usedAtMs: z.number() })

/** Where the browser refuses storage, until the next reload. */
let memory: z.infer<typeof Kept> | undefined

function read(): z.infer<typeof Kept> | undefined {
  try {
    const parsed = Kept.safeParse(JSON.parse(window.localStorage.getItem(KEY) ?? 'null'))
    return parsed.success ? parsed.data : undefined
  } catch {
    return memory
  }
}

function write(kept: z.infer<typeof Kept> | undefined): void {
  memory = kept
  try {
    if (kept) window.localStorage.setItem(KEY, JSON.stringify(kept))
    else window.localStorage.removeItem(KEY)
  } catch {
    // Kept for this page.
  }
}

/** For a purchase without an account. All tabs share it, so that a purchase that is begun twice is one order. */
export const purchaseTicketStore = {
  use: (): string => {
    const kept = read()
    const ticket = kept && Date.now() - kept.usedAtMs < LIFETIME_MS ? kept.ticket : createTicket()
    write({ ticket, usedAtMs: Date.now() })
    return ticket
  },
  /** Paid: what is bought next is another purchase. */
  forget: (): void => write(undefined),
}
