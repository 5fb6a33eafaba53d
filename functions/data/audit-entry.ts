import { Entity, type EntityConfiguration } from 'electrodb'
import { auditActions } from '#contract/audit'
import { indexes } from './table.ts'

/**
 * One line of the audit log. Its service name gives its keys the prefix `$audit`, under which IAM lets functions put
 * entries and nobody change or remove any; append-only.ts keeps them from putting one over another. `userId` is who did
 * it; `subjectId` whom or what it was done to.
 */
export const auditEntryEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'audit', entity: 'auditEntry', version: '1' },
      attributes: {
        auditId: { type: 'string', required: true, readOnly: true },
        /** `YYYY-MM` of `createdAt`: the newest entries are a query of this month and perhaps the one before. */
        month: { type: 'string', required: true, readOnly: true },
        createdAt: { type: 'string', required: true, readOnly: true },
        action: { type: auditActions, required: true, readOnly: true },
        userId: { type: 'string', required: true, readOnly: true },
        subjectId: { type: 'string', required: true, readOnly: true },
        details: { type: 'any', readOnly: true },
        address: { type: 'string', readOnly: true },
        userAgent: { type: 'string', readOnly: true },
      },
      indexes: {
        byMonth: {
          pk: { field: 'pk', composite: ['month'] },
          sk: { field: 'sk', composite: ['createdAt', 'auditId'] },
        },
        bySubject: {
          index: indexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['subjectId'] },
          sk: { field: 'gsi1sk', composite: ['createdAt', 'auditId'] },
        },
      },
    },
    config,
  )
