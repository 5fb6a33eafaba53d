import { type DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { toUnstreamedName } from '../../bin/local/unstreamed-items.ts'

/**
 * On a server used by one product only.
 * @throws Error unless there is exactly one
 */
export async function getOnlyTableName(client: DynamoDBClient): Promise<string> {
  const { TableNames = [] } = await client.send(new ListTablesCommand())
  const unstreamed = new Set(TableNames.map(toUnstreamedName))
  const [name, ...others] = TableNames.filter((table) => !unstreamed.has(table))
  if (name === undefined || others.length > 0)
    throw new Error(`the server has the tables ${TableNames.join(', ')}, not one`)
  return name
}
