import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { toUtcMonth } from '#contract/calendar-days'
import { AUDIT_SHARD_COUNT, computeAuditShard } from './audit-entry.ts'
import type { EntityServiceName } from './key-prefixes.ts'
import { type ItemOwner, servicesByOwner } from './owner-services.ts'
import { HIGHEST_SORT_KEY, LOWEST_SORT_KEY } from './pagination.ts'
import { createTableClient, tableIndexes } from './table.ts'
import { enforceTableAccess } from './enforce-table-access.ts'
import { repeatConflictingWrites } from './repeat-conflicting-writes.ts'

/** As stored; `__edb_e__` is ElectroDB's entity name. */
export interface RawTableItem {
  readonly pk: string
  readonly sk: string
  readonly __edb_e__: string
  readonly [attribute: string]: unknown
}

export const getItemEntityName = ({ __edb_e__: model }: RawTableItem): string => model

export interface AuditEntryPosition {
  readonly createdAt: string
  readonly auditId: string
}

/**
 * The table without entities, for exporting and erasing all items of a person, including those of entities added later.
 */
export interface RawTableAccess {
  /** Items of all services with this owner attribute, by key (`base`) or by the owner index, except the audit log. */
  readonly owned: (owner: ItemOwner, where: 'base' | 'byOwner') => AsyncIterable<RawTableItem>
  readonly auditAbout: (subjectId: string) => AsyncIterable<RawTableItem>
  readonly auditOf: (month: string, since?: string) => AsyncIterable<RawTableItem>
  readonly auditEntry: (position: AuditEntryPosition) => Promise<RawTableItem | undefined>
  readonly remove: (item: RawTableItem) => Promise<void>
  readonly replace: (item: RawTableItem) => Promise<void>
}

/** ElectroDB's partition key: shared by all entities of a service that are keyed by this attribute alone. */
const keyOf = (service: EntityServiceName, ...attributes: readonly (readonly [string, string | number])[]) =>
  [`$${service}`, ...attributes.map(([attribute, value]) => `${attribute}_${value}`)].join('#').toLowerCase()

const auditSortKey = (createdAt: string): string => `$auditentry_1#createdat_${createdAt}`.toLowerCase()

const betweenInstants = (since: string) => ({
  ':since': auditSortKey(since),
  ':end': auditSortKey(HIGHEST_SORT_KEY),
})

export function openRawTableAccess(table: string, client = createTableClient()): RawTableAccess {
  const documents = DynamoDBDocumentClient.from(repeatConflictingWrites(enforceTableAccess(client)))
  async function* query(
    key: string,
    field: string,
    { index, since }: { readonly index?: string; readonly since?: string } = {},
  ): AsyncIterable<RawTableItem> {
    let ExclusiveStartKey: Record<string, unknown> | undefined
    do {
      const { Items = [], LastEvaluatedKey } = await documents.send(
        new QueryCommand({
          TableName: table,
          ...(index ? { IndexName: index } : { ConsistentRead: true }),
          KeyConditionExpression: since === undefined ? '#key = :key' : '#key = :key AND sk BETWEEN :since AND :end',
          ExpressionAttributeNames: { '#key': field },
          ExpressionAttributeValues: { ':key': key, ...(since !== undefined && betweenInstants(since)) },
          ExclusiveStartKey,
        }),
      )
      yield* Items as RawTableItem[]
      ExclusiveStartKey = LastEvaluatedKey
    } while (ExclusiveStartKey)
  }
  return {
    owned: async function* owned([attribute, value], where) {
      for (const service of servicesByOwner[where][attribute]) {
        const key = keyOf(service, [attribute, value])
        yield* where === 'base'
          ? query(key, 'pk')
          : query(key, `${tableIndexes.byOwner}pk`, { index: tableIndexes.byOwner })
      }
    },
    auditAbout: (subjectId) =>
      query(keyOf('audit', ['subjectId', subjectId]), `${tableIndexes.byOwner}pk`, { index: tableIndexes.byOwner }),
    auditOf: async function* auditOf(month, since) {
      for (let shard = 0; shard < AUDIT_SHARD_COUNT; shard++) {
        yield* query(keyOf('audit', ['month', month], ['shard', shard]), 'pk', { since: since ?? LOWEST_SORT_KEY })
      }
    },
    auditEntry: async ({ createdAt, auditId }) => {
      const month = toUtcMonth(createdAt)
      const pk = keyOf('audit', ['month', month], ['shard', computeAuditShard(auditId)])
      const sk = `${auditSortKey(createdAt)}#auditid_${auditId}`.toLowerCase()
      // No role may get an entry by its key: the audit log is queried.
      const { Items = [] } = await documents.send(
        new QueryCommand({
          TableName: table,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND sk = :sk',
          ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
        }),
      )
      return Items[0] as RawTableItem | undefined
    },
    remove: async ({ pk, sk }) => {
      await documents.send(new DeleteCommand({ TableName: table, Key: { pk, sk } }))
    },
    replace: async (item) => {
      await documents.send(new PutCommand({ TableName: table, Item: item }))
    },
  }
}
