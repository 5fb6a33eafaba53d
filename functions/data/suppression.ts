import { Entity, type EntityConfiguration } from 'electrodb'
import { alertTypes, suppressionReasons } from '#contract/security-alerts'
import { TTL_ATTRIBUTE } from './table.ts'

/**
 * Alerts that an administrador has seen to. Whom they are about stands in the entry of the audit log that is named here,
 * and nowhere else: what an erasure makes of that entry holds here too. They are few, and one read finds all of them.
 */
export const suppressionEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'suppression', version: '1' },
      attributes: {
        findingId: { type: 'string', required: true },
        reason: { type: suppressionReasons, required: true },
        suppressedBy: { type: 'string', required: true },
        suppressedAt: { type: 'string', required: true },
        until: { type: 'string', required: true },
        /** The entry that the newest of its alerts was made of, and that alert's type. */
        entryType: { type: alertTypes, required: true },
        entryAt: { type: 'string', required: true },
        entryId: { type: 'string', required: true },
        /** How many tries that alert stood for. */
        count: { type: 'number', required: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        all: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: ['findingId'] } },
      },
    },
    config,
  )
