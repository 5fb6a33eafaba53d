import { Entity, type EntityConfiguration } from 'electrodb'
import { securitySettingsEntity } from './security-settings.ts'

/** Since when each improvement holds, as it was read last: one item, by which a change is told from what was so before. */
const securityImprovementsEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'securityImprovements', version: '1' },
      attributes: {
        of: { type: 'string', required: true, readOnly: true },
        /** Instants by the id of what is completed. */
        completedSince: { type: 'any', required: true },
        version: { type: 'number', required: true },
      },
      indexes: { byName: { pk: { field: 'pk', composite: ['of'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )

/** An external penetration test that somebody has entered. */
const penetrationTestEntity = (config: EntityConfiguration) =>
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

/** What is kept of how well the practice is guarded. */
export const securityEntities = {
  penetrationTests: penetrationTestEntity,
  securityImprovements: securityImprovementsEntity,
  securitySettings: securitySettingsEntity,
}
