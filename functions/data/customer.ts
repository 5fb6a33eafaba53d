import { Entity, type EntityConfiguration } from 'electrodb'
import { Customer } from '#contract/customer'
import { customerImportStates } from '#contract/customer-import'
import { healthDataLegalBases } from '#contract/health-consent'
import { createEntityAttributeDefinitions } from './stored-record.ts'
import { tableIndexes } from './table.ts'

const attributes = {
  ...createEntityAttributeDefinitions(Customer.shape, { readOnly: ['customerId', 'createdAt'] }),
  userId: { type: 'string' },
  /** Counts bookings, payments and the like, so that a check of a limit or a deletion detects concurrent ones. */
  requests: { type: 'number' },
  /** Record of a member of staff: in no list and no count. */
  internal: { type: 'boolean' },
  /** Clients with the same address that were merged into this one. */
  formerCustomerIds: { type: 'list', items: { type: 'string' } },
  importId: { type: 'string' },
  version: { type: 'number', required: true, default: 1 },
} as const

/**
 * `userId` is set once the client has a verified account; clients entered by the practice, or who bought without an
 * account, have none yet.
 */
export const customerEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'customer', version: '1' },
      attributes,
      indexes: {
        byId: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
        byEmail: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['email'] },
          sk: { field: 'gsi1sk', composite: ['createdAt'] },
        },
        newestFirst: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'customerId'] },
        },
      },
    },
    config,
  )

/**
 * A deleted client with all data. A separate entity, so that no look-up finds it and a deleted client is refused like
 * an unknown one.
 */
export const removedCustomerEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'removedCustomer', version: '1' },
      attributes: {
        ...attributes,
        removedAt: { type: 'string', required: true, readOnly: true },
        accountClosed: { type: 'boolean', required: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
        latestFirst: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['removedAt', 'customerId'] },
        },
      },
    },
    config,
  )

export const customerImportEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'customerImport', version: '1' },
      attributes: {
        importId: { type: 'string', required: true, readOnly: true },
        fileName: { type: 'string', required: true, readOnly: true },
        state: { type: customerImportStates, required: true },
        total: { type: 'number', required: true, readOnly: true },
        written: { type: 'number', required: true },
        undone: { type: 'number', required: true },
        kept: { type: 'number', required: true },
        chunks: { type: 'set', items: 'number' },
        basis: { type: healthDataLegalBases },
        basisBy: {
          type: 'map',
          properties: { userId: { type: 'string' }, address: { type: 'string' }, userAgent: { type: 'string' } },
        },
        /**
         * Set when writing the legal basis to the clients' consent ledgers begins; from then on the import cannot be
         * discarded.
         */
        basisNamedAt: { type: 'string' },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['importId'] }, sk: { field: 'sk', composite: [] } },
        newestFirst: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: [] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'importId'] },
        },
      },
    },
    config,
  )
