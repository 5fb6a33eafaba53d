import { Entity, type EntityConfiguration } from 'electrodb'

/**
 * One line for each audit entry that names somebody it is not about: as its actor or in its details. Whom it is about is
 * found by byOwner. Made from the log by privacy/erase-due, for the erasure alone.
 */
export const auditMentionEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'job', entity: 'auditMention', version: '1' },
      attributes: {
        /** An id of a person or an order without its prefix, or the key of an address. */
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
