import { type DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'

/**
 * In a server that one product has for itself.
 * @throws Error when there is not exactly one
 */
export async function getOnlyTableName(client: DynamoDBClient): Promise<string> {
  const { TableNames = [] } = await client.send(new ListTablesCommand())
  const [name, ...others] = TableNames
  if (name === undefined || others.length > 0) throw new Error(`the server has ${TableNames.length} tables, not one`)
  return name
}
