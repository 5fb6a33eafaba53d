import * as z from 'zod/mini'
import { EarlyStartUntil } from './consultation.ts'
import { defineEndpoint } from './endpoint.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { IsoInstant, SecretToken } from './value-schemas.ts'
import { takeFreedHourRefusals } from './waiting-list.ts'

/**
 * `open`: kept for the holder of the link; `taken`: booked by them; `gone`: declined, expired, or their consultation
 * was moved.
 */
const LinkedFreedHour = z.object({
  state: z.enum(['open', 'taken', 'gone']),
  startsAt: IsoInstant,
  durationMinutes: z.nullable(z.int()),
  until: z.nullable(IsoInstant),
  earlyStartUntil: z._default(EarlyStartUntil, null),
})
export type LinkedFreedHour = z.infer<typeof LinkedFreedHour>

const FreedHourLink = z.strictObject({ token: SecretToken })

export const linkedFreedHours = {
  /** By the mailed link. POST, so that URLs contain no secret. Changes nothing. */
  readFreedHour: defineEndpoint({
    method: 'POST',
    path: '/slots/freed',
    allow: 'everyone',
    body: FreedHourLink,
    reply: LinkedFreedHour,
    audit: 'none',
    refusals: ['link-invalid'],
  }),
  takeLinkedFreedHour: defineEndpoint({
    method: 'POST',
    path: '/slots/freed/take',
    allow: 'everyone',
    body: z.strictObject({ ...FreedHourLink.shape, consents: z.optional(PurchaseConsents) }),
    reply: LinkedFreedHour,
    audit: 'FREED_HOUR_TAKEN',
    refusals: ['link-invalid', ...takeFreedHourRefusals],
  }),
  declineLinkedFreedHour: defineEndpoint({
    method: 'POST',
    path: '/slots/freed/decline',
    allow: 'everyone',
    body: FreedHourLink,
    reply: LinkedFreedHour,
    audit: 'FREED_HOUR_DECLINED',
    refusals: ['link-invalid'],
  }),
}
