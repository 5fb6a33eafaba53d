import * as z from 'zod/mini'
import { analysisFields, AnalysisValue, EnteredAnalysisValues } from './analysis.ts'
import { defineEndpoint } from './endpoint.ts'
import { getFieldInputSchemas, getFieldValueSchemas } from './record-fields.ts'
import { AnalysisId, createPageSchema, CustomerId, IsoInstant, PageQuery } from './value-schemas.ts'

const Edition = z.int().check(z.positive())

const contentShape = { ...getFieldValueSchemas(analysisFields), values: z.array(AnalysisValue) }

/** What was published once; a correction is the next edition. `publishedBy`: a name, null where the account is gone. */
export const AnalysisEdition = z.object({
  ...contentShape,
  edition: Edition,
  publishedAt: IsoInstant,
  publishedBy: z.nullable(z.string()),
})
export type AnalysisEdition = z.infer<typeof AnalysisEdition>

/** The edition that the client reads: the last one that was published. */
export const OwnAnalysis = z.extend(AnalysisEdition, { analysisId: AnalysisId, seenAt: z.nullable(IsoInstant) })
export type OwnAnalysis = z.infer<typeof OwnAnalysis>

/** `version` counts every save, `published.version` is the one that the client reads. */
export const CustomerAnalysis = z.object({
  ...contentShape,
  analysisId: AnalysisId,
  version: z.int().check(z.positive()),
  createdAt: IsoInstant,
  savedAt: IsoInstant,
  savedBy: z.nullable(z.string()),
  published: z.nullable(
    z.object({
      version: z.int().check(z.positive()),
      edition: Edition,
      publishedAt: IsoInstant,
      seenAt: z.nullable(IsoInstant),
    }),
  ),
})
export type CustomerAnalysis = z.infer<typeof CustomerAnalysis>

const ofCustomer = z.object({ customerId: CustomerId })
const params = z.extend(ofCustomer, { analysisId: AnalysisId })
const path = '/customers/{customerId}/analyses/{analysisId}'
const stale = 'changed-meanwhile'

export const analysisEndpoints = {
  /** What is published, the latest first. */
  listAnalysesOfMine: defineEndpoint({
    method: 'GET',
    path: '/analyses',
    allow: ['cliente'],
    query: PageQuery,
    reply: createPageSchema(OwnAnalysis),
    audit: 'none',
    refusals: [],
  }),
  /** Of the edition that was read: a correction is new again. */
  seeAnalysis: defineEndpoint({
    method: 'PUT',
    path: '/analyses/{analysisId}/seen',
    allow: ['cliente'],
    params: z.object({ analysisId: AnalysisId }),
    body: z.strictObject({ edition: Edition }),
    reply: z.object({ seenAt: IsoInstant }),
    audit: 'none',
    refusals: [],
  }),
  /** The latest first, with what is not published. */
  listAnalysesOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/analyses',
    allow: ['administrador'],
    opens: 'analyses',
    params: ofCustomer,
    query: PageQuery,
    reply: createPageSchema(CustomerAnalysis),
    audit: 'none',
    refusals: [],
  }),
  /** The id is the browser's, so that a repetition makes no second one. `version` 0: nothing was saved yet. */
  saveAnalysis: defineEndpoint({
    method: 'PUT',
    path,
    allow: ['administrador'],
    opens: 'analyses',
    params,
    body: z.strictObject({
      ...getFieldInputSchemas(analysisFields),
      values: EnteredAnalysisValues,
      version: z.int().check(z.nonnegative()),
    }),
    reply: CustomerAnalysis,
    audit: 'ANALYSIS_SAVED',
    health: true,
    refusals: [stale, 'report-gone', 'health-basis-required'],
  }),
  /** The version that was read back: the client reads it, and a mail says that there is something to read. */
  publishAnalysis: defineEndpoint({
    method: 'POST',
    path: `${path}/editions`,
    allow: ['administrador'],
    opens: 'analyses',
    params,
    body: z.strictObject({ version: z.int().check(z.positive()) }),
    reply: CustomerAnalysis,
    audit: 'ANALYSIS_PUBLISHED',
    health: true,
    refusals: [stale, 'summary-missing', 'report-gone', 'health-basis-required'],
  }),
  /** What was published, the latest first. */
  listAnalysisEditions: defineEndpoint({
    method: 'GET',
    path: `${path}/editions`,
    allow: ['administrador'],
    opens: 'analyses',
    params,
    query: PageQuery,
    reply: createPageSchema(AnalysisEdition),
    audit: 'none',
    refusals: [],
  }),
  /** Takes it from the client too. What was published stays in what is kept of them. */
  removeAnalysis: defineEndpoint({
    method: 'DELETE',
    path,
    allow: ['administrador'],
    opens: 'nothing',
    params,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'ANALYSIS_REMOVED',
    refusals: [stale],
  }),
}
