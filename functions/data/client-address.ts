import { Entity, type EntityConfiguration } from 'electrodb'
import { indexes } from './table.ts'

/** Which client has an address. An item for each address: of two who are to have it at one moment, the second fails. */
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
