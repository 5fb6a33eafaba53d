import { Entity, type EntityConfiguration } from 'electrodb'
import { tableIndexes, TTL_ATTRIBUTE } from './table.ts'

/**
 * The latest attempts of a subject (an account, an address). Stores instants instead of a count for fixed windows,
 * which would allow twice the limit at the border of two windows.
 */
export const rateLimitEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'limit', entity: 'rateLimit', version: '1' },
      attributes: {
        limit: { type: 'string', required: true, readOnly: true },
        subject: { type: 'string', required: true, readOnly: true },
        tries: { type: 'list', items: { type: 'string' }, required: true },
        version: { type: 'number', required: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        bySubject: {
          pk: { field: 'pk', composite: ['limit', 'subject'] },
          sk: { field: 'sk', composite: [] },
        },
        ofSubject: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['subject'] },
          sk: { field: 'gsi1sk', composite: ['limit'] },
        },
      },
    },
    config,
  )
