import { Entity, type EntityConfiguration } from 'electrodb'

/**
 * One item for each audit entry that names somebody as its actor or in its details; entries whose subject they are have
 * the byOwner index. Created from the log by privacy/erase-due, only for erasures.
 */
export const auditMentionEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'job', entity: 'auditMention', version: '1' },
      attributes: {
        /** Id of a person or an order without its prefix, or the key of an address. */
        named: { type: 'string', required: true, readOnly: true },
        createdAt: { type: 'string', required: true, readOnly: true },
        auditId: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byName: {
          pk: { field: 'pk', composite: ['named'] },
          sk: { field: 'sk', composite: ['createdAt', 'auditId'] },
        },
      },
    },
    config,
  )
