import { Entity, type EntityConfiguration } from 'electrodb'
import { type AlertListName, alertListByType, alertTypeByAuditAction } from '#contract/alert-actions'
import { auditActions } from '#contract/audit'
import { tableIndexes } from './table.ts'

/**
 * Shards of a month. A partition takes 1000 write units a second, and an entry in a transaction needs two; readers of a
 * month query all shards.
 */
export const AUDIT_SHARD_COUNT = 4

export const computeAuditShard = (auditId: string): number =>
  [...auditId].reduce((sum, character) => sum + character.charCodeAt(0), 0) % AUDIT_SHARD_COUNT

const toAlertPartition = (list: AlertListName, shard: number): string =>
  // Only failures are frequent enough to need shards, when somebody guesses passwords.
  list === 'failures' ? `${list}-${shard}` : list

export const listAlertPartitions = (list: AlertListName): readonly string[] => [
  ...new Set(Array.from({ length: AUDIT_SHARD_COUNT }, (_, shard) => toAlertPartition(list, shard))),
]

/** A missing value is no alternative: ElectroDB would make a key of the attribute's name alone. */
const NO_ALERT = 'none'

const isAlertAction = (action: string): action is keyof typeof alertTypeByAuditAction =>
  Object.hasOwn(alertTypeByAuditAction, action)

/**
 * The service name gives the keys the prefix `$audit`, under which IAM lets functions put entries, but not change or
 * remove them; append-only.ts prevents overwriting. `userId` is the actor, `subjectId` the person affected.
 */
export const auditEntryEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'audit', entity: 'auditEntry', version: '1' },
      attributes: {
        auditId: { type: 'string', required: true, readOnly: true },
        /** `YYYY-MM` of `createdAt`: the partition, so that the newest entries need one or two queries. */
        month: { type: 'string', required: true, readOnly: true },
        shard: {
          type: 'number',
          required: true,
          readOnly: true,
          default: 0,
          watch: ['auditId'],
          set: (_, { auditId }) => computeAuditShard(auditId),
        },
        createdAt: { type: 'string', required: true, readOnly: true },
        action: { type: auditActions, required: true, readOnly: true },
        userId: { type: 'string', required: true, readOnly: true },
        subjectId: { type: 'string', required: true, readOnly: true },
        alertPartition: {
          type: 'string',
          required: true,
          readOnly: true,
          default: NO_ALERT,
          watch: ['action', 'auditId'],
          set: (_, { action, auditId }) =>
            isAlertAction(action)
              ? toAlertPartition(alertListByType[alertTypeByAuditAction[action]], computeAuditShard(auditId))
              : NO_ALERT,
        },
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
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['subjectId'] },
          sk: { field: 'gsi1sk', composite: ['createdAt', 'auditId'] },
        },
        byAlertPartition: {
          index: tableIndexes.byState,
          // Other entries have no key in this index: they would all be one partition.
          condition: ({ alertPartition }) => alertPartition !== NO_ALERT,
          pk: { field: 'gsi2pk', composite: ['alertPartition'] },
          sk: { field: 'gsi2sk', composite: ['createdAt', 'auditId'] },
        },
      },
    },
    config,
  )
