import { CarePathway } from './care-pathway.ts'
import { CustomerSummary } from './customer.ts'
import { defineEndpoint } from './endpoint.ts'

export const ownCustomer = {
  /** A cliente has a customer record from registration on. */
  current: defineEndpoint({
    method: 'GET',
    path: '/customers/current',
    allow: ['cliente'],
    reply: CustomerSummary,
    audit: 'none',
    refusals: [],
  }),
  readOwnPathway: defineEndpoint({
    method: 'GET',
    path: '/customers/current/pathway',
    allow: ['cliente'],
    reply: CarePathway,
    audit: 'none',
    refusals: [],
  }),
}
