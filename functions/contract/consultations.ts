import * as z from 'zod/mini'
import { agendaFeedEndpoints } from './agenda-feed.ts'
import { attendanceEndpoints } from './attendance.ts'
import {
  BookConsultation,
  Consultation,
  EditConsultation,
  OrderToSchedule,
  SetConsultationStatus,
} from './consultation.ts'
import { ConsultationRoom } from './consultation-room.ts'
import { defineEndpoint } from './endpoint.ts'
import { openingHoursEndpoints } from './opening-hours-endpoints.ts'
import { sessionNotesEndpoints } from './session-notes.ts'
import { slotProposalEndpoints } from './slot-proposals.ts'
import { waitingListEndpoints } from './waiting-list.ts'
import {
  ConsultationCalendarFile,
  hasConsultationText,
  ownConsultationEndpoints,
  ExpectedConsultationVersionQuery,
} from './own-consultations.ts'
import { ConsultationId, CustomerId, IsoInstant, createPageSchema, PageQuery } from './value-schemas.ts'

const params = z.object({ customerId: CustomerId, consultationId: ConsultationId })
const stale = 'changed-meanwhile'

const AgendaRange = z.object({ from: IsoInstant, to: IsoInstant }).check(
  z.refine(({ from, to }) => from < to && Date.parse(to) - Date.parse(from) <= 63 * 86_400_000, {
    error: 'Elige como máximo dos meses',
  }),
)

/** An hour that a visitor keeps while paying, `heldUntil` by real time: nobody's name belongs to it yet. */
const HeldHour = z.object({ startsAt: IsoInstant, durationMinutes: z.int(), heldUntil: IsoInstant })
export type HeldHour = z.infer<typeof HeldHour>

export const consultations = {
  ...ownConsultationEndpoints,
  ...openingHoursEndpoints,
  ...attendanceEndpoints,
  ...agendaFeedEndpoints,
  ...slotProposalEndpoints,
  ...waitingListEndpoints,
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
    /** `requests`: those that wait for the practice's confirmation. */
    query: z.extend(PageQuery, { only: z.optional(z.enum(['requests'])) }),
    reply: createPageSchema(Consultation),
    audit: 'none',
    refusals: [],
  }),
  /** Began before an instant and never closed, the latest first. */
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
  /** Corrected and sent again under the same `requestId` it changes what it has booked. */
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
  /** Sets the outcome of a consultation, confirms a client's request, or reverts either. */
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
  /** The same room within the same time as for the client. Says nothing of them. */
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
}
