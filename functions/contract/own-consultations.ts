import * as z from 'zod/mini'
import {
  AnswerConsultationPrice,
  RequestEarlyStart,
  ConsultationCalendarFile,
  EarlyStartUntil,
  ExpectedConsultationVersionQuery,
  hasConsultationText,
  MoveConsultation,
  NextConsultationOverview,
  OwnConsultation,
  RequestConsultation,
} from './consultation.ts'
import { consultationTypes } from './consultation-types.ts'
import { ConsultationRoom } from './consultation-room.ts'
import { defineEndpoint } from './endpoint.ts'
import { FreeSlotsOfWeek, Monday } from './free-slot-endpoints.ts'
import { ownSlotProposalEndpoints } from './slot-proposals.ts'
import { ConsultationId, createPageSchema, IsoInstant, PageQuery } from './value-schemas.ts'
import { ownWaitingListEndpoints } from './waiting-list.ts'

const ownParams = z.object({ consultationId: ConsultationId })

export const OwnSessionSummary = z.object({
  consultationId: ConsultationId,
  startsAt: IsoInstant,
  type: z.enum(consultationTypes),
  text: z.string(),
  sharedAt: IsoInstant,
})
export type OwnSessionSummary = z.infer<typeof OwnSessionSummary>

const clientRefusals = [
  'slot-taken',
  'too-soon',
  'too-far',
  'early-start-required',
  'birth-date-missing',
  'guardian-consent-required',
] as const
const freeRefusals = ['request-too-long', 'outside-hours', 'request-pending'] as const
const stale = 'changed-meanwhile'

export const ownConsultations = {
  ...ownSlotProposalEndpoints,
  ...ownWaitingListEndpoints,
  listMine: defineEndpoint({
    method: 'GET',
    path: '/consultations/mine',
    allow: ['cliente'],
    query: PageQuery,
    reply: createPageSchema(OwnConsultation),
    audit: 'none',
    refusals: [],
  }),
  countMine: defineEndpoint({
    method: 'GET',
    path: '/consultations/mine/counts',
    allow: ['cliente'],
    reply: z.object({ total: z.number(), completed: z.number(), upcoming: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  nextOfMine: defineEndpoint({
    method: 'GET',
    path: '/consultations/mine/next',
    allow: ['cliente'],
    reply: NextConsultationOverview,
    audit: 'none',
    refusals: [],
  }),
  /**
   * Reserves the time at once. With a paid order of this type that waits for a date, or a consultation of this type
   * left in a budget, it is confirmed at the paid length; otherwise the practice confirms it.
   */
  request: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine',
    allow: ['cliente'],
    status: 201,
    body: RequestConsultation,
    reply: OwnConsultation,
    audit: 'CONSULTATION_REQUESTED',
    health: hasConsultationText,
    refusals: [
      'budget-part-unpaid',
      ...clientRefusals,
      ...freeRefusals,
      'too-many-coming',
      'order-scheduled',
      'health-consent-required',
    ],
  }),
  move: defineEndpoint({
    method: 'PUT',
    path: '/consultations/mine/{consultationId}',
    allow: ['cliente'],
    params: ownParams,
    body: MoveConsultation,
    reply: OwnConsultation,
    audit: 'CONSULTATION_MOVED',
    health: hasConsultationText,
    refusals: [
      'budget-part-unpaid',
      'budget-closed',
      ...clientRefusals,
      ...freeRefusals,
      stale,
      'too-late',
      'consultation-closed',
      'health-consent-required',
    ],
  }),
  /**
   * Like `listFreeSlots`, for moving a consultation: its own time and pause count as free. Display only: the move
   * checks again.
   */
  listSlotsForMove: defineEndpoint({
    method: 'GET',
    path: '/consultations/mine/{consultationId}/slots',
    allow: ['cliente'],
    params: ownParams,
    query: z.strictObject({
      week: Monday,
      durationMinutes: z.pipe(z.coerce.number(), RequestConsultation.shape.durationMinutes),
    }),
    reply: FreeSlotsOfWeek,
    audit: 'none',
    refusals: [],
  }),
  cancel: defineEndpoint({
    method: 'DELETE',
    path: '/consultations/mine/{consultationId}',
    allow: ['cliente'],
    params: ownParams,
    query: ExpectedConsultationVersionQuery,
    reply: OwnConsultation,
    audit: 'CONSULTATION_CANCELLED',
    refusals: [stale, 'too-late', 'consultation-closed'],
  }),
  /** Accepts or declines the practice's proposed price; nothing is owed before acceptance. */
  answerPrice: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine/{consultationId}/price',
    allow: ['cliente'],
    params: ownParams,
    body: AnswerConsultationPrice,
    reply: OwnConsultation,
    audit: 'CONSULTATION_PRICE_ANSWERED',
    refusals: [stale, 'consultation-closed', 'order-already-paid', 'guardian-consent-required'],
  }),
  /**
   * Express request for an upcoming paid consultation booked by the practice within the days of withdrawal. `startsAt`
   * is the hour shown, refused when it has changed.
   */
  requestEarlyStart: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine/{consultationId}/early-start',
    allow: ['cliente'],
    params: ownParams,
    body: RequestEarlyStart,
    reply: z.object({ earlyStartUntil: EarlyStartUntil }),
    audit: 'EARLY_START_REQUESTED',
    refusals: [stale, 'consultation-closed'],
  }),
  /** The only endpoint that shows clients the room's address, only around the start. */
  roomOfMine: defineEndpoint({
    method: 'GET',
    path: '/consultations/mine/{consultationId}/room',
    allow: ['cliente'],
    params: ownParams,
    reply: ConsultationRoom,
    audit: 'none',
    refusals: [],
  }),
  calendarOfMine: defineEndpoint({
    method: 'GET',
    path: '/consultations/mine/{consultationId}/calendar',
    allow: ['cliente'],
    params: ownParams,
    reply: ConsultationCalendarFile,
    audit: 'none',
    refusals: [],
  }),
  listSummariesOfMine: defineEndpoint({
    method: 'GET',
    path: '/consultations/mine/summaries',
    allow: ['cliente'],
    query: PageQuery,
    reply: createPageSchema(OwnSessionSummary),
    audit: 'none',
    refusals: [],
  }),
}
