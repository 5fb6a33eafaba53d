import { Entity, type EntityConfiguration } from 'electrodb'
import { Customer } from '#contract/customer'
import { importStates } from '#contract/customer-import'
import { legalBases } from '#contract/health-consent'
import { attributesOf } from './record.ts'
import { indexes } from './table.ts'

const attributes = {
  ...attributesOf(Customer.shape, { readOnly: ['customerId', 'createdAt'] }),
  userId: { type: 'string' },
  /** How many consultations they asked for or were booked: who counted those to come learns that one came since. */
  requests: { type: 'number' },
  /** The file of somebody who works here: in no list and in no count. */
  internal: { type: 'boolean' },
  /** The clients under the same address that were brought over into this one. */
  formerCustomerIds: { type: 'list', items: { type: 'string' } },
  /** The import that brought the client. */
  importId: { type: 'string' },
  /** Counts the changes of what the practice knows of the client. */
  version: { type: 'number', required: true, default: 1 },
} as const

/**
 * A client of the practice. `userId` is set once a verified account is theirs; a client whom the practice entered, or
 * who bought without an account, has none yet.
 */
export const customerEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'customer', version: '1' },
      attributes,
      indexes: {
        byId: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
        byEmail: {
          index: indexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['email'] },
          sk: { field: 'gsi1sk', composite: ['createdAt'] },
        },
        newestFirst: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'customerId'] },
        },
      },
    },
    config,
  )

/**
 * A deleted client, whole, beside what else is theirs. Nothing that asks for a client finds one here, so that whatever
 * is refused for a stranger is refused for a deleted client.
 */
export const removedCustomerEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'removedCustomer', version: '1' },
      attributes: {
        ...attributes,
        removedAt: { type: 'string', required: true, readOnly: true },
        /** Whether the deletion closed their account, which bringing them back opens again. */
        accountClosed: { type: 'boolean', required: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
        latestFirst: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['removedAt', 'customerId'] },
        },
      },
    },
    config,
  )

/** One file of clients that was brought in, and how far that, or taking it back, has come. */
export const customerImportEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'customerImport', version: '1' },
      attributes: {
        importId: { type: 'string', required: true, readOnly: true },
        fileName: { type: 'string', required: true, readOnly: true },
        state: { type: importStates, required: true },
        total: { type: 'number', required: true, readOnly: true },
        written: { type: 'number', required: true },
        undone: { type: 'number', required: true },
        kept: { type: 'number', required: true },
        /** The chunks that have been written, so that none is written twice. */
        chunks: { type: 'set', items: 'number' },
        /** The legal basis that was named for the notes of the file, and who named it from where. */
        basis: { type: legalBases },
        basisBy: {
          type: 'map',
          properties: { userId: { type: 'string' }, address: { type: 'string' }, userAgent: { type: 'string' } },
        },
        /** Since when that is being written into the ledger of each client with notes: nobody discards the import any more. */
        basisNamedAt: { type: 'string' },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['importId'] }, sk: { field: 'sk', composite: [] } },
        newestFirst: {
          index: indexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'importId'] },
        },
      },
    },
    config,
  )
