import { Entity, type EntityConfiguration } from 'electrodb'

/** Parts in which the index is read at the same time. A query answers 1 MB, which is some 5000 lines. */
export const SHARDS = 8

/**
 * One line of the index that clients are searched in: little more than the text itself, because a search reads them all.
 * A line for each client is written without touching another's, and no item grows.
 */
export const searchLineEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'client', entity: 'searchLine', version: '1' },
      attributes: {
        shard: { type: 'number', required: true, readOnly: true },
        customerId: { type: 'string', required: true, readOnly: true, field: 'sk' },
        /** When the client was entered: searches answer the newest first. */
        createdAt: { type: 'string', required: true, field: 'at' },
        /** Name, e-mail and phone, folded, one below the other. */
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
