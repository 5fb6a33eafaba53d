import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type RestoreTableToPointInTimeInput,
  ResourceInUseException,
  ResourceNotFoundException,
  ScanCommand,
  type ScanCommandOutput,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from './addresses.ts'
import { createDynamoTable, describeTable } from './dynamo.ts'
import { StandInServiceError } from './json-protocol.ts'
import { describeUnstreamedTable } from './unstreamed-items.ts'

type Item = Record<string, AttributeValue>

/** Instants are epoch seconds. */
export type RestoreRequest = Omit<RestoreTableToPointInTimeInput, 'RestoreDateTime'> & {
  readonly RestoreDateTime?: number
}

/** Limit of BatchWriteItem. */
const BATCH = 25

/**
 * RestoreTableToPointInTime. The server keeps all stream records of a table; replaying them up to a second gives its
 * state. As on AWS the new table has the indexes, but neither stream nor expiry.
 * @throws StandInServiceError in DynamoDB's wording
 */
export async function restoreTableToPointInTime(
  endpoint: string,
  { SourceTableName, TargetTableName, RestoreDateTime, UseLatestRestorableTime }: RestoreRequest,
  now: Date,
): Promise<TableDescription> {
  const config = { endpoint, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY }
  const tables = new DynamoDBClient(config)
  const source = await describeSource(tables, SourceTableName ?? '')
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const until = UseLatestRestorableTime ? nowSeconds : RestoreDateTime
  if (until === undefined) throw new StandInServiceError('ValidationException', 'No point in time was given')
  const born = Math.floor((source.CreationDateTime?.getTime() ?? 0) / 1000)
  if (until > nowSeconds || until < born)
    throw new StandInServiceError(
      'InvalidRestoreTimeException',
      'An invalid restore time was specified. RestoreDateTime must be between EarliestRestorableDateTime and LatestRestorableDateTime.',
    )
  const items = await readItemsAt(source, new DynamoDBStreamsClient(config), until)
  const created = await createLike(tables, source, TargetTableName ?? '')
  await putAll(tables, TargetTableName ?? '', items)
  await copyUnstreamedItems(tables, SourceTableName ?? '', created)
  return { ...created, TableStatus: 'CREATING' }
}

async function putAll(tables: DynamoDBClient, name: string, items: readonly Item[]): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH) {
    const puts = items.slice(at, at + BATCH).map((Item) => ({ PutRequest: { Item } }))
    await tables.send(new BatchWriteItemCommand({ RequestItems: { [name]: puts } }))
  }
}

/** Items stored without a stream have no history: their current state is copied. */
async function copyUnstreamedItems(
  tables: DynamoDBClient,
  source: string,
  created: TableDescription | undefined,
): Promise<void> {
  const { TableName: from } = describeUnstreamedTable(describeTable(source))
  const target = describeUnstreamedTable(describeTable(created?.TableName ?? ''))
  await createDynamoTable(tables, target)
  let ExclusiveStartKey: Item | undefined
  try {
    do {
      const page: ScanCommandOutput = await tables.send(new ScanCommand({ TableName: from, ExclusiveStartKey }))
      await putAll(tables, target.TableName, page.Items ?? [])
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
  }
}

async function describeSource(tables: DynamoDBClient, name: string): Promise<TableDescription> {
  try {
    const { Table } = await tables.send(new DescribeTableCommand({ TableName: name }))
    if (Table) return Table
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
  }
  throw new StandInServiceError('TableNotFoundException', `Table not found: ${name}`)
}

async function createLike(tables: DynamoDBClient, source: TableDescription, name: string) {
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = source
  try {
    const { TableDescription: created } = await tables.send(
      new CreateTableCommand({
        TableName: name,
        AttributeDefinitions,
        KeySchema,
        GlobalSecondaryIndexes: GlobalSecondaryIndexes?.map(({ IndexName, KeySchema: key, Projection }) => ({
          IndexName,
          KeySchema: key,
          Projection,
        })),
        BillingMode: 'PAY_PER_REQUEST',
      }),
    )
    return created
  } catch (error) {
    if (error instanceof ResourceInUseException)
      throw new StandInServiceError('TableAlreadyExistsException', `Table already exists: ${name}`)
    throw error
  }
}

async function readItemsAt(
  { LatestStreamArn, KeySchema = [] }: TableDescription,
  streams: DynamoDBStreamsClient,
  until: number,
): Promise<readonly Item[]> {
  // Without a stream there are no records to replay.
  if (!LatestStreamArn)
    throw new StandInServiceError(
      'PointInTimeRecoveryUnavailableException',
      'Point in time recovery has not been enabled for source table.',
    )
  const keyOf = (keys: Item = {}): string =>
    JSON.stringify(KeySchema.map(({ AttributeName = '' }) => keys[AttributeName]))
  const items = new Map<string, Item>()
  for await (const { eventName, dynamodb } of readRecords(LatestStreamArn, streams)) {
    if (Math.floor((dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000) > until) continue
    const { Keys, NewImage } = dynamodb as { Keys?: Item; NewImage?: Item }
    if (eventName === 'REMOVE' || !NewImage) items.delete(keyOf(Keys))
    else items.set(keyOf(Keys), NewImage)
  }
  return [...items.values()]
}

async function* readRecords(StreamArn: string, streams: DynamoDBStreamsClient): AsyncIterable<StreamRecord> {
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }))
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const shard = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
    let { ShardIterator } = await streams.send(new GetShardIteratorCommand(shard))
    while (ShardIterator) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator, Limit: 1000 }))
      yield* page.Records ?? []
      // An open shard always has another page; an empty one is the end.
      ShardIterator = (page.Records ?? []).length > 0 ? page.NextShardIterator : undefined
    }
  }
}
