import { Entity, type EntityConfiguration } from 'electrodb'

/** One item: the practice's calendar address, with a secret known only to that calendar. */
export const agendaFeedEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'agendaFeed', version: '1' },
      attributes: {
        of: { type: 'string', required: true, readOnly: true },
        /** SHA-256, lower-case hexadecimal. */
        secretHash: { type: 'string', required: true },
        createdAt: { type: 'string', required: true },
        createdBy: { type: 'string', required: true },
      },
      indexes: { byName: { pk: { field: 'pk', composite: ['of'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )

export const agendaFeedItemKey = { of: 'practice' } as const
