import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { AUDIT_SHARD_COUNT } from './audit-entry.ts'
import { entityServiceNames, type EntityServiceName } from './key-prefixes.ts'
import { tableIndexes } from './table.ts'
import { enforceTableAccess } from './enforce-table-access.ts'

/** As stored; `__edb_e__` is ElectroDB's entity name. */
export interface RawTableItem {
  readonly pk: string
  readonly sk: string
  readonly __edb_e__: string
  readonly [attribute: string]: unknown
}

export const getItemEntityName = ({ __edb_e__: model }: RawTableItem): string => model

/** The owner attribute at the beginning of the item's key, or of its key in `byOwner`. */
export type ItemOwner = readonly [
  attribute: 'customerId' | 'userId' | 'addressId' | 'orderId' | 'subject',
  value: string,
]

/**
 * The table without entities, for exporting and erasing all of a person's items, including those of entities added
 * later.
 */
export interface RawTableAccess {
  /** Items of all services, by key (`base`) or by the owner index, except the audit log. */
  readonly owned: (owner: ItemOwner, where: 'base' | 'byOwner') => AsyncIterable<RawTableItem>
  readonly auditAbout: (subjectId: string) => AsyncIterable<RawTableItem>
  readonly auditOf: (month: string) => AsyncIterable<RawTableItem>
  readonly remove: (item: RawTableItem) => Promise<void>
  readonly replace: (item: RawTableItem) => Promise<void>
}

const OWNED: readonly EntityServiceName[] = entityServiceNames.filter((service) => service !== 'audit')

/** ElectroDB's partition key: shared by all entities of a service that are keyed by this attribute alone. */
const keyOf = (service: EntityServiceName, ...attributes: readonly (readonly [string, string | number])[]) =>
  [`$${service}`, ...attributes.map(([attribute, value]) => `${attribute}_${value}`)].join('#').toLowerCase()

export function openRawTableAccess(table: string, client = new DynamoDBClient({})): RawTableAccess {
  const documents = DynamoDBDocumentClient.from(enforceTableAccess(client))
  async function* query(key: string, field: string, index?: string): AsyncIterable<RawTableItem> {
    let ExclusiveStartKey: Record<string, unknown> | undefined
    do {
      const { Items = [], LastEvaluatedKey } = await documents.send(
        new QueryCommand({
          TableName: table,
          ...(index ? { IndexName: index } : { ConsistentRead: true }),
          KeyConditionExpression: '#key = :key',
          ExpressionAttributeNames: { '#key': field },
          ExpressionAttributeValues: { ':key': key },
          ExclusiveStartKey,
        }),
      )
      yield* Items as RawTableItem[]
      ExclusiveStartKey = LastEvaluatedKey
    } while (ExclusiveStartKey)
  }
  return {
    owned: async function* owned([attribute, value], where) {
      for (const service of OWNED) {
        const key = keyOf(service, [attribute, value])
        yield* where === 'base' ? query(key, 'pk') : query(key, `${tableIndexes.byOwner}pk`, tableIndexes.byOwner)
      }
    },
    auditAbout: (subjectId) =>
      query(keyOf('audit', ['subjectId', subjectId]), `${tableIndexes.byOwner}pk`, tableIndexes.byOwner),
    auditOf: async function* auditOf(month) {
      for (let shard = 0; shard < AUDIT_SHARD_COUNT; shard++) {
        yield* query(keyOf('audit', ['month', month], ['shard', shard]), 'pk')
      }
    },
    remove: async ({ pk, sk }) => {
      await documents.send(new DeleteCommand({ TableName: table, Key: { pk, sk } }))
    },
    replace: async (item) => {
      await documents.send(new PutCommand({ TableName: table, Item: item }))
    },
  }
}
