import { Entity, type EntityConfiguration } from 'electrodb'

/** So that no partition has all clients. */
export const CUSTOMER_SEARCH_SHARD_COUNT = 8

/**
 * What the search has to find a client by, written with the client, and for which texts there may be pieces in the index,
 * which are written after it.
 */
export const customerSearchLineEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'searchLine', version: '1' },
      attributes: {
        shard: { type: 'number', required: true, readOnly: true },
        customerId: { type: 'string', required: true, readOnly: true, field: 'sk' },
        createdAt: { type: 'string', field: 'at' },
        /** Empty when the client is no longer to be found. */
        text: { type: 'string', required: true, field: 't' },
        /** One more with each change: a text may come back. */
        revision: { type: 'number', field: 'rev' },
        indexed: { type: 'set', items: 'string' },
      },
      indexes: {
        byShard: {
          pk: { field: 'pk', composite: ['shard'], template: '$client#search_${shard}' },
          sk: { field: 'sk', composite: ['customerId'], template: '${customerId}' },
        },
      },
    },
    config,
  )
