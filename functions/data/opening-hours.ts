import { Entity, type EntityConfiguration } from 'electrodb'

/** One item. `hours` contains all settings of the contract, so that a change is one write. */
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
