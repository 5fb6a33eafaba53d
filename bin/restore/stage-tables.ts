import {
  DescribeTableCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  paginateListTables,
  ResourceNotFoundException,
  type TableDescription,
  type Tag,
} from '@aws-sdk/client-dynamodb'
import pRetry from 'p-retry'

/** Until this instant erasures are repeated; a deployment refuses a table without the tag. */
export const ERASURES_REAPPLIED_TAG = 'erasures-reapplied-at'

/** The table that was in use when this one was restored; a deployment refuses to replace any other one with it. */
export const REPLACES_TAG = 'replaces'

/** Just before its stream was opened, which keeps what nobody reads for 24 hours. */
export const STREAM_OPENED_TAG = 'stream-opened-at'

/** AWS takes hours to restore a large table. */
const LONGEST_MS = 12 * 3_600_000

const RESTORED = /-at-\d{8}T\d{6}Z$/

const toOwnName = (name: string): string => name.replace(RESTORED, '')

/** The same name for the same second, so that a retry finds the table of the first attempt. */
export const toRestoredTableName = (source: string, at: Date): string =>
  `${toOwnName(source)}-at-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

/** Whether both are the stack's own table or one that was restored from it, at whatever moment. */
export const isTableOfSameStage = (one: string, other: string): boolean => toOwnName(one) === toOwnName(other)

/** The stack's own table and all that were restored from it, as far as they are still there. */
export async function listStageTables(client: DynamoDBClient, inUse: string): Promise<readonly TableDescription[]> {
  const tables: TableDescription[] = []
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    for (const name of TableNames.filter((each) => isTableOfSameStage(each, inUse))) {
      const table = await findTable(client, name)
      if (table) tables.push(table)
    }
  }
  return tables
}

export async function findTable(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

class TableNotReadyError extends Error {}

/**
 * DescribeTable lags: right after an update it may answer ACTIVE without the change, which `isReady` looks for.
 * @throws Error after twelve hours
 */
export const waitForTable = (
  client: DynamoDBClient,
  name: string,
  isReady: (table: TableDescription) => boolean = () => true,
): Promise<TableDescription> =>
  pRetry(
    async () => {
      const table = await findTable(client, name)
      if (table?.TableStatus !== 'ACTIVE' || !isReady(table)) throw new TableNotReadyError(`${name} is not ready`)
      return table
    },
    {
      retries: Infinity,
      maxRetryTime: LONGEST_MS,
      minTimeout: 1000,
      maxTimeout: 30_000,
      shouldRetry: ({ error }) => error instanceof TableNotReadyError,
    },
  )

/** Ten tags a page. */
export async function listTags(client: DynamoDBClient, arn: string): Promise<readonly Tag[]> {
  const tags: Tag[] = []
  let NextToken: string | undefined
  do {
    const page = await client.send(new ListTagsOfResourceCommand({ ResourceArn: arn, NextToken }))
    tags.push(...(page.Tags ?? []))
    ;({ NextToken } = page)
  } while (NextToken)
  return tags
}

export interface RestorationTags {
  readonly reappliedAt: string | undefined
  readonly replaces: string | undefined
  readonly streamOpenedAt: string | undefined
}

export async function readRestorationTags(client: DynamoDBClient, arn: string): Promise<RestorationTags> {
  const tags = await listTags(client, arn)
  const read = (key: string) => tags.find(({ Key }) => Key === key)?.Value
  return {
    reappliedAt: read(ERASURES_REAPPLIED_TAG),
    replaces: read(REPLACES_TAG),
    streamOpenedAt: read(STREAM_OPENED_TAG),
  }
}
