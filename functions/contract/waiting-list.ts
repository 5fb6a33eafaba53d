import * as z from 'zod/mini'
import { EarlyStartUntil } from './consultation.ts'
import { defineEndpoint } from './endpoint.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { ConsultationId, CustomerId, IsoInstant, SecretToken } from './value-schemas.ts'

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

/** `open`: kept for whoever has the link; `taken`: theirs by now; `gone`: declined, too late, or moved meanwhile. */
const LinkedFreedHour = z.object({
  state: z.enum(['open', 'taken', 'gone']),
  startsAt: IsoInstant,
  /** Null where it is gone. */
  durationMinutes: z.nullable(z.int()),
  until: z.nullable(IsoInstant),
  earlyStartUntil: z._default(EarlyStartUntil, null),
})
export type LinkedFreedHour = z.infer<typeof LinkedFreedHour>

const FreedHourLink = z.strictObject({ token: SecretToken })

const WaitingClient = z.object({
  customerId: CustomerId,
  customerName: z.string(),
  since: IsoInstant,
  offeredStart: z.nullable(IsoInstant),
  offeredUntil: z.nullable(IsoInstant),
})
export type WaitingClient = z.infer<typeof WaitingClient>

const takeRefusals = [
  'hold-expired',
  'slot-taken',
  'changed-meanwhile',
  'order-scheduled',
  'early-start-required',
] as const

export const waitingListEndpoints = {
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
    refusals: takeRefusals,
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
  /** With the link of the mail that offers it. POST, so that the secret stands in no address. Changes nothing. */
  readFreedHour: defineEndpoint({
    method: 'POST',
    path: '/slots/freed',
    allow: 'everyone',
    body: FreedHourLink,
    reply: LinkedFreedHour,
    audit: 'none',
    refusals: ['link-invalid'],
  }),
  /** As in the panel. Repeated it answers the same. */
  takeLinkedFreedHour: defineEndpoint({
    method: 'POST',
    path: '/slots/freed/take',
    allow: 'everyone',
    body: z.strictObject({ ...FreedHourLink.shape, consents: z.optional(PurchaseConsents) }),
    reply: LinkedFreedHour,
    audit: 'FREED_HOUR_TAKEN',
    refusals: ['link-invalid', ...takeRefusals],
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
  /** In order of joining. */
  listWaitingClients: defineEndpoint({
    method: 'GET',
    path: '/consultations/waiting-list',
    allow: ['administrador'],
    opens: 'list',
    reply: z.object({ items: z.array(WaitingClient) }),
    audit: 'none',
    refusals: [],
  }),
}
