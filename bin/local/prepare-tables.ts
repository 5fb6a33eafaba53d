import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from './addresses.ts'
import type { LocalDeployment } from './deployment.ts'
import { createDynamoTable, dropDynamoTable, type LocalDynamoDb } from './dynamo.ts'
import { describeUnstreamedTable } from './unstreamed-items.ts'

interface TablePreparation {
  readonly dynamo: LocalDynamoDb
  readonly deployment: Pick<LocalDeployment, 'table' | 'restoredStreams'>
  /** Whether the data folder is new. */
  readonly isFresh: boolean
  /** Closes everything else when a table is refused. */
  readonly closeOthers: () => Promise<unknown>
}

/**
 * Creates the tables, but for one that was restored.
 * @throws Error when the restored table is not there, or functions read a stream that is not its own
 */
export async function prepareTables({ dynamo, deployment, isFresh, closeOthers }: TablePreparation): Promise<void> {
  const { table: described, restoredStreams } = deployment
  const { endpoint } = dynamo
  const server = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY })
  try {
    for (const table of [described, describeUnstreamedTable(described)]) {
      // A server that outlives this process may still hold what was there before `--fresh`.
      if (isFresh) await dropDynamoTable(server, table.TableName)
      // A restored table that is not there is an error: an empty one would look like a restoration.
      if (restoredStreams && table === described) await requireStreams(server, table.TableName, restoredStreams)
      else await createDynamoTable(server, table)
    }
  } catch (error) {
    await Promise.all([dynamo.stop(), closeOthers()])
    throw error
  } finally {
    server.destroy()
  }
}

/** Lambda refuses an event source mapping in the same words. */
async function requireStreams(server: DynamoDBClient, name: string, streams: readonly string[]): Promise<void> {
  const { Table } = await server.send(new DescribeTableCommand({ TableName: name }))
  const label = Table?.LatestStreamLabel ?? 'none'
  // Not the whole ARN: the server's have another account.
  const wrong = streams.find((arn) => !arn.endsWith(`:table/${name}/stream/${label}`))
  if (wrong !== undefined) throw new Error(`Stream not found: ${wrong} (label of the stream of ${name}: ${label})`)
}
