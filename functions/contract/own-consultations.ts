import * as z from 'zod/mini'
import {
  consultationTexts,
  MoveConsultation,
  NextConsultation,
  OwnConsultation,
  RequestConsultation,
} from './consultation.ts'
import { endpoint } from './endpoint.ts'
import { keysOf } from './record.ts'
import { ConsultationId, pageOf, PageQuery } from './values.ts'

const ownParams = z.object({ consultationId: ConsultationId })
/** For a DELETE, whose version stands in the address. */
export const VersionQuery = z.object({ version: z.coerce.number().check(z.int(), z.positive()) })

export const Calendar = z.object({ fileName: z.string(), ics: z.string() })

const clientRefusals = ['slot-taken', 'too-soon', 'too-far', 'birth-date-missing', 'guardian-consent-required'] as const
/** Without a paid order. */
const freeRefusals = ['request-too-long', 'outside-hours', 'request-pending'] as const
const stale = 'changed-meanwhile'

/** What is written freely about a consultation is about somebody's health. */
export const hasText = (body: Readonly<Record<string, unknown>>): boolean =>
  keysOf(consultationTexts).some((field) => Boolean(body[field]))

/** What a client does with their own consultations. */
export const ownConsultations = {
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
    health: hasText,
    refusals: [...clientRefusals, ...freeRefusals, 'too-many-coming', 'order-scheduled', 'health-consent-required'],
  }),
  move: endpoint({
    method: 'PUT',
    path: '/consultations/mine/{consultationId}',
    allow: ['cliente'],
    params: ownParams,
    body: MoveConsultation,
    reply: OwnConsultation,
    audit: 'CONSULTATION_MOVED',
    health: hasText,
    refusals: [...clientRefusals, ...freeRefusals, stale, 'too-late', 'consultation-closed', 'health-consent-required'],
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
}
