import * as z from 'zod/mini'
import {
  AnswerConsultationPrice,
  AskEarlyStart,
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
   * The time is reserved at once. Of a type that is paid and waits for an hour it is agreed with that, at the length that
   * was paid; any other request the practice confirms.
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
   * As `listFreeSlots`, for one that is to be moved: its own hour and the pause after it count as free. Display only: the
   * move finds out by itself whether its hour is still free.
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
  /** To a price that the practice proposes; nothing is owed before the yes. */
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
   * The express request for an hour that the practice has given: of a paid one to come that lies within the days of
   * withdrawal. `startsAt` is the hour that was shown: another one by now is refused.
   */
  askEarlyStart: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine/{consultationId}/early-start',
    allow: ['cliente'],
    params: ownParams,
    body: AskEarlyStart,
    reply: z.object({ earlyStartUntil: EarlyStartUntil }),
    audit: 'EARLY_START_REQUESTED',
    refusals: [stale, 'consultation-closed'],
  }),
  /** The only way on which a client learns the address of the room, and only within the time. */
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
