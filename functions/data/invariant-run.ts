import { Entity, type EntityConfiguration } from 'electrodb'

export const invariantRunEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'invariantRun', version: '1' },
      attributes: {
        day: { type: 'string', required: true, readOnly: true },
        checkedAt: { type: 'string', required: true, readOnly: true },
        broken: { type: 'list', items: { type: 'string' }, required: true, readOnly: true },
        unknown: { type: 'list', items: { type: 'string' }, required: true, readOnly: true },
        expiresAtEpoch: { type: 'number', required: true, readOnly: true },
      },
      indexes: {
        byDay: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: ['day'] } },
      },
    },
    config,
  )
