import * as z from 'zod/mini'
import { endpoint, type Role } from './endpoint.ts'
import { recordParts } from './record-parts.ts'
import { AuditId, CustomerId, Instant, pageOf, PageQuery } from './values.ts'

/** What the list of openings tells of besides parts of one record: a file of all clients, and a list of many. */
const openedParts = [...recordParts, 'export', 'list'] as const
export type OpenedPart = (typeof openedParts)[number]

/** What clients may ask about an opening. Closed, so that no word about anybody's health travels by mail. */
export const openingQuestions = ['why', 'who', 'unexpected'] as const
export type OpeningQuestion = (typeof openingQuestions)[number]

const AskedQuestion = z.object({ reason: z.enum(openingQuestions), askedAt: Instant })

/** That somebody of the practice opened a client's data. */
export const RecordOpening = z.object({
  auditId: AuditId,
  at: Instant,
  /** Null when it is not known any more. */
  name: z.nullable(z.string()),
  /** Null when they no longer work with the practice. */
  role: z.nullable(z.enum(['administrador' satisfies Role])),
  part: z.enum(openedParts),
  /** What the client has asked about it. */
  question: z.nullable(AskedQuestion),
})
export type RecordOpening = z.infer<typeof RecordOpening>

/** Of the client's record, or of lists of clients since there is one: many, of which none is about them alone. */
const OpeningsQuery = z.extend(PageQuery, { of: z._default(z.enum(['record', 'lists']), 'record') })
export type OpeningsQuery = z.infer<typeof OpeningsQuery>

export const recordOpenings = {
  /** Who of the practice has opened the caller's data, newest first. */
  listOpenings: endpoint({
    method: 'GET',
    path: '/privacy/openings',
    allow: ['cliente'],
    query: OpeningsQuery,
    reply: pageOf(RecordOpening),
    audit: 'none',
    refusals: [],
  }),
  /** Mails a question about one of them to the practice. Asked again, it is the question that was asked first. */
  askAboutOpening: endpoint({
    method: 'POST',
    path: '/privacy/openings/{auditId}/question',
    allow: ['cliente'],
    params: z.object({ auditId: AuditId }),
    /** `at` is the instant of the opening, which finds it. */
    body: z.strictObject({ at: Instant, reason: z.enum(openingQuestions, { error: 'Elige qué quieres preguntar' }) }),
    reply: AskedQuestion,
    audit: 'DATA_OPENING_QUESTIONED',
    refusals: [],
  }),
  /** The same list as the client's own, for the practice. */
  listOpeningsOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/openings',
    allow: ['administrador'],
    // It tells of the practice, not of the client.
    opens: 'nothing',
    params: z.object({ customerId: CustomerId }),
    query: OpeningsQuery,
    reply: pageOf(RecordOpening),
    audit: 'none',
    refusals: [],
  }),
}
