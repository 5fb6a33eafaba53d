import { randomUUID } from 'node:crypto'
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { inject, onTestFinished, TestRunner } from 'vitest'
import { createDynamoTable } from '../../bin/local/dynamo.ts'
import { type Database, openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { logFollowUpFailure } from '#platform/log'
import { recordAuditedTransactions } from './audited-transactions.ts'
import { interruptReads } from './interrupted-reads.ts'
import { shortenTableCalls } from './short-table-calls.ts'
import { makeBatchesThrottleable } from './throttled-batches.ts'

let connected: { readonly client: DynamoDBClient; readonly ofData: DynamoDBClient } | undefined

export function createTableClient(): DynamoDBClient {
  const endpoints = inject('dynamoEndpoints')
  const endpoint = endpoints[Number(process.env['VITEST_POOL_ID']) % endpoints.length] ?? ''
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials })
  // Another server may need a valid signature, or answer differently.
  return process.env['AWS_ENDPOINT_URL_DYNAMODB'] ? client : shortenTableCalls(client, endpoint)
}

/** Entities by table: creating all of them takes 50 ms, ten times as long as the table. */
const opened = new Map<string, Database>()
const file = randomUUID()
let inUse = 0

/** As lib/ deploys it; for one test or, created in a hook, for its block. */
export async function createEmptyTable(): Promise<{ client: DynamoDBClient; table: string; data: Database }> {
  connected ??= {
    client: createTableClient(),
    ofData: makeBatchesThrottleable(interruptReads(recordAuditedTransactions(createTableClient()))),
  }
  const { client, ofData } = connected
  const inTest = TestRunner.getCurrentTest() !== undefined
  const table = inTest ? `test-${file}-${inUse}` : `test-${randomUUID()}`
  if (inTest) {
    inUse += 1
    // The server re-reads the schemas of all tables when one is created: among thousands that takes 50 ms instead of 3.
    onTestFinished(async () => {
      inUse -= 1
      await client.send(new DeleteTableCommand({ TableName: table }))
    })
  }
  await createDynamoTable(client, table, { streamed: false })
  const data = opened.get(table) ?? openDatabase(createTableConnection(table, ofData), logFollowUpFailure)
  opened.set(table, data)
  return { client, table, data }
}
