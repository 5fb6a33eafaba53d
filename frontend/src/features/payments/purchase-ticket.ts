import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'
import { sharedStorage } from '../../api/browser-storage.ts'
import { createTicket } from './held-slot-store.ts'

const KEY = `${PRODUCT_SLUG}:purchase-ticket`
/** Since the last use: longer than any payment page stays open. */
const LIFETIME_MS = 24 * 3_600_000

const Kept = z.object({ ticket: z.string().check(z.regex(/^[\w-]{43}$/)), usedAtMs: z.number() })

let memory: z.infer<typeof Kept> | undefined

const read = (): z.infer<typeof Kept> | undefined => memory ?? Kept.safeParse(sharedStorage.readJson(KEY)).data

function write(kept: z.infer<typeof Kept> | undefined): void {
  if (!kept) sharedStorage.remove(KEY)
  memory = kept && !sharedStorage.write(KEY, JSON.stringify(kept)) ? kept : undefined
}

/** Shared by all tabs, so that a purchase that is started twice is one order. */
export const purchaseTicketStore = {
  use: (): string => {
    const kept = read()
    const ticket = kept && Date.now() - kept.usedAtMs < LIFETIME_MS ? kept.ticket : createTicket()
    write({ ticket, usedAtMs: Date.now() })
    return ticket
  },
  forget: (): void => write(undefined),
}
