import * as z from 'zod/mini'
import {
  BookConsultation,
  Consultation,
  consultationStatuses,
  EditConsultation,
  OrderToSchedule,
  Version,
} from './consultation.ts'
import { endpoint } from './endpoint.ts'
import { Calendar, hasText, ownConsultations, VersionQuery } from './own-consultations.ts'
import { ConsultationId, CustomerId, Instant, pageOf, PageQuery } from './values.ts'

const params = z.object({ customerId: CustomerId, consultationId: ConsultationId })
const stale = 'changed-meanwhile'

export const consultations = {
  ...ownConsultations,
  /** Every consultation that begins within a stretch of time, in any status, the earliest first. */
  agenda: endpoint({
    method: 'GET',
    path: '/consultations',
    allow: ['administrador'],
    opens: 'agenda',
    query: z.object({ from: Instant, to: Instant }).check(
      z.refine(({ from, to }) => from < to && Date.parse(to) - Date.parse(from) <= 63 * 86_400_000, {
        error: 'Elige como máximo dos meses',
      }),
    ),
    reply: z.object({ items: z.array(Consultation) }),
    audit: 'none',
    refusals: [],
  }),
  /** The consultations to come, the next one first. */
  coming: endpoint({
    method: 'GET',
    path: '/consultations/coming',
    allow: ['administrador'],
    opens: 'agenda',
    query: PageQuery,
    reply: pageOf(Consultation),
    audit: 'none',
    refusals: [],
  }),
  /** Paid orders that wait for a date, the longest wait first. */
  toSchedule: endpoint({
    method: 'GET',
    path: '/consultations/to-schedule',
    allow: ['administrador'],
    opens: 'list',
    query: PageQuery,
    reply: pageOf(OrderToSchedule),
    audit: 'none',
    refusals: [],
  }),
  listOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/consultations',
    allow: ['administrador'],
    opens: 'consultations',
    params: z.object({ customerId: CustomerId }),
    query: PageQuery,
    reply: pageOf(Consultation),
    audit: 'none',
    refusals: [],
  }),
  book: endpoint({
    method: 'POST',
    path: '/consultations',
    allow: ['administrador'],
    opens: 'consultations',
    status: 201,
    body: BookConsultation,
    reply: Consultation,
    audit: 'CONSULTATION_BOOKED',
    health: hasText,
    refusals: ['slot-taken', 'too-soon', 'order-scheduled', 'health-basis-required'],
  }),
  /** One consultation as it stands at this moment. */
  read: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/consultations/{consultationId}',
    allow: ['administrador'],
    opens: 'consultations',
    params,
    reply: Consultation,
    audit: 'none',
    refusals: [],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/customers/{customerId}/consultations/{consultationId}',
    allow: ['administrador'],
    opens: 'consultations',
    params,
    body: EditConsultation,
    reply: Consultation,
    audit: 'CONSULTATION_CHANGED',
    health: hasText,
    refusals: ['slot-taken', 'too-soon', stale, 'health-basis-required'],
  }),
  /** Says how a consultation went, confirms one that a client asked for, or takes that back. */
  setStatus: endpoint({
    method: 'PUT',
    path: '/customers/{customerId}/consultations/{consultationId}/status',
    allow: ['administrador'],
    opens: 'consultations',
    params,
    body: z.strictObject({ status: z.enum(consultationStatuses), version: Version }),
    reply: Consultation,
    audit: 'CONSULTATION_STATUS_SET',
    refusals: ['slot-taken', stale],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/customers/{customerId}/consultations/{consultationId}',
    allow: ['administrador'],
    opens: 'nothing',
    params,
    query: VersionQuery,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'CONSULTATION_REMOVED',
    refusals: [stale],
  }),
  calendarOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/consultations/{consultationId}/calendar',
    allow: ['administrador'],
    opens: 'consultations',
    params,
    reply: Calendar,
    audit: 'none',
    refusals: [],
  }),
}
