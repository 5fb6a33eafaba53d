import { CarePathway } from './care-pathway.ts'
import { CustomerSummary } from './customer.ts'
import { defineEndpoint } from './endpoint.ts'

export const ownCustomer = {
  /** get_or_create_current_customer: a cliente always has a customer record. */
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
