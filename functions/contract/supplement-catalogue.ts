import * as z from 'zod/mini'
import { SupplementName } from './client-supplement.ts'
import { Dosing, dosingFields, structuredDosingFields } from './dosing.ts'
import { rejectDosingContradiction } from './dosing-contradiction.ts'
import { defineEndpoint } from './endpoint.ts'
import { getFieldValueSchemas } from './record-fields.ts'
import { SupplementId, SupplementTemplateId } from './value-schemas.ts'

export const Supplement = z.object({
  supplementId: SupplementId,
  name: z.string(),
  description: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
})

export const RecentSupplementDosing = z.object({ ...getFieldValueSchemas(structuredDosingFields), name: z.string() })
export type RecentSupplementDosing = z.infer<typeof RecentSupplementDosing>

export const SupplementTemplate = z.object({
  ...getFieldValueSchemas(dosingFields),
  templateId: SupplementTemplateId,
  name: z.string(),
})
export type SupplementTemplate = z.infer<typeof SupplementTemplate>

export const supplementCatalogueEndpoints = {
  catalogue: defineEndpoint({
    method: 'GET',
    path: '/supplements/catalogue',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ items: z.array(Supplement) }),
    audit: 'none',
    refusals: [],
  }),
  usedBefore: defineEndpoint({
    method: 'GET',
    path: '/supplements/used',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ items: z.array(RecentSupplementDosing) }),
    audit: 'none',
    refusals: [],
  }),
  templates: defineEndpoint({
    method: 'GET',
    path: '/supplements/templates',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ items: z.array(SupplementTemplate) }),
    audit: 'none',
    refusals: [],
  }),
  /** The same `requestId` is the same template; otherwise it is a new one. */
  saveTemplate: defineEndpoint({
    method: 'POST',
    path: '/supplements/templates',
    allow: ['administrador'],
    opens: 'nothing',
    status: 201,
    body: z
      .strictObject({ ...Dosing.shape, name: SupplementName, requestId: z.uuid() })
      .check(z.superRefine(rejectDosingContradiction)),
    reply: SupplementTemplate,
    audit: 'SUPPLEMENT_TEMPLATE_SAVED',
    refusals: [],
  }),
  removeTemplate: defineEndpoint({
    method: 'DELETE',
    path: '/supplements/templates/{templateId}',
    allow: ['administrador'],
    opens: 'nothing',
    params: z.object({ templateId: SupplementTemplateId }),
    reply: z.object({ removed: z.literal(true) }),
    audit: 'SUPPLEMENT_TEMPLATE_REMOVED',
    refusals: [],
  }),
}
