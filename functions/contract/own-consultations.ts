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
/** For DELETE, which has no body. */
export const VersionQuery = z.object({ version: z.coerce.number().check(z.int(), z.positive()) })

export const Calendar = z.object({ fileName: z.string(), ics: z.string() })

const clientRefusals = ['slot-taken', 'too-soon', 'too-far', 'birth-date-missing', 'guardian-consent-required'] as const
const freeRefusals = ['request-too-long', 'outside-hours', 'request-pending'] as const
const stale = 'changed-meanwhile'

/** Free text about a consultation counts as health data. */
export const hasText = (body: Readonly<Record<string, unknown>>): boolean =>
  keysOf(consultationTexts).some((field) => Boolean(body[field]))

export const ownConsultations = {
  listMine: endpoint({
    method: 'GET',
    path: '/consultations/mine',
    allow: ['cliente'],
    query: PageQuery,
    reply: pageOf(OwnConsultation),
    audit: 'none',
    refusals: [],
  }),
  countMine: endpoint({
    method: 'GET',
    path: '/consultations/mine/counts',
    allow: ['cliente'],
    reply: z.object({ total: z.number(), completed: z.number(), upcoming: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  nextOfMine: endpoint({
    method: 'GET',
    path: '/consultations/mine/next',
    allow: ['cliente'],
    reply: NextConsultation,
    audit: 'none',
    refusals: [],
  }),
  /**
   * The time is reserved at once; the practice confirms it. A first consultation redeems the paid order that waits for
   * one, if there is one.
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
