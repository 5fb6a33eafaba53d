import * as z from 'zod/mini'
import { defineEndpoint, type Role } from './endpoint.ts'
import { customerRecordParts } from './record-parts.ts'
import { AuditEntryId, CustomerId, IsoInstant, createPageSchema, PageQuery } from './value-schemas.ts'

const openedParts = [...customerRecordParts, 'export', 'list'] as const
export type OpenedRecordPart = (typeof openedParts)[number]

/** Closed list, so that mails contain no free text about health. */
export const recordOpeningQuestions = ['why', 'who', 'unexpected'] as const
export type RecordOpeningQuestion = (typeof recordOpeningQuestions)[number]

const AskedQuestion = z.object({ reason: z.enum(recordOpeningQuestions), askedAt: IsoInstant })

export const RecordOpening = z.object({
  auditId: AuditEntryId,
  at: IsoInstant,
  name: z.nullable(z.string()),
  role: z.nullable(z.enum(['administrador' satisfies Role])),
  part: z.enum(openedParts),
  question: z.nullable(AskedQuestion),
})
export type RecordOpening = z.infer<typeof RecordOpening>

/**
 * `record`: openings of the client's own record and exports of all clients; `lists`: openings of lists of many clients.
 * Both since this client was created.
 */
const RecordOpeningsQuery = z.extend(PageQuery, { of: z._default(z.enum(['record', 'lists']), 'record') })
export type RecordOpeningsQuery = z.infer<typeof RecordOpeningsQuery>

export const recordOpeningEndpoints = {
  listOpenings: defineEndpoint({
    method: 'GET',
    path: '/privacy/openings',
    allow: ['cliente'],
    query: RecordOpeningsQuery,
    reply: createPageSchema(RecordOpening),
    audit: 'none',
    refusals: [],
  }),
  /** Mails the question to the practice. Repeating it returns the first question. */
  askAboutOpening: defineEndpoint({
    method: 'POST',
    path: '/privacy/openings/{auditId}/question',
    allow: ['cliente'],
    params: z.object({ auditId: AuditEntryId }),
    body: z.strictObject({
      at: IsoInstant,
      reason: z.enum(recordOpeningQuestions, { error: 'Elige qué quieres preguntar' }),
    }),
    reply: AskedQuestion,
    audit: 'DATA_OPENING_QUESTIONED',
    refusals: [],
  }),
  listOpeningsOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/openings',
    allow: ['administrador'],
    // The reply is about the practice, not about the client.
    opens: 'nothing',
    params: z.object({ customerId: CustomerId }),
    query: RecordOpeningsQuery,
    reply: createPageSchema(RecordOpening),
    audit: 'none',
    refusals: [],
  }),
}
