import * as z from 'zod/mini'
import {
  BeginCustomerImport,
  CustomerImportCheckResult,
  CheckCustomerImport,
  CustomerImport,
  CustomerImportChunk,
} from './customer-import.ts'
import type { NewCustomer } from './customer.ts'
import { defineEndpoint } from './endpoint.ts'
import { CustomerImportId } from './value-schemas.ts'

const ofImport = z.object({ importId: CustomerImportId })

export const customerImportEndpoints = {
  checkImport: defineEndpoint({
    method: 'POST',
    path: '/customers/imports/check',
    allow: ['administrador'],
    opens: 'nothing',
    body: CheckCustomerImport,
    reply: CustomerImportCheckResult,
    audit: 'none',
    refusals: [],
  }),
  /** The newest 50 imports of the last 30 days, newest first, then other unfinished ones. */
  listImports: defineEndpoint({
    method: 'GET',
    path: '/customers/imports',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ items: z.array(CustomerImport) }),
    audit: 'none',
    refusals: [],
  }),
  beginImport: defineEndpoint({
    method: 'POST',
    path: '/customers/imports',
    allow: ['administrador'],
    opens: 'nothing',
    status: 201,
    body: BeginCustomerImport,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_BEGUN',
    refusals: [],
  }),
  /**
   * Writes one chunk; chunks are numbered from 0, in any order. Repeating a chunk changes nothing. When
   * addresses have been taken since the check, the refusal lists them in `problems.rows`.
   */
  writeImport: defineEndpoint({
    method: 'PUT',
    path: '/customers/imports/{importId}/chunks/{chunk}',
    allow: ['administrador'],
    opens: 'nothing',
    params: z.extend(ofImport, { chunk: z.coerce.number().check(z.int(), z.minimum(0)) }),
    body: CustomerImportChunk,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_WRITTEN',
    health: ({ rows, basis }) => basis === undefined && (rows as NewCustomer[]).some(({ notes }) => notes !== null),
    refusals: ['import-closed', 'client-email-taken', 'health-basis-required'],
  }),
  finishImport: defineEndpoint({
    method: 'POST',
    path: '/customers/imports/{importId}/finish',
    allow: ['administrador'],
    opens: 'nothing',
    params: ofImport,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_FINISHED',
    refusals: ['import-incomplete', 'import-closed'],
  }),
  /** Deletes the next rows of an unfinished import. Call it until `state` is final. */
  discardImport: defineEndpoint({
    method: 'POST',
    path: '/customers/imports/{importId}/discard',
    allow: ['administrador'],
    opens: 'nothing',
    params: ofImport,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_UNDONE',
    refusals: ['import-closed', 'changed-meanwhile'],
  }),
  /**
   * Undoes the next rows of a finished import. Call it until `state` is final. Clients that cannot be deleted, have an
   * account, have anything in their record or were changed by now stay and are counted in `kept`.
   */
  undoImport: defineEndpoint({
    method: 'POST',
    path: '/customers/imports/{importId}/undo',
    allow: ['administrador'],
    opens: 'nothing',
    assurance: 'fresh',
    params: ofImport,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_UNDONE',
    refusals: ['import-closed', 'changed-meanwhile'],
  }),
}
