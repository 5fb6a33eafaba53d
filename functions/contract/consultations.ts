import * as z from 'zod/mini'
import {
  BookConsultation,
  Consultation,
  consultationStatuses,
  EditConsultation,
  OrderToSchedule,
  ConsultationVersionNumber,
} from './consultation.ts'
import { defineEndpoint } from './endpoint.ts'
import { openingHoursEndpoints } from './opening-hours-endpoints.ts'
import {
  ConsultationCalendarFile,
  hasConsultationText,
  ownConsultationEndpoints,
  ExpectedConsultationVersionQuery,
} from './own-consultations.ts'
import { ConsultationId, CustomerId, IsoInstant, createPageSchema, PageQuery } from './value-schemas.ts'

const params = z.object({ customerId: CustomerId, consultationId: ConsultationId })
const stale = 'changed-meanwhile'

export const consultations = {
  ...ownConsultationEndpoints,
  ...openingHoursEndpoints,
  agenda: defineEndpoint({
    method: 'GET',
    path: '/consultations',
    allow: ['administrador'],
    opens: 'agenda',
    query: z.object({ from: IsoInstant, to: IsoInstant }).check(
      z.refine(({ from, to }) => from < to && Date.parse(to) - Date.parse(from) <= 63 * 86_400_000, {
        error: 'Elige como máximo dos meses',
      }),
    ),
    reply: z.object({ items: z.array(Consultation) }),
    audit: 'none',
    refusals: [],
  }),
  coming: defineEndpoint({
    method: 'GET',
    path: '/consultations/coming',
    allow: ['administrador'],
    opens: 'agenda',
    query: PageQuery,
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
    refusals: ['slot-taken', 'too-soon', 'order-scheduled', 'health-basis-required'],
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
    refusals: ['slot-taken', 'too-soon', stale, 'health-basis-required'],
  }),
  /** Sets the outcome of a consultation, confirms a client's request, or reverts either. */
  setStatus: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/consultations/{consultationId}/status',
    allow: ['administrador'],
    opens: 'consultations',
    params,
    body: z.strictObject({ status: z.enum(consultationStatuses), version: ConsultationVersionNumber }),
    reply: Consultation,
    audit: 'CONSULTATION_STATUS_SET',
    refusals: ['slot-taken', stale],
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
