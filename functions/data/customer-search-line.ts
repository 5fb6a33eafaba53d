import { Entity, type EntityConfiguration } from 'electrodb'

export const CUSTOMER_SEARCH_SHARD_COUNT = 8

/**
 * Searchable text of a client, written with the client; and the texts that may have pieces in the index, which are
 * written after it.
 */
export const customerSearchLineEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'searchLine', version: '1' },
      attributes: {
        shard: { type: 'number', required: true, readOnly: true },
        customerId: { type: 'string', required: true, readOnly: true, field: 'sk' },
        createdAt: { type: 'string', field: 'at' },
        /** Empty when the client must not be found any more. */
        text: { type: 'string', required: true, field: 't' },
        /** Incremented by each change, because a text may recur. */
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
