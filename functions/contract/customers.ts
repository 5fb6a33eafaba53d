import * as z from 'zod/mini'
import {
  Customer,
  CustomerListRow,
  CustomerRecord,
  CustomerSummary,
  CustomerVersionNumber,
  NewCustomer,
} from './customer.ts'
import { carePathwayEndpoints } from './care-pathway-endpoints.ts'
import { customerImportEndpoints } from './customer-imports.ts'
import { customerListEndpoints, CarePathwaySummary } from './customer-lists.ts'
import { CustomerTimelineEntry, timelineKinds } from './customer-timeline.ts'
import { defineEndpoint } from './endpoint.ts'
import { healthDataLegalBases } from './health-consent.ts'
import { SingleLineText } from './text-schemas.ts'
import { PageCursor, CustomerId, IsoInstant, createPageSchema, PageQuery } from './value-schemas.ts'

export const CUSTOMER_RESTORE_DAYS = 30

/**
 * Retention of invoices and their supporting data in years, counted from the last payment (Código de Comercio, art.
 * 30).
 */
export const INVOICE_RETENTION_YEARS = 6

export const accountPresenceFilters = ['with', 'without'] as const
export type AccountPresenceFilter = (typeof accountPresenceFilters)[number]

export const customerSortOrders = ['newest', 'oldest', 'name'] as const
export type CustomerSortOrder = (typeof customerSortOrders)[number]

const CustomersSharingEmail = z.object({ email: z.string(), customers: z.array(CustomerSummary) })
export type CustomersSharingEmail = z.infer<typeof CustomersSharingEmail>

/**
 * `requestId` makes a repeated request idempotent. `basis` is the legal basis for notes, because a new client cannot
 * have given consent yet.
 */
const CreateCustomer = z.extend(NewCustomer, {
  requestId: z.optional(z.uuid()),
  basis: z.optional(z.enum(healthDataLegalBases)),
})

const EditCustomer = z.extend(NewCustomer, { version: CustomerVersionNumber })

/** `pathway` is null until it is computed, up to two minutes after the client's creation. */
const CustomerWithPathway = z.extend(CustomerListRow, { pathway: z._default(z.nullable(CarePathwaySummary), null) })
export type CustomerWithPathway = z.infer<typeof CustomerWithPathway>

const RemovedCustomer = z.extend(CustomerSummary, { removedAt: IsoInstant, restorableUntil: IsoInstant })
export type RemovedCustomer = z.infer<typeof RemovedCustomer>

const Search = z.optional(SingleLineText.check(z.maxLength(100)))

const params = z.object({ customerId: CustomerId })
const stale = 'changed-meanwhile'

export const customers = {
  /**
   * By entry date or by name. Each word of `search` must occur in name, e-mail or phone, in any order, ignoring case
   * and accents; a word of one or two letters only at the beginning of a word. `total` counts all clients; `matching`
   * those found or filtered, at most `MAX_COUNTED_MATCHES` + 1, which also limits a search. `isComplete` is false when
   * the search stopped early: many clients have each word, few all of them.
   */
  list: defineEndpoint({
    method: 'GET',
    path: '/customers',
    allow: ['administrador'],
    opens: 'list',
    query: z.extend(PageQuery, {
      search: Search,
      order: z._default(z.enum(customerSortOrders), 'newest'),
      account: z.optional(z.enum(accountPresenceFilters)),
    }),
    reply: z.extend(createPageSchema(CustomerWithPathway), {
      total: z.number(),
      matching: z.number(),
      isComplete: z._default(z.boolean(), true),
    }),
    audit: 'none',
    refusals: [],
  }),
  /** For selectors: the first clients by name or by `search`. `more`: there are others. */
  names: defineEndpoint({
    method: 'GET',
    path: '/customers/names',
    allow: ['administrador'],
    opens: 'list',
    query: z.object({
      search: Search,
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    }),
    reply: z.object({ items: z.array(CustomerSummary), more: z.boolean() }),
    audit: 'none',
    refusals: [],
  }),
  counts: defineEndpoint({
    method: 'GET',
    path: '/customers/counts',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ users: z.number(), clients: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Clients that share an email address: registration links only one of them with the account. The first 50 addresses;
   * `total` counts all.
   */
  listDuplicates: defineEndpoint({
    method: 'GET',
    path: '/customers/duplicates',
    allow: ['administrador'],
    opens: 'list',
    reply: z.object({ items: z.array(CustomersSharingEmail), total: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}',
    allow: ['administrador'],
    opens: 'profile',
    params,
    reply: CustomerRecord,
    audit: 'none',
    refusals: [],
  }),
  timeline: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/timeline',
    allow: ['administrador'],
    opens: 'timeline',
    params,
    query: z.extend(PageQuery, {
      kind: z.optional(z.enum(timelineKinds)),
      access: z._default(z.enum(['without', 'with']), 'without'),
    }),
    reply: createPageSchema(CustomerTimelineEntry),
    audit: 'none',
    refusals: [],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/customers',
    allow: ['administrador'],
    opens: 'profile',
    status: 201,
    body: CreateCustomer,
    reply: Customer,
    audit: 'CUSTOMER_CREATED',
    health: ({ notes, basis }) => Boolean(notes) && basis === undefined,
    refusals: ['client-email-taken', 'client-email-in-import', 'health-basis-required'],
  }),
  /**
   * For a client with payments and an unverified address, a verification mail goes to the corrected one. If a client
   * has already verified that address, the payments move there and the reply is that client.
   */
  edit: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}',
    allow: ['administrador'],
    opens: 'profile',
    params,
    body: EditCustomer,
    reply: Customer,
    audit: 'CUSTOMER_CHANGED',
    health: ({ notes }, stored) => Boolean(notes) && notes !== stored?.['notes'],
    refusals: [stale, 'client-email-taken', 'client-email-in-import', 'health-basis-required'],
  }),
  /** Removes a client from every list and closes their account; both can be restored for 30 days. */
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/customers/{customerId}',
    allow: ['administrador'],
    opens: 'nothing',
    assurance: 'fresh',
    params,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'CUSTOMER_REMOVED',
    refusals: [
      'erasure-under-way',
      'invoices-kept',
      'payment-under-way',
      'consultations-to-come',
      'budget-active',
      stale,
    ],
  }),
  listRemoved: defineEndpoint({
    method: 'GET',
    path: '/customers/removed',
    allow: ['administrador'],
    opens: 'list',
    query: PageQuery,
    reply: createPageSchema(RemovedCustomer),
    audit: 'none',
    refusals: [],
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/restoration',
    allow: ['administrador'],
    opens: 'profile',
    params,
    reply: Customer,
    audit: 'CUSTOMER_RESTORED',
    refusals: [stale],
  }),
  exportAll: defineEndpoint({
    method: 'GET',
    path: '/customers/export',
    allow: ['administrador'],
    opens: 'export',
    assurance: 'fresh',
    query: z.pick(PageQuery, { cursor: true }),
    reply: z.object({ csv: z.string(), next: z.nullable(PageCursor) }),
    audit: 'CUSTOMERS_EXPORTED',
    refusals: [],
  }),
  ...carePathwayEndpoints,
  ...customerListEndpoints,
  ...customerImportEndpoints,
}
