import * as z from 'zod/mini'
import { agendaFeedEndpoints } from './agenda-feed.ts'
import {
  BookConsultation,
  Consultation,
  ConsultationCalendarFile,
  EditConsultation,
  ExpectedConsultationVersionQuery,
  hasConsultationText,
  OrderToSchedule,
  SetConsultationStatus,
} from './consultation.ts'
import { PROPOSED_SLOTS } from './choose-slot-proposals.ts'
import { ConsultationRoom } from './consultation-room.ts'
import { defineEndpoint } from './endpoint.ts'
import { openingHoursEndpoints } from './opening-hours-endpoints.ts'
import { SentSlotProposals } from './sent-slot-proposals.ts'
import { sessionNotesEndpoints } from './session-notes.ts'
import { ConsultationId, CustomerId, IsoInstant, createPageSchema, OrderId, PageQuery } from './value-schemas.ts'

const params = z.object({ customerId: CustomerId, consultationId: ConsultationId })
const stale = 'changed-meanwhile'

const WaitingClient = z.object({
  customerId: CustomerId,
  customerName: z.string(),
  since: IsoInstant,
  offeredStart: z.nullable(IsoInstant),
  offeredUntil: z.nullable(IsoInstant),
})
export type WaitingClient = z.infer<typeof WaitingClient>

const AgendaRange = z.object({ from: IsoInstant, to: IsoInstant }).check(
  z.refine(({ from, to }) => from < to && Date.parse(to) - Date.parse(from) <= 63 * 86_400_000, {
    error: 'Elige como máximo dos meses',
  }),
)

/**
 * Kept until `heldUntil` (server time): for a visitor choosing or paying, whose name is not known yet, or for a client
 * of the waiting list.
 */
const HeldHour = z.object({ startsAt: IsoInstant, durationMinutes: z.int(), heldUntil: IsoInstant })
export type HeldHour = z.infer<typeof HeldHour>

export const consultations = {
  ...openingHoursEndpoints,
  ...agendaFeedEndpoints,
  ...sessionNotesEndpoints,
  agenda: defineEndpoint({
    method: 'GET',
    path: '/consultations',
    allow: ['administrador'],
    opens: 'agenda',
    query: AgendaRange,
    reply: z.object({ items: z.array(Consultation) }),
    audit: 'none',
    refusals: [],
  }),
  listHolds: defineEndpoint({
    method: 'GET',
    path: '/consultations/holds',
    allow: ['administrador'],
    opens: 'nothing',
    query: AgendaRange,
    reply: z.object({ items: z.array(HeldHour) }),
    audit: 'none',
    refusals: [],
  }),
  coming: defineEndpoint({
    method: 'GET',
    path: '/consultations/coming',
    allow: ['administrador'],
    opens: 'agenda',
    query: z.extend(PageQuery, { only: z.optional(z.enum(['requests'])) }),
    reply: createPageSchema(Consultation),
    audit: 'none',
    refusals: [],
  }),
  toClose: defineEndpoint({
    method: 'GET',
    path: '/consultations/to-close',
    allow: ['administrador'],
    opens: 'agenda',
    query: z.extend(PageQuery, { before: IsoInstant }),
    reply: createPageSchema(Consultation),
    audit: 'none',
    refusals: [],
  }),
  toSchedule: defineEndpoint({
    method: 'GET',
    path: '/consultations/to-schedule',
    allow: ['administrador'],
    opens: 'list',
    query: PageQuery,
    reply: createPageSchema(OrderToSchedule),
    audit: 'none',
    refusals: [],
  }),
  listOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/consultations',
    allow: ['administrador'],
    opens: 'consultations',
    params: z.object({ customerId: CustomerId }),
    query: PageQuery,
    reply: createPageSchema(Consultation),
    audit: 'none',
    refusals: [],
  }),
  /** Repeated with the same `requestId` and other content, it changes the booked consultation. */
  book: defineEndpoint({
    method: 'POST',
    path: '/consultations',
    allow: ['administrador'],
    opens: 'consultations',
    status: 201,
    body: BookConsultation,
    reply: Consultation,
    audit: 'CONSULTATION_BOOKED',
    health: hasConsultationText,
    refusals: [
      'budget-part-unpaid',
      'budget-closed',
      'slot-taken',
      'too-soon',
      'order-scheduled',
      stale,
      'health-basis-required',
    ],
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/consultations/{consultationId}',
    allow: ['administrador'],
    opens: 'consultations',
    params,
    reply: Consultation,
    audit: 'none',
    refusals: [],
  }),
  edit: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/consultations/{consultationId}',
    allow: ['administrador'],
    opens: 'consultations',
    params,
    body: EditConsultation,
    reply: Consultation,
    audit: 'CONSULTATION_CHANGED',
    health: hasConsultationText,
    refusals: [
      'slot-taken',
      'too-soon',
      'consultation-ahead',
      'order-already-paid',
      'budget-part-unpaid',
      stale,
      'health-basis-required',
    ],
  }),
  setStatus: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/consultations/{consultationId}/status',
    allow: ['administrador'],
    opens: 'consultations',
    params,
    body: SetConsultationStatus,
    reply: Consultation,
    audit: 'CONSULTATION_STATUS_SET',
    refusals: ['slot-taken', 'consultation-ahead', stale],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/customers/{customerId}/consultations/{consultationId}',
    allow: ['administrador'],
    opens: 'nothing',
    params,
    query: ExpectedConsultationVersionQuery,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'CONSULTATION_REMOVED',
    refusals: [stale],
  }),
  roomOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/consultations/{consultationId}/room',
    allow: ['administrador'],
    opens: 'nothing',
    params,
    reply: ConsultationRoom,
    audit: 'none',
    refusals: [],
  }),
  calendarOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/consultations/{consultationId}/calendar',
    allow: ['administrador'],
    opens: 'consultations',
    params,
    reply: ConsultationCalendarFile,
    audit: 'none',
    refusals: [],
  }),
  listWaitingClients: defineEndpoint({
    method: 'GET',
    path: '/consultations/waiting-list',
    allow: ['administrador'],
    opens: 'list',
    reply: z.object({ items: z.array(WaitingClient) }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Mails three new hours, or those chosen by the practice. `after` is the time of the last known round: a repeated
   * request returns the round already sent; after an answer of the client, or other hours, it is refused.
   */
  sendSlotProposals: defineEndpoint({
    method: 'POST',
    path: '/consultations/to-schedule/{orderId}/proposals',
    allow: ['administrador'],
    opens: 'nothing',
    params: z.object({ orderId: OrderId }),
    body: z.strictObject({
      after: z.nullable(IsoInstant),
      slots: z.optional(
        z.array(IsoInstant).check(
          z.minLength(1, { error: 'Elige al menos una hora' }),
          z.maxLength(PROPOSED_SLOTS, { error: `Puede tener como máximo ${PROPOSED_SLOTS} elementos` }),
          z.refine((slots) => new Set(slots).size === slots.length, { error: 'Elige horas distintas' }),
        ),
      ),
    }),
    reply: SentSlotProposals,
    audit: 'SLOT_PROPOSALS_SENT',
    refusals: ['slot-taken', 'order-scheduled', 'no-free-slots', stale],
  }),
}
