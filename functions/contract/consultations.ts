import * as z from 'zod'
import {
  BookConsultation,
  Consultation,
  consultationStatuses,
  EditConsultation,
  MoveConsultation,
  NextConsultation,
  OrderToSchedule,
  OwnConsultation,
  RequestConsultation,
  Version,
} from './consultation.ts'
import { endpoint } from './endpoint.ts'
import { ConsultationId, CustomerId, Instant, pageOf, PageQuery } from './values.ts'

const ownParams = z.object({ consultationId: ConsultationId })
const params = z.object({ customerId: CustomerId, consultationId: ConsultationId })
/** For a DELETE, whose version stands in the address. */
const VersionQuery = z.object({ version: z.coerce.number().int().positive() })

const Calendar = z.object({ fileName: z.string(), ics: z.string() })

const clientRefusals = ['slot-taken', 'too-soon', 'too-far', 'birth-date-missing', 'guardian-consent-required'] as const
const stale = 'changed-meanwhile'

export const consultations = {
  /** The caller's own consultations, the latest date first. */
  listMine: endpoint({
    method: 'GET',
    path: '/consultations/mine',
    allow: ['cliente'],
    query: PageQuery,
    reply: pageOf(OwnConsultation),
    audit: 'none',
    refusals: [],
  }),
  /** How many consultations the caller has had, and how many are to come. */
  countMine: endpoint({
    method: 'GET',
    path: '/consultations/mine/counts',
    allow: ['cliente'],
    reply: z.object({ total: z.number(), completed: z.number(), upcoming: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  /** The caller's next consultation, and the paid one for which no date has been agreed. */
  nextOfMine: endpoint({
    method: 'GET',
    path: '/consultations/mine/next',
    allow: ['cliente'],
    reply: NextConsultation,
    audit: 'none',
    refusals: [],
  }),
  /**
   * A client asks for a consultation. Its time is kept from now on; the practice confirms it. A first consultation is the
   * one that they have paid, where one waits for its date.
   */
  request: endpoint({
    method: 'POST',
    path: '/consultations/mine',
    allow: ['cliente'],
    status: 201,
    body: RequestConsultation,
    reply: OwnConsultation,
    audit: 'CONSULTATION_REQUESTED',
    refusals: [...clientRefusals, 'too-many-coming', 'order-scheduled'],
  }),
  move: endpoint({
    method: 'PUT',
    path: '/consultations/mine/{consultationId}',
    allow: ['cliente'],
    params: ownParams,
    body: MoveConsultation,
    reply: OwnConsultation,
    audit: 'CONSULTATION_MOVED',
    refusals: [...clientRefusals, stale, 'too-late', 'consultation-closed'],
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/consultations/mine/{consultationId}',
    allow: ['cliente'],
    params: ownParams,
    query: VersionQuery,
    reply: OwnConsultation,
    audit: 'CONSULTATION_CANCELLED',
    refusals: [stale, 'too-late', 'consultation-closed'],
  }),
  /** The caller's consultation as a calendar file (RFC 5545). */
  calendarOfMine: endpoint({
    method: 'GET',
    path: '/consultations/mine/{consultationId}/calendar',
    allow: ['cliente'],
    params: ownParams,
    reply: Calendar,
    audit: 'none',
    refusals: [],
  }),
  /** Every consultation that begins within a stretch of time, in any status, the earliest first. */
  agenda: endpoint({
    method: 'GET',
    path: '/consultations',
    allow: ['administrador'],
    query: z
      .object({ from: Instant, to: Instant })
      .refine(({ from, to }) => from < to && Date.parse(to) - Date.parse(from) <= 63 * 86_400_000, {
        error: 'Como mucho, dos meses',
      }),
    reply: z.object({ items: z.array(Consultation) }),
    audit: 'none',
    refusals: [],
  }),
  /** The consultations to come, the next one first. */
  coming: endpoint({
    method: 'GET',
    path: '/consultations/coming',
    allow: ['administrador'],
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
    query: PageQuery,
    reply: pageOf(OrderToSchedule),
    audit: 'none',
    refusals: [],
  }),
  listOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/consultations',
    allow: ['administrador'],
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
    status: 201,
    body: BookConsultation,
    reply: Consultation,
    audit: 'CONSULTATION_BOOKED',
    refusals: ['slot-taken', 'too-soon', 'order-scheduled'],
  }),
  /** One consultation as it stands at this moment. */
  read: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/consultations/{consultationId}',
    allow: ['administrador'],
    params,
    reply: Consultation,
    audit: 'none',
    refusals: [],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/customers/{customerId}/consultations/{consultationId}',
    allow: ['administrador'],
    params,
    body: EditConsultation,
    reply: Consultation,
    audit: 'CONSULTATION_CHANGED',
    refusals: ['slot-taken', 'too-soon', stale],
  }),
  /** Says how a consultation went, confirms one that a client asked for, or takes that back. */
  setStatus: endpoint({
    method: 'PUT',
    path: '/customers/{customerId}/consultations/{consultationId}/status',
    allow: ['administrador'],
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
    params,
    reply: Calendar,
    audit: 'none',
    refusals: [],
  }),
}
