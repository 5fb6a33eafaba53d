import * as z from 'zod/mini'
import { consultationTypes } from './consultation-types.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  createOptionalTextField,
  type EnteredRecord,
  getFieldInputSchemas,
  getFieldValueSchemas,
  getObjectKeys,
} from './record-fields.ts'
import { MultilineText } from './text-schemas.ts'
import { ConsultationId, CustomerId, IsoInstant, createPageSchema, PageQuery } from './value-schemas.ts'

const Notes = MultilineText.check(z.maxLength(8000))
const Summary = MultilineText.check(z.maxLength(4000))

/** The practice's notes of a consultation. Clients never see them, except `summary`: they read its shared copy. */
export const sessionNotesFields = {
  visitReason: createOptionalTextField('Motivo', Notes),
  assessment: createOptionalTextField('Valoración', Notes),
  plan: createOptionalTextField('Plan', Notes),
  summary: createOptionalTextField('Resumen para el cliente', Summary),
}
export type SessionNotesTexts = EnteredRecord<typeof sessionNotesFields>

/**
 * Minutes within which saves by one person are one edition; later ones keep the earlier text as an edition. The audit
 * log has an entry for each edition.
 */
export const SESSION_NOTES_EDITION_MINUTES = 10

const edition = {
  ...getFieldValueSchemas(sessionNotesFields),
  edition: z.int().check(z.positive()),
  savedAt: IsoInstant,
  savedBy: z.nullable(z.string()),
}

export const SessionNotesEdition = z.object(edition)
export type SessionNotesEdition = z.infer<typeof SessionNotesEdition>

export const SessionNotes = z.object({
  consultationId: ConsultationId,
  startsAt: IsoInstant,
  type: z.enum(consultationTypes),
  ...edition,
  version: z.int().check(z.positive()),
})
export type SessionNotes = z.infer<typeof SessionNotes>

const SharedSummary = z.object({ text: z.string(), sharedAt: IsoInstant })
export type SharedSummary = z.infer<typeof SharedSummary>

/** `version` 0: nothing was saved yet. */
const SaveSessionNotes = z.strictObject({
  ...getFieldInputSchemas(sessionNotesFields),
  version: z.int().check(z.nonnegative()),
})

const hasText = (body: Readonly<Record<string, unknown>>): boolean =>
  getObjectKeys(sessionNotesFields).some((field) => Boolean(body[field]))

const ofCustomer = z.object({ customerId: CustomerId })
const params = z.extend(ofCustomer, { consultationId: ConsultationId })
const path = '/customers/{customerId}/consultations/{consultationId}/notes'
const stale = 'changed-meanwhile'

export const sessionNotesEndpoints = {
  readNotes: defineEndpoint({
    method: 'GET',
    path,
    allow: ['administrador'],
    opens: 'session-notes',
    params,
    reply: z.object({ notes: z.nullable(SessionNotes), shared: z.nullable(SharedSummary) }),
    audit: 'none',
    refusals: [],
  }),
  saveNotes: defineEndpoint({
    method: 'PUT',
    path,
    allow: ['administrador'],
    opens: 'session-notes',
    params,
    body: SaveSessionNotes,
    reply: SessionNotes,
    audit: 'SESSION_NOTES_SAVED',
    health: hasText,
    refusals: [stale, 'health-basis-required'],
  }),
  listNoteEditions: defineEndpoint({
    method: 'GET',
    path: `${path}/editions`,
    allow: ['administrador'],
    opens: 'session-notes',
    params,
    query: PageQuery,
    reply: createPageSchema(SessionNotesEdition),
    audit: 'none',
    refusals: [],
  }),
  listNotesOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/notes',
    allow: ['administrador'],
    opens: 'session-notes',
    params: ofCustomer,
    query: PageQuery,
    reply: createPageSchema(SessionNotes),
    audit: 'none',
    refusals: [],
  }),
  /** Copies the saved summary to the client's panel and mails them. */
  shareSummary: defineEndpoint({
    method: 'POST',
    path: `${path}/summary`,
    allow: ['administrador'],
    opens: 'session-notes',
    params,
    body: z.strictObject({ version: z.int().check(z.positive()) }),
    reply: SharedSummary,
    audit: 'SESSION_SUMMARY_SHARED',
    health: true,
    refusals: [stale, 'summary-missing', 'health-basis-required'],
  }),
}
