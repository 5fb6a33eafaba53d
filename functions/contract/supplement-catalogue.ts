import * as z from 'zod/mini'
import { Name } from './client-supplement.ts'
import { Dosing, dosingFields, listedFields } from './dosing.ts'
import { refuseContradiction } from './dosing-contradiction.ts'
import { endpoint } from './endpoint.ts'
import { valuesOf } from './record.ts'
import { SupplementId, TemplateId } from './values.ts'

export const Supplement = z.object({
  supplementId: SupplementId,
  name: z.string(),
  description: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
})

export const RecentSupplement = z.object({ ...valuesOf(listedFields), name: z.string() })
export type RecentSupplement = z.infer<typeof RecentSupplement>

export const Template = z.object({ ...valuesOf(dosingFields), templateId: TemplateId, name: z.string() })
export type Template = z.infer<typeof Template>

/** Contains no client's data. */
export const supplementCatalogue = {
  catalogue: endpoint({
    method: 'GET',
    path: '/supplements/catalogue',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ items: z.array(Supplement) }),
    audit: 'none',
    refusals: [],
  }),
  usedBefore: endpoint({
    method: 'GET',
    path: '/supplements/used',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ items: z.array(RecentSupplement) }),
    audit: 'none',
    refusals: [],
  }),
  templates: endpoint({
    method: 'GET',
    path: '/supplements/templates',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ items: z.array(Template) }),
    audit: 'none',
    refusals: [],
  }),
  saveTemplate: endpoint({
    method: 'POST',
    path: '/supplements/templates',
    allow: ['administrador'],
    opens: 'nothing',
    status: 201,
    body: z.strictObject({ ...Dosing.shape, name: Name }).check(z.superRefine(refuseContradiction)),
    reply: Template,
    audit: 'SUPPLEMENT_TEMPLATE_SAVED',
    refusals: [],
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: '/supplements/templates/{templateId}',
    allow: ['administrador'],
    opens: 'nothing',
    params: z.object({ templateId: TemplateId }),
    reply: z.object({ removed: z.literal(true) }),
    audit: 'SUPPLEMENT_TEMPLATE_REMOVED',
    refusals: [],
  }),
}
