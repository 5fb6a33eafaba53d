import * as z from 'zod/mini'
import { analysisFields, AnalysisValue, EnteredAnalysisValues } from './analysis.ts'
import { defineEndpoint } from './endpoint.ts'
import { getFieldInputSchemas, getFieldValueSchemas } from './record-fields.ts'
import { AnalysisId, createPageSchema, CustomerId, IsoInstant, PageQuery } from './value-schemas.ts'

const Edition = z.int().check(z.positive())

const contentShape = { ...getFieldValueSchemas(analysisFields), values: z.array(AnalysisValue) }

/** A published edition; a correction is the next one. `publishedBy` is a name, null when the account is gone. */
export const AnalysisEdition = z.object({
  ...contentShape,
  edition: Edition,
  publishedAt: IsoInstant,
  publishedBy: z.nullable(z.string()),
})
export type AnalysisEdition = z.infer<typeof AnalysisEdition>

export const OwnAnalysis = z.extend(AnalysisEdition, { analysisId: AnalysisId, seenAt: z.nullable(IsoInstant) })
export type OwnAnalysis = z.infer<typeof OwnAnalysis>

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
  listAnalysesOfMine: defineEndpoint({
    method: 'GET',
    path: '/analyses',
    allow: ['cliente'],
    query: PageQuery,
    reply: createPageSchema(OwnAnalysis),
    audit: 'none',
    refusals: [],
  }),
  /** Refers to the edition read: a correction is unseen again. */
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
  /** The browser creates the id, so that a repeated request creates no second analysis. `version` 0: not saved yet. */
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
  /** Publishes exactly the version that was reviewed, and mails the client. */
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
  /** Removes it for the client too. Published editions stay in the client's record. */
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
