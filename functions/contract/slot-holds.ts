import * as z from 'zod/mini'
import { AGENDA_STEP_MINUTES } from './consultation-types.ts'
import { defineEndpoint } from './endpoint.ts'
import { ProductKey } from './product-key.ts'
import { IsoInstant, SecretToken } from './value-schemas.ts'

/** Before the visitor begins to pay. */
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

/** Secret created by the browser; identifies the visitor for whom a slot is held. */
const SlotTicket = SecretToken

export const SlotHoldReference = z.strictObject({ ticket: SlotTicket, startsAt: SlotStart })
export type SlotHoldReference = z.infer<typeof SlotHoldReference>

/** All server time, so that a countdown from `now` to `heldUntil` does not depend on the visitor's clock. */
const SlotHold = z.object({
  startsAt: IsoInstant,
  durationMinutes: z.int(),
  heldUntil: IsoInstant,
  now: IsoInstant,
})
export type SlotHold = z.infer<typeof SlotHold>

export const slotHoldEndpoints = {
  /**
   * Holds one slot for the visitor and releases their previous one. The same slot again is the same hold.
   * `payment-pending` when their previous slot is paid or being paid.
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
  /** `released`: this ticket holds nothing any more; false while a payment is being settled. */
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
