import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { EntityConfiguration } from 'electrodb'
import { inject } from 'vitest'
import { createTable } from '../../bin/local/dynamo.ts'
import { connect } from '#data/table'

const client = new DynamoDBClient({
  endpoint: inject('dynamoEndpoint'),
  region: 'eu-west-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
})

/** An empty table of the shape that lib/ deploys, for one test. */
export async function anEmptyTable(): Promise<EntityConfiguration & { client: DynamoDBClient; table: string }> {
  const table = `test-${randomUUID()}`
  await createTable(client, table)
  return { ...connect(table, client), client, table }
}
