import { Entity, type EntityConfiguration } from 'electrodb'

/** One item: since when each improvement has held, to detect changes at the next reading. */
export const securityImprovementsEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'securityImprovements', version: '1' },
      attributes: {
        of: { type: 'string', required: true, readOnly: true },
        completedSince: { type: 'any', required: true },
        version: { type: 'number', required: true },
      },
      indexes: { byName: { pk: { field: 'pk', composite: ['of'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )

export const penetrationTestEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'penetrationTest', version: '1' },
      attributes: {
        of: { type: 'string', required: true, readOnly: true },
        testId: { type: 'string', required: true, readOnly: true },
        firm: { type: 'string', required: true, readOnly: true },
        date: { type: 'string', required: true, readOnly: true },
        report: { type: 'string', required: true, readOnly: true },
        recordedAt: { type: 'string', required: true, readOnly: true },
        recordedBy: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byDate: {
          pk: { field: 'pk', composite: ['of'] },
          sk: { field: 'sk', composite: ['date', 'recordedAt', 'testId'] },
        },
      },
    },
    config,
  )
