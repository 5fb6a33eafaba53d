import * as z from 'zod/mini'
import { EarlyStartUntil } from './consultation.ts'
import { defineEndpoint } from './endpoint.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { ConsultationId, IsoInstant } from './value-schemas.ts'

/** Hours that a freed hour is kept for one client, at most until it begins. */
export const OFFER_HOURS = 2

const FreedHourOffer = z.object({
  startsAt: IsoInstant,
  durationMinutes: z.int(),
  until: IsoInstant,
  earlyStartUntil: z._default(EarlyStartUntil, null),
})
export type FreedHourOffer = z.infer<typeof FreedHourOffer>

export const OwnWaitingPlace = z.object({
  waiting: z.boolean(),
  /** Whether anything could be earlier: an agreed consultation, or a paid order without a date. */
  canWait: z.boolean(),
  offer: z.nullable(FreedHourOffer),
})
export type OwnWaitingPlace = z.infer<typeof OwnWaitingPlace>

export const takeFreedHourRefusals = [
  'hold-expired',
  'slot-taken',
  'changed-meanwhile',
  'order-scheduled',
  'early-start-required',
  'guardian-consent-required',
] as const

export const ownWaitingListEndpoints = {
  readOwnWaitingPlace: defineEndpoint({
    method: 'GET',
    path: '/consultations/mine/waiting-list',
    allow: ['cliente'],
    reply: OwnWaitingPlace,
    audit: 'none',
    refusals: [],
  }),
  /** 'Avísame si queda libre un hueco antes'. Idempotent; leaving declines an offered hour. */
  setOwnWaitingPlace: defineEndpoint({
    method: 'PUT',
    path: '/consultations/mine/waiting-list',
    allow: ['cliente'],
    body: z.strictObject({ waiting: z.boolean() }),
    reply: OwnWaitingPlace,
    audit: 'WAITING_LIST_CHANGED',
    refusals: ['consultation-closed'],
  }),
  /** Moves the consultation to the offered hour, or books the paid order there. Idempotent. */
  takeFreedHour: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine/waiting-list/take',
    allow: ['cliente'],
    body: z.strictObject({ startsAt: IsoInstant, consents: z.optional(PurchaseConsents) }),
    reply: z.object({ consultationId: ConsultationId, startsAt: IsoInstant }),
    audit: 'FREED_HOUR_TAKEN',
    refusals: takeFreedHourRefusals,
  }),
  /** Offers it to the next in line: at once, or at night the next morning. Idempotent. */
  declineFreedHour: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine/waiting-list/decline',
    allow: ['cliente'],
    body: z.strictObject({ startsAt: IsoInstant }),
    reply: OwnWaitingPlace,
    audit: 'FREED_HOUR_DECLINED',
    refusals: [],
  }),
}
