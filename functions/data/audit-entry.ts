import { Entity, type EntityConfiguration } from 'electrodb'
import { auditActions } from '#contract/audit'
import { indexes } from './table.ts'

/**
 * Parts of a month. One partition takes 1000 write units a second, of which an entry in a transaction needs two; writes are
 * spread over the parts, and who reads a month reads all of them.
 */
export const AUDIT_SHARDS = 4

/** The part of the month that an entry is in. Ids are random. */
export const auditShardOf = (auditId: string): number =>
  [...auditId].reduce((sum, character) => sum + character.charCodeAt(0), 0) % AUDIT_SHARDS

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
        /** `YYYY-MM` of `createdAt`: the newest entries are queries of this month and perhaps the one before. */
        month: { type: 'string', required: true, readOnly: true },
        shard: {
          type: 'number',
          required: true,
          readOnly: true,
          default: 0,
          watch: ['auditId'],
          set: (_, { auditId }) => auditShardOf(auditId),
        },
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
          pk: { field: 'pk', composite: ['month', 'shard'] },
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
