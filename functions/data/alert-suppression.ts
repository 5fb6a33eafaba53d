import { Entity, type EntityConfiguration } from 'electrodb'
import { securityAlertTypes, alertSuppressionReasons } from '#contract/security-alerts'
import { TTL_ATTRIBUTE } from './table.ts'

/**
 * Alerts that an administrator has handled. The people concerned are named only in the audit entry it refers to, so
 * that the erasure of that entry covers this too. There are few; one query reads all.
 */
export const alertSuppressionEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'suppression', version: '1' },
      attributes: {
        findingId: { type: 'string', required: true },
        reason: { type: alertSuppressionReasons, required: true },
        suppressedBy: { type: 'string', required: true },
        suppressedAt: { type: 'string', required: true },
        until: { type: 'string', required: true },
        entryType: { type: securityAlertTypes, required: true },
        entryAt: { type: 'string', required: true },
        entryId: { type: 'string', required: true },
        count: { type: 'number', required: true },
        [TTL_ATTRIBUTE]: { type: 'number', required: true },
      },
      indexes: {
        all: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: ['findingId'] } },
      },
    },
    config,
  )
