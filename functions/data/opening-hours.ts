import { Entity, type EntityConfiguration } from 'electrodb'

export const openingHoursEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agenda', entity: 'openingHours', version: '1' },
      attributes: {
        of: { type: 'string', required: true, readOnly: true },
        hours: { type: 'any', required: true },
        version: { type: 'number', required: true },
        changedAt: { type: 'string', required: true },
        changedBy: { type: 'string', required: true },
      },
      indexes: { byName: { pk: { field: 'pk', composite: ['of'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )

export const openingHoursItemKey = { of: 'practice' } as const
