import { Entity, type EntityConfiguration } from 'electrodb'
import { indexes } from './table.ts'

/** One item for each address: of two clients that claim it at the same time, the second fails. */
export const clientAddressEntity = (config: EntityConfiguration) =>
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
          index: indexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: [] },
        },
      },
    },
    config,
  )
