import * as z from 'zod'
import { BeginImport, CheckedImport, CheckImport, CHUNK_ROWS, CustomerImport, NewCustomer } from './customer-import.ts'
import { TimelineEntry } from './customer-timeline.ts'
import { endpoint } from './endpoint.ts'
import { CustomerId, ImportId, Instant, pageOf, PageQuery } from './values.ts'

const Version = z.number().int().positive()

/** For how long a deleted client can be brought back, and an import undone. Days. */
export const RESTORABLE_DAYS = 30

/**
 * For how long invoices and what they rest on are kept, from the last payment on (Código de Comercio, art. 30). Years.
 */
export const INVOICES_KEPT_YEARS = 6

export const Customer = z.object({
  customerId: CustomerId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  createdAt: Instant,
  version: Version,
})
export type Customer = z.infer<typeof Customer>

/** A line of the list of clients; what is long is read when it is opened. */
export const CustomerRow = Customer.pick({ customerId: true, name: true, email: true, phone: true, createdAt: true })
export type CustomerRow = z.infer<typeof CustomerRow>

export const CustomerName = Customer.pick({ customerId: true, name: true, email: true })
export type CustomerName = z.infer<typeof CustomerName>

/** `requestId` is the browser's own for one new client: asked again because no answer came, there is still one. */
const CreateCustomer = NewCustomer.extend({ requestId: z.uuid().optional() })

const EditCustomer = NewCustomer.extend({ version: Version })

/** A deleted client, for as long as they can be brought back. */
const RemovedCustomer = CustomerName.extend({ removedAt: Instant, restorableUntil: Instant })
export type RemovedCustomer = z.infer<typeof RemovedCustomer>

const Search = z.string().trim().max(100).optional()

const params = z.object({ customerId: CustomerId })
const ofImport = z.object({ importId: ImportId })
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
   * Every client of the practice, newest first, or those in whose name, e-mail or phone `search` occurs, whatever its
   * case and accents. `total` counts the clients of the practice, `matching` those that were asked for.
   */
  list: endpoint({
    method: 'GET',
    path: '/customers',
    allow: ['administrador'],
    query: PageQuery.extend({ search: Search }),
    reply: pageOf(CustomerRow).extend({ total: z.number(), matching: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  /** For selectors: the first clients by name, or those whom `search` finds. `more`: there are others besides. */
  names: endpoint({
    method: 'GET',
    path: '/customers/names',
    allow: ['administrador'],
    query: z.object({ search: Search, limit: z.coerce.number().int().min(1).max(100).default(50) }),
    reply: z.object({ items: z.array(CustomerName), more: z.boolean() }),
    audit: 'none',
    refusals: [],
  }),
  /** The accounts that can sign in, and the clients of the practice. */
  counts: endpoint({
    method: 'GET',
    path: '/customers/counts',
    allow: ['administrador'],
    reply: z.object({ users: z.number(), clients: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  read: endpoint({
    method: 'GET',
    path: '/customers/{customerId}',
    allow: ['administrador'],
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
    status: 201,
    body: CreateCustomer,
    reply: Customer,
    audit: 'CUSTOMER_CREATED',
    refusals: [],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/customers/{customerId}',
    allow: ['administrador'],
    params,
    body: EditCustomer,
    reply: Customer,
    audit: 'CUSTOMER_CHANGED',
    refusals: [stale],
  }),
  /** Takes a client out of every list and closes their account; for 30 days both can be brought back. */
  remove: endpoint({
    method: 'DELETE',
    path: '/customers/{customerId}',
    allow: ['administrador'],
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
    query: PageQuery,
    reply: pageOf(RemovedCustomer),
    audit: 'none',
    refusals: [],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/restoration',
    allow: ['administrador'],
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
    query: PageQuery.pick({ cursor: true }),
    reply: z.object({ csv: z.string(), next: PageQuery.shape.cursor.unwrap().nullable() }),
    audit: 'CUSTOMERS_EXPORTED',
    refusals: [],
  }),
  /** Reads a CSV file and says, row by row and column by column, what stands in the way of importing it. Writes nothing. */
  checkImport: endpoint({
    method: 'POST',
    path: '/customers/imports/check',
    allow: ['administrador'],
    body: CheckImport,
    reply: CheckedImport,
    audit: 'none',
    refusals: [],
  }),
  /** The imports of the last 30 days, newest first, and older ones that were never finished. */
  listImports: endpoint({
    method: 'GET',
    path: '/customers/imports',
    allow: ['administrador'],
    reply: z.object({ items: z.array(CustomerImport) }),
    audit: 'none',
    refusals: [],
  }),
  /** Begins an import. Its clients are seen by nobody until it is finished. */
  beginImport: endpoint({
    method: 'POST',
    path: '/customers/imports',
    allow: ['administrador'],
    status: 201,
    body: BeginImport,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_BEGUN',
    refusals: [],
  }),
  /** Writes one chunk of the rows, in their order, beginning with chunk 0. The same chunk again changes nothing. */
  writeImport: endpoint({
    method: 'PUT',
    path: '/customers/imports/{importId}/chunks/{chunk}',
    allow: ['administrador'],
    params: ofImport.extend({ chunk: z.coerce.number().int().min(0) }),
    body: z.strictObject({ rows: z.array(NewCustomer).min(1).max(CHUNK_ROWS) }),
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_WRITTEN',
    refusals: ['import-closed'],
  }),
  /** Makes all clients of an import visible at once. */
  finishImport: endpoint({
    method: 'POST',
    path: '/customers/imports/{importId}/finish',
    allow: ['administrador'],
    params: ofImport,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_FINISHED',
    refusals: ['import-incomplete', 'import-closed'],
  }),
  /**
   * Takes back the next rows of an import, until `state` says that it is over. Of a finished one the clients are deleted
   * as any other is; those who cannot be deleted stay, and `kept` counts them. An unfinished one is thrown away.
   */
  undoImport: endpoint({
    method: 'POST',
    path: '/customers/imports/{importId}/undo',
    allow: ['administrador'],
    params: ofImport,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_UNDONE',
    refusals: ['import-closed', stale],
  }),
}
