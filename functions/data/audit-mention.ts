import { Entity, type EntityConfiguration } from 'electrodb'

/** Created from the log by privacy/erase-due, only for erasures. */
export const auditMentionEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'job', entity: 'auditMention', version: '1' },
      attributes: {
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
