import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { AUDIT_SHARDS } from './audit-entry.ts'
import { serviceNames, type ServiceName } from './key-prefixes.ts'
import { indexes } from './table.ts'
import { withinAccess } from './table-scope.ts'

/** An item as it lies in the table, whichever its entity: `__edb_e__` names that. */
export interface RawItem {
  readonly pk: string
  readonly sk: string
  readonly __edb_e__: string
  readonly [attribute: string]: unknown
}

/** The name that an item's entity has in the table. */
export const modelOf = ({ __edb_e__: model }: RawItem): string => model

/** Whose an item is, by the attribute that begins its key or its key in `byOwner`. */
export type Owner = readonly [attribute: 'customerId' | 'userId' | 'addressId' | 'orderId' | 'subject', value: string]

/**
 * The table without its entities, for the two who have to reach every item of somebody, also of entities that are yet to
 * be thought of: whoever gives people their data and whoever erases it.
 */
export interface Partitions {
  /** What belongs to an owner, by key (`base`) or by the index of owners, whatever its service; the audit log is apart. */
  readonly owned: (owner: Owner, where: 'base' | 'byOwner') => AsyncIterable<RawItem>
  /** The audit entries about somebody or something. */
  readonly auditAbout: (subjectId: string) => AsyncIterable<RawItem>
  /** The audit entries of a month, `YYYY-MM`. */
  readonly auditOf: (month: string) => AsyncIterable<RawItem>
  readonly remove: (item: RawItem) => Promise<void>
  /** Puts an item in the place of the one with its key. */
  readonly replace: (item: RawItem) => Promise<void>
}

/** Where an owner's items are. */
const OWNED: readonly ServiceName[] = serviceNames.filter((service) => service !== 'audit')

/** ElectroDB's key for an owner: every entity of the service whose key begins with that attribute alone has the same. */
const keyOf = (service: ServiceName, ...attributes: readonly (readonly [string, string | number])[]) =>
  [`$${service}`, ...attributes.map(([attribute, value]) => `${attribute}_${value}`)].join('#').toLowerCase()

export function openPartitions(table: string, client = new DynamoDBClient({})): Partitions {
  const documents = DynamoDBDocumentClient.from(withinAccess(client))
  async function* query(key: string, field: string, index?: string): AsyncIterable<RawItem> {
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
      yield* Items as RawItem[]
      ExclusiveStartKey = LastEvaluatedKey
    } while (ExclusiveStartKey)
  }
  return {
    owned: async function* owned([attribute, value], where) {
      for (const service of OWNED) {
        const key = keyOf(service, [attribute, value])
        yield* where === 'base' ? query(key, 'pk') : query(key, `${indexes.byOwner}pk`, indexes.byOwner)
      }
    },
    auditAbout: (subjectId) => query(keyOf('audit', ['subjectId', subjectId]), `${indexes.byOwner}pk`, indexes.byOwner),
    auditOf: async function* auditOf(month) {
      for (let shard = 0; shard < AUDIT_SHARDS; shard++) {
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
