import * as z from 'zod/mini'
import { BeginImport, CheckedImport, CheckImport, CustomerImport, ImportChunk } from './customer-import.ts'
import type { NewCustomer } from './customer.ts'
import { endpoint } from './endpoint.ts'
import { ImportId } from './values.ts'

const ofImport = z.object({ importId: ImportId })

/** Clients from a CSV file. */
export const customerImports = {
  /** Reads a CSV file and says, row by row and column by column, what stands in the way of importing it. Writes nothing. */
  checkImport: endpoint({
    method: 'POST',
    path: '/customers/imports/check',
    allow: ['administrador'],
    opens: 'nothing',
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
    opens: 'nothing',
    reply: z.object({ items: z.array(CustomerImport) }),
    audit: 'none',
    refusals: [],
  }),
  /** Begins an import. Its clients are seen by nobody until it is finished. */
  beginImport: endpoint({
    method: 'POST',
    path: '/customers/imports',
    allow: ['administrador'],
    opens: 'nothing',
    status: 201,
    body: BeginImport,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_BEGUN',
    refusals: [],
  }),
  /**
   * Writes one chunk of the rows, in their order, beginning with chunk 0. The same chunk again changes nothing. Refused for
   * addresses that clients were given since the file was looked at, it names them as `problems.rows`.
   */
  writeImport: endpoint({
    method: 'PUT',
    path: '/customers/imports/{importId}/chunks/{chunk}',
    allow: ['administrador'],
    opens: 'nothing',
    params: z.extend(ofImport, { chunk: z.coerce.number().check(z.int(), z.minimum(0)) }),
    body: ImportChunk,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_WRITTEN',
    health: ({ rows, basis }) => basis === undefined && (rows as NewCustomer[]).some(({ notes }) => notes !== null),
    refusals: ['import-closed', 'client-email-taken', 'health-basis-required'],
  }),
  /** Makes all clients of an import visible at once. */
  finishImport: endpoint({
    method: 'POST',
    path: '/customers/imports/{importId}/finish',
    allow: ['administrador'],
    opens: 'nothing',
    params: ofImport,
    reply: CustomerImport,
    audit: 'CUSTOMER_IMPORT_FINISHED',
    refusals: ['import-incomplete', 'import-closed'],
  }),
  /** Throws away the next rows of an import that was not finished, whose clients nobody has seen, until `state` says that it is over. */
  discardImport: endpoint({
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
   * Takes back the next rows of a finished import, until `state` says that it is over. The clients are deleted as any other
   * is; those who cannot be deleted stay, and `kept` counts them.
   */
  undoImport: endpoint({
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
