import * as z from 'zod/mini'
import {
  AddSupplementByDoseTime,
  AddClientSupplement,
  ClientSupplement,
  EditClientSupplement,
  ClientSupplementVersionNumber,
  DosesByWeek,
} from './client-supplement.ts'
import { defineEndpoint } from './endpoint.ts'
import { protocolEndpoints } from './protocol.ts'
import { supplementCatalogueEndpoints } from './supplement-catalogue.ts'
import { ClientSupplementId, CustomerId, createPageSchema, PageQuery } from './value-schemas.ts'

export const ADHERENCE_WEEKS = 12

const ofCustomer = z.object({ customerId: CustomerId })
const params = z.object({ customerId: CustomerId, clientSupplementId: ClientSupplementId })
const stale = 'changed-meanwhile'

export const supplements = {
  listOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/supplements',
    allow: ['administrador'],
    opens: 'supplements',
    params: ofCustomer,
    query: PageQuery,
    reply: createPageSchema(ClientSupplement),
    audit: 'none',
    refusals: [],
  }),
  adherence: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/adherence',
    allow: ['administrador'],
    opens: 'supplements',
    params: ofCustomer,
    reply: z.object({ due: z.number(), taken: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  listWeeksOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/adherence/weeks',
    allow: ['administrador'],
    opens: 'supplements',
    params: ofCustomer,
    reply: DosesByWeek,
    audit: 'none',
    refusals: [],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements',
    allow: ['administrador'],
    opens: 'supplements',
    status: 201,
    params: ofCustomer,
    body: AddClientSupplement,
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_ADDED',
    health: true,
    refusals: [stale, 'health-basis-required'],
  }),
  addByMoment: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/by-moment',
    allow: ['administrador'],
    opens: 'supplements',
    status: 201,
    params: ofCustomer,
    body: AddSupplementByDoseTime,
    reply: z.object({ items: z.array(ClientSupplement) }),
    audit: 'SUPPLEMENT_ADDED',
    health: true,
    refusals: [stale, 'health-basis-required'],
  }),
  edit: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/supplements/{clientSupplementId}',
    allow: ['administrador'],
    opens: 'supplements',
    params,
    body: EditClientSupplement,
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_CHANGED',
    health: true,
    refusals: [stale, 'health-basis-required'],
  }),
  finish: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/{clientSupplementId}/finish',
    allow: ['administrador'],
    opens: 'supplements',
    params,
    body: z.strictObject({ version: ClientSupplementVersionNumber }),
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_FINISHED',
    refusals: [stale],
  }),
  reopen: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/{clientSupplementId}/reopen',
    allow: ['administrador'],
    opens: 'supplements',
    params,
    body: z.strictObject({ version: ClientSupplementVersionNumber }),
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_REOPENED',
    refusals: [stale],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/customers/{customerId}/supplements/{clientSupplementId}',
    allow: ['administrador'],
    opens: 'nothing',
    params,
    query: z.object({ version: z.coerce.number().check(z.int(), z.positive()) }),
    reply: z.object({ removed: z.literal(true) }),
    audit: 'SUPPLEMENT_REMOVED',
    refusals: [stale],
  }),
  /** 'Pautas por revisar': prescriptions stored before contradictions were refused. */
  toReview: defineEndpoint({
    method: 'GET',
    path: '/supplements/to-review',
    allow: ['administrador'],
    opens: 'supplements',
    reply: z.object({
      items: z.array(z.object({ customerId: CustomerId, customerName: z.string(), supplement: ClientSupplement })),
    }),
    audit: 'none',
    refusals: [],
  }),
  ...supplementCatalogueEndpoints,
  ...protocolEndpoints,
}
