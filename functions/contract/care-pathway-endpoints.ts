import * as z from 'zod/mini'
import { CorrectCarePathway } from './care-pathway.ts'
import { CustomerPathway } from './customer-lists.ts'
import { defineEndpoint } from './endpoint.ts'
import { CarePathwayCorrectionId, CustomerId } from './value-schemas.ts'

const params = z.object({ customerId: CustomerId })
const stale = 'changed-meanwhile'

export const carePathwayEndpoints = {
  readPathway: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/pathway',
    allow: ['administrador'],
    opens: 'profile',
    params,
    reply: CustomerPathway,
    audit: 'none',
    refusals: [],
  }),
  /** Adds facts that the product cannot know; contradicting known ones is refused. */
  correctPathway: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/pathway/corrections',
    allow: ['administrador'],
    opens: 'profile',
    params,
    body: CorrectCarePathway,
    reply: CustomerPathway,
    audit: 'CARE_PATHWAY_CORRECTED',
    health: ({ note }) => Boolean(note),
    refusals: [stale, 'pathway-contradicted', 'health-basis-required'],
  }),
  withdrawPathwayCorrection: defineEndpoint({
    method: 'DELETE',
    path: '/customers/{customerId}/pathway/corrections/{correctionId}',
    allow: ['administrador'],
    opens: 'profile',
    params: z.extend(params, { correctionId: CarePathwayCorrectionId }),
    query: z.object({ version: z.coerce.number().check(z.int(), z.positive()) }),
    reply: CustomerPathway,
    audit: 'CARE_PATHWAY_CORRECTION_WITHDRAWN',
    refusals: [stale],
  }),
}
