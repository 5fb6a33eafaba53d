import * as z from 'zod/mini'
import { Customer, CustomerName, CustomerRow, CustomerVersion, NewCustomer } from './customer.ts'
import { customerImports } from './customer-imports.ts'
import { TimelineEntry } from './customer-timeline.ts'
import { endpoint } from './endpoint.ts'
import { legalBases } from './health-consent.ts'
import { Line } from './text.ts'
import { Cursor, CustomerId, Instant, pageOf, PageQuery } from './values.ts'

/** For how long a deleted client can be brought back, and an import undone. Days. */
export const RESTORABLE_DAYS = 30

/**
 * For how long invoices and what they rest on are kept, from the last payment on (Código de Comercio, art. 30). Years.
 */
export const INVOICES_KEPT_YEARS = 6

export const accountFilters = ['with', 'without'] as const
export type AccountFilter = (typeof accountFilters)[number]

const SharedEmail = z.object({ email: z.string(), customers: z.array(CustomerName) })
export type SharedEmail = z.infer<typeof SharedEmail>

/**
 * `requestId` is the browser's own for one new client: asked again because no answer came, there is still one. `basis` is
 * what the practice enters notes on: nobody could be asked for their consent yet.
 */
const CreateCustomer = z.extend(NewCustomer, { requestId: z.optional(z.uuid()), basis: z.optional(z.enum(legalBases)) })

const EditCustomer = z.extend(NewCustomer, { version: CustomerVersion })

/** A deleted client, for as long as they can be brought back. */
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
   * Every client of the practice, newest first or by name, or those in whose name, e-mail or phone each word of `search`
   * occurs, in any order, whatever its case and accents; one of one or two letters at the beginning of a word. `account`
   * leaves those who have an account, or have none. `total` counts the clients of the practice, `matching` those that were
   * asked for.
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
  /** For selectors: the first clients by name, or those whom `search` finds. `more`: there are others besides. */
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
  /** The accounts that can sign in, and the clients of the practice. */
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
   * Clients who share an address, by address: at registration one of them is linked with the account, the others stay
   * behind. The first 50 addresses; `total` counts all.
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
  /** What happened with a client, newest first. */
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
   * Of a client who has paid and not proven their address, the corrected one is mailed; what was paid goes to the client
   * who has proven it already, and the reply is that client then.
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
  /** Takes a client out of every list and closes their account; for 30 days both can be brought back. */
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
  /** The deleted clients who can be brought back, the latest deletion first. */
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
  /** All clients as a CSV file for a spreadsheet, a part at a time: the parts, one after the other, are the file. */
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
