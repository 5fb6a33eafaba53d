import * as z from 'zod/mini'
import { Customer, CustomerName, CustomerRow, CustomerVersion, NewCustomer } from './customer.ts'
import { customerImports } from './customer-imports.ts'
import { TimelineEntry } from './customer-timeline.ts'
import { endpoint } from './endpoint.ts'
import { legalBases } from './health-consent.ts'
import { Line } from './text.ts'
import { Cursor, CustomerId, Instant, pageOf, PageQuery } from './values.ts'

export const RESTORABLE_DAYS = 30

/**
 * Retention of invoices and their supporting data, counted from the last payment (Código de Comercio, art. 30). Years.
 */
export const INVOICES_KEPT_YEARS = 6

export const accountFilters = ['with', 'without'] as const
export type AccountFilter = (typeof accountFilters)[number]

const SharedEmail = z.object({ email: z.string(), customers: z.array(CustomerName) })
export type SharedEmail = z.infer<typeof SharedEmail>

/**
 * `requestId` makes a repeated request idempotent. `basis` is the legal basis for notes, because the new client cannot
 * have consented yet.
 */
const CreateCustomer = z.extend(NewCustomer, { requestId: z.optional(z.uuid()), basis: z.optional(z.enum(legalBases)) })

const EditCustomer = z.extend(NewCustomer, { version: CustomerVersion })

const RemovedCustomer = z.extend(CustomerName, { removedAt: Instant, restorableUntil: Instant })
export type RemovedCustomer = z.infer<typeof RemovedCustomer>

const Search = z.optional(Line.check(z.maxLength(100)))

const params = z.object({ customerId: CustomerId })
const stale = 'changed-meanwhile'

export const customers = {
  /** get_or_create_current_customer: a cliente is never without a customer record. */
  current: endpoint({
    method: 'GET',
    path: '/customers/current',
    allow: ['cliente'],
    reply: CustomerName,
    audit: 'none',
    refusals: [],
  }),
  /**
   * Newest first or by name. Each word of `search` must occur in name, e-mail or phone, in any order, ignoring case and
   * accents; a word of one or two letters only at the beginning of a word. `total` counts all clients, `matching` the
   * filtered ones.
   */
  list: endpoint({
    method: 'GET',
    path: '/customers',
    allow: ['administrador'],
    opens: 'list',
    query: z.extend(PageQuery, {
      search: Search,
      order: z._default(z.enum(['newest', 'name']), 'newest'),
      account: z.optional(z.enum(accountFilters)),
    }),
    reply: z.extend(pageOf(CustomerRow), { total: z.number(), matching: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  /** For selectors: the first clients by name or by `search`. `more`: there are others. */
  names: endpoint({
    method: 'GET',
    path: '/customers/names',
    allow: ['administrador'],
    opens: 'list',
    query: z.object({
      search: Search,
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    }),
    reply: z.object({ items: z.array(CustomerName), more: z.boolean() }),
    audit: 'none',
    refusals: [],
  }),
  counts: endpoint({
    method: 'GET',
    path: '/customers/counts',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ users: z.number(), clients: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Clients that share an email address: at registration only one of them is linked with the account. The first 50
   * addresses; `total` counts all.
   */
  listDuplicates: endpoint({
    method: 'GET',
    path: '/customers/duplicates',
    allow: ['administrador'],
    opens: 'list',
    reply: z.object({ items: z.array(SharedEmail), total: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  read: endpoint({
    method: 'GET',
    path: '/customers/{customerId}',
    allow: ['administrador'],
    opens: 'profile',
    params,
    reply: Customer,
    audit: 'none',
    refusals: [],
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/timeline',
    allow: ['administrador'],
    opens: 'timeline',
    params,
    query: PageQuery,
    reply: pageOf(TimelineEntry),
    audit: 'none',
    refusals: [],
  }),
  create: endpoint({
    method: 'POST',
    path: '/customers',
    allow: ['administrador'],
    opens: 'profile',
    status: 201,
    body: CreateCustomer,
    reply: Customer,
    audit: 'CUSTOMER_CREATED',
    health: ({ notes, basis }) => Boolean(notes) && basis === undefined,
    refusals: ['client-email-taken', 'health-basis-required'],
  }),
  /**
   * For a client with payments and an unverified address, a verification mail goes to the corrected one. If a client
   * has already verified that address, the payments move there and the reply is that client.
   */
  edit: endpoint({
    method: 'PUT',
    path: '/customers/{customerId}',
    allow: ['administrador'],
    opens: 'profile',
    params,
    body: EditCustomer,
    reply: Customer,
    audit: 'CUSTOMER_CHANGED',
    health: ({ notes }, stored) => Boolean(notes) && notes !== stored?.['notes'],
    refusals: [stale, 'client-email-taken', 'health-basis-required'],
  }),
  /** Removes a client from every list and closes their account; both can be restored for 30 days. */
  remove: endpoint({
    method: 'DELETE',
    path: '/customers/{customerId}',
    allow: ['administrador'],
    opens: 'nothing',
    assurance: 'fresh',
    params,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'CUSTOMER_REMOVED',
    refusals: ['erasure-under-way', 'invoices-kept', 'payment-under-way', 'consultations-to-come', stale],
  }),
  listRemoved: endpoint({
    method: 'GET',
    path: '/customers/removed',
    allow: ['administrador'],
    opens: 'list',
    query: PageQuery,
    reply: pageOf(RemovedCustomer),
    audit: 'none',
    refusals: [],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/restoration',
    allow: ['administrador'],
    opens: 'profile',
    params,
    reply: Customer,
    audit: 'CUSTOMER_RESTORED',
    refusals: [stale],
  }),
  /** CSV of all clients, in parts: concatenated, the parts are the file. */
  exportAll: endpoint({
    method: 'GET',
    path: '/customers/export',
    allow: ['administrador'],
    opens: 'export',
    assurance: 'fresh',
    query: z.pick(PageQuery, { cursor: true }),
    reply: z.object({ csv: z.string(), next: z.nullable(Cursor) }),
    audit: 'CUSTOMERS_EXPORTED',
    refusals: [],
  }),
  ...customerImports,
}
