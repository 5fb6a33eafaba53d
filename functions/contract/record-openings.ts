import * as z from 'zod/mini'
import { endpoint, type Role } from './endpoint.ts'
import { recordParts } from './record-parts.ts'
import { AuditId, CustomerId, Instant, pageOf, PageQuery } from './values.ts'

const openedParts = [...recordParts, 'export', 'list'] as const
export type OpenedPart = (typeof openedParts)[number]

/** Closed list, so that no words about anybody's health travel by mail. */
export const openingQuestions = ['why', 'who', 'unexpected'] as const
export type OpeningQuestion = (typeof openingQuestions)[number]

const AskedQuestion = z.object({ reason: z.enum(openingQuestions), askedAt: Instant })

export const RecordOpening = z.object({
  auditId: AuditId,
  at: Instant,
  name: z.nullable(z.string()),
  /** Null when they no longer work for the practice. */
  role: z.nullable(z.enum(['administrador' satisfies Role])),
  part: z.enum(openedParts),
  question: z.nullable(AskedQuestion),
})
export type RecordOpening = z.infer<typeof RecordOpening>

/**
 * `record`: openings of the client's own record. `lists`: openings of lists that contained many clients, since this
 * client exists.
 */
const OpeningsQuery = z.extend(PageQuery, { of: z._default(z.enum(['record', 'lists']), 'record') })
export type OpeningsQuery = z.infer<typeof OpeningsQuery>

export const recordOpenings = {
  listOpenings: endpoint({
    method: 'GET',
    path: '/privacy/openings',
    allow: ['cliente'],
    query: OpeningsQuery,
    reply: pageOf(RecordOpening),
    audit: 'none',
    refusals: [],
  }),
  /** Mails the question to the practice. Repeating it returns the first question. */
  askAboutOpening: endpoint({
    method: 'POST',
    path: '/privacy/openings/{auditId}/question',
    allow: ['cliente'],
    params: z.object({ auditId: AuditId }),
    body: z.strictObject({ at: Instant, reason: z.enum(openingQuestions, { error: 'Elige qué quieres preguntar' }) }),
    reply: AskedQuestion,
    audit: 'DATA_OPENING_QUESTIONED',
    refusals: [],
  }),
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
