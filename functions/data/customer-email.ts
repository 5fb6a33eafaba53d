import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes } from './table.ts'

/** One item for each address: of two clients that claim it at the same time, the second fails. */
export const customerEmailEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'clientAddress', version: '1' },
      attributes: {
        email: { type: 'string', required: true, readOnly: true },
        customerId: { type: 'string', required: true },
      },
      indexes: {
        byEmail: { pk: { field: 'pk', composite: ['email'] }, sk: { field: 'sk', composite: [] } },
        byCustomer: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: [] },
        },
      },
    },
    config,
  )
