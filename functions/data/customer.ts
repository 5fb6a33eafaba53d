import { Entity, type EntityConfiguration } from 'electrodb'
import { indexes } from './table.ts'

/**
 * A client of the practice. `userId` is set once a verified account is theirs; a client whom the practice entered, or
 * who bought without an account, has none yet.
 */
export const customerEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'customer', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        userId: { type: 'string' },
        name: { type: 'string', required: true },
        email: { type: 'string', required: true },
        phone: { type: 'string' },
        address: { type: 'string' },
        notes: { type: 'string' },
        /** How many consultations they have asked for themselves: two requests at one moment would count the same ones. */
        requests: { type: 'number' },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
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
