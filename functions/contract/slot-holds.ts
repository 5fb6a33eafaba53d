import * as z from 'zod/mini'
import { AGENDA_STEP_MINUTES } from './consultation-types.ts'
import { defineEndpoint } from './endpoint.ts'
import { ProductKey } from './product-key.ts'
import { IsoInstant, SecretToken } from './value-schemas.ts'

/** How long an hour is kept for a visitor who has not begun to pay. */
export const HOLD_MINUTES = 10

/** Normalised, because the agenda compares instants as text. */
const SlotStart = z.pipe(
  IsoInstant.check(
    z.refine((instant) => Date.parse(instant) % (AGENDA_STEP_MINUTES * 60_000) === 0, {
      error: 'Elige una de las horas que se ofrecen',
    }),
  ),
  z.transform((instant) => new Date(instant).toISOString()),
)

/** Made by the browser, which alone knows it; whoever shows it is the visitor for whom an hour is held. */
const SlotTicket = SecretToken

/** Sent with a purchase: the hour that is held for this visitor. */
export const HeldSlot = z.strictObject({ ticket: SlotTicket, startsAt: SlotStart })
export type HeldSlot = z.infer<typeof HeldSlot>

/** By the server's clock, so that a countdown needs no right clock of the visitor: it runs from `now` to `heldUntil`. */
const SlotHold = z.object({
  startsAt: IsoInstant,
  durationMinutes: z.int(),
  heldUntil: IsoInstant,
  now: IsoInstant,
})
export type SlotHold = z.infer<typeof SlotHold>

export const slotHoldEndpoints = {
  /**
   * Keeps an hour for the visitor; another one that was kept for them is free again. The same hour once more is the same
   * hold. `payment-pending` where they have paid already, or are being charged, for the hour that they had.
   */
  holdSlot: defineEndpoint({
    method: 'POST',
    path: '/slots/hold',
    allow: 'everyone',
    body: z.strictObject({ product: ProductKey, startsAt: SlotStart, ticket: SlotTicket }),
    reply: SlotHold,
    audit: 'none',
    refusals: [
      'slot-taken',
      'too-soon',
      'too-far',
      'outside-hours',
      'too-many-holds',
      'payment-pending',
      'payment-unavailable',
    ],
  }),
  /** `released` is whether nothing is held by this ticket now; not while a payment is being settled. */
  releaseSlot: defineEndpoint({
    method: 'POST',
    path: '/slots/hold/release',
    allow: 'everyone',
    body: z.strictObject({ ticket: SlotTicket }),
    reply: z.object({ released: z.boolean() }),
    audit: 'none',
    refusals: ['payment-unavailable'],
  }),
}
