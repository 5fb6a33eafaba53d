import * as z from 'zod/mini'
import { EarlyStartUntil } from './consultation.ts'
import { defineEndpoint } from './endpoint.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { ConsultationId, IsoInstant } from './value-schemas.ts'

/** How long a freed hour is kept for whoever it is offered to. */
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
  /** Whether there is something that could be earlier: an agreed consultation, or a paid order without an hour. */
  canWait: z.boolean(),
  /** Kept for the client until they answer. */
  offer: z.nullable(FreedHourOffer),
})
export type OwnWaitingPlace = z.infer<typeof OwnWaitingPlace>

export const takeFreedHourRefusals = [
  'hold-expired',
  'slot-taken',
  'changed-meanwhile',
  'order-scheduled',
  'early-start-required',
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
  /** 'Avísame si se libra algo antes'. Repeated it changes nothing; whoever leaves gives up the hour that is offered. */
  setOwnWaitingPlace: defineEndpoint({
    method: 'PUT',
    path: '/consultations/mine/waiting-list',
    allow: ['cliente'],
    body: z.strictObject({ waiting: z.boolean() }),
    reply: OwnWaitingPlace,
    audit: 'WAITING_LIST_CHANGED',
    refusals: ['consultation-closed'],
  }),
  /** Moves the consultation to the offered hour, or books the paid order there. Repeated it answers the same. */
  takeFreedHour: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine/waiting-list/take',
    allow: ['cliente'],
    body: z.strictObject({ startsAt: IsoInstant, consents: z.optional(PurchaseConsents) }),
    reply: z.object({ consultationId: ConsultationId, startsAt: IsoInstant }),
    audit: 'FREED_HOUR_TAKEN',
    refusals: takeFreedHourRefusals,
  }),
  /** The next in line is offered it at once. Repeated it changes nothing. */
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
