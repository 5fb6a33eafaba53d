import { Entity, type EntityConfiguration } from 'electrodb'

/** Shards read in parallel. A query returns 1 MB, which is some 5000 lines. */
export const CUSTOMER_SEARCH_SHARD_COUNT = 8

/**
 * Search index of clients. Short, because a search reads every line; one item for each client, so that writes do not
 * contend and no item grows.
 */
export const customerSearchLineEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'searchLine', version: '1' },
      attributes: {
        shard: { type: 'number', required: true, readOnly: true },
        customerId: { type: 'string', required: true, readOnly: true, field: 'sk' },
        createdAt: { type: 'string', required: true, field: 'at' },
        text: { type: 'string', required: true, field: 't' },
      },
      indexes: {
        byShard: {
          pk: { field: 'pk', composite: ['shard'], template: '$client#search_${shard}' },
          // The id alone: the usual prefix would be read ten thousand times with each search.
          sk: { field: 'sk', composite: ['customerId'], template: '${customerId}' },
        },
      },
    },
    config,
  )
