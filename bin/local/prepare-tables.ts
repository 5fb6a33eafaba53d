import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from './addresses.ts'
import type { LocalDeployment } from './deployment.ts'
import { createDynamoTable, dropDynamoTable, type LocalDynamoDb } from './dynamo.ts'
import { describeUnstreamedTable } from './unstreamed-items.ts'

interface TablePreparation {
  readonly dynamo: LocalDynamoDb
  readonly deployment: Pick<LocalDeployment, 'table' | 'restoredStreams'>
  readonly isFresh: boolean
  readonly closeOthers: () => Promise<unknown>
}

/**
 * Creates all tables except a restored one.
 * @throws Error if the restored table does not exist, or a function reads another table's stream
 */
export async function prepareTables({ dynamo, deployment, isFresh, closeOthers }: TablePreparation): Promise<void> {
  const { table: described, restoredStreams } = deployment
  const { endpoint } = dynamo
  const server = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY })
  try {
    for (const table of [described, describeUnstreamedTable(described)]) {
      if (restoredStreams && table === described) {
        // A missing restored table is an error: an empty one would look like a successful restoration.
        await requireStreams(server, table.TableName, restoredStreams)
        continue
      }
      // A server that survived its process may still hold the data from before `--fresh`.
      if (isFresh) await dropDynamoTable(server, table.TableName)
      await createDynamoTable(server, table)
    }
  } catch (error) {
    await Promise.all([dynamo.stop(), closeOthers()])
    throw error
  } finally {
    server.destroy()
  }
}

/** In the wording of Lambda's event source mapping. */
async function requireStreams(server: DynamoDBClient, name: string, streams: readonly string[]): Promise<void> {
  const { Table } = await server.send(new DescribeTableCommand({ TableName: name }))
  const label = Table?.LatestStreamLabel ?? 'none'
  // Not the whole ARN: the server's ARNs have another account id.
  const wrong = streams.find((arn) => !arn.endsWith(`:table/${name}/stream/${label}`))
  if (wrong !== undefined) throw new Error(`Stream not found: ${wrong} (label of the stream of ${name}: ${label})`)
}
