import { randomUUID } from 'node:crypto'
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { inject, onTestFinished, TestRunner } from 'vitest'
import { createTable } from '../../bin/local/dynamo.ts'
import { type Data, openData } from '#data/data'
import { connect } from '#data/table'

let connected: { readonly client: DynamoDBClient; readonly ofData: DynamoDBClient } | undefined

export function aTableClient(): DynamoDBClient {
  const endpoints = inject('dynamoEndpoints')
  const endpoint = endpoints[Number(process.env['VITEST_POOL_ID']) % endpoints.length] ?? ''
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  return new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials })
}

/** Entities by table: creating all of them takes 50 ms, ten times as long as the table. */
const opened = new Map<string, Data>()
const file = randomUUID()
let inUse = 0

/** As lib/ deploys it; for one test or, created in a hook, for its block. */
export async function anEmptyTable(): Promise<{ client: DynamoDBClient; table: string; data: Data }> {
  connected ??= { client: aTableClient(), ofData: aTableClient() }
  const { client, ofData } = connected
  const inTest = TestRunner.getCurrentTest() !== undefined
  const table = inTest ? `test-${file}-${inUse}` : `test-${randomUUID()}`
  if (inTest) {
    inUse += 1
    // The server reads the shapes of all its tables anew with each one that is made: among thousands that takes 50 ms, not 3.
    onTestFinished(async () => {
      inUse -= 1
      await client.send(new DeleteTableCommand({ TableName: table }))
    })
  }
  await createTable(client, table, { streamed: false })
  const data = opened.get(table) ?? openData(connect(table, ofData))
  opened.set(table, data)
  return { client, table, data }
}
