import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { AUDIT_SHARDS } from './audit-entry.ts'
import { serviceNames, type ServiceName } from './key-prefixes.ts'
import { indexes } from './table.ts'
import { withinAccess } from './table-scope.ts'

/** As stored; `__edb_e__` is ElectroDB's entity name. */
export interface RawItem {
  readonly pk: string
  readonly sk: string
  readonly __edb_e__: string
  readonly [attribute: string]: unknown
}

export const modelOf = ({ __edb_e__: model }: RawItem): string => model

/** The owner attribute at the beginning of the item's key, or of its key in `byOwner`. */
export type Owner = readonly [attribute: 'customerId' | 'userId' | 'addressId' | 'orderId' | 'subject', value: string]

/**
 * The table without entities, for exporting and erasing all of a person's items, including those of entities added
 * later.
 */
export interface Partitions {
  /** Items of all services, by key (`base`) or by the owner index, except the audit log. */
  readonly owned: (owner: Owner, where: 'base' | 'byOwner') => AsyncIterable<RawItem>
  readonly auditAbout: (subjectId: string) => AsyncIterable<RawItem>
  readonly auditOf: (month: string) => AsyncIterable<RawItem>
  readonly remove: (item: RawItem) => Promise<void>
  readonly replace: (item: RawItem) => Promise<void>
}

const OWNED: readonly ServiceName[] = serviceNames.filter((service) => service !== 'audit')

/** ElectroDB's partition key: shared by all entities of a service that are keyed by this attribute alone. */
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
