import { randomUUID } from 'node:crypto'
import { DeleteTableCommand, DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { inject, onTestFinished, TestRunner } from 'vitest'
import { createDynamoTable } from '../../bin/local/dynamo.ts'
import { type Database, openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { logFollowUpFailure } from '#platform/log'
import { interruptReads } from './interrupted-reads.ts'
import { recordAuditedTransactions } from './audited-transactions.ts'

let connected: { readonly client: DynamoDBClient; readonly ofData: DynamoDBClient } | undefined

/** The server asks for the form of a signature and checks none. */
const unsigned: Extract<DynamoDBClientConfig['signer'], object> = {
  sign: async (request) => {
    request.headers['authorization'] =
      'AWS4-HMAC-SHA256 Credential=test/20261121/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=test'
    request.headers['x-amz-date'] = '20261121T090000Z'
    return request
  },
}

/** With signatures and what nobody reads, a call of the SDK takes twice the processor's time. */
export function createTableClient(): DynamoDBClient {
  const endpoints = inject('dynamoEndpoints')
  const endpoint = endpoints[Number(process.env['VITEST_POOL_ID']) % endpoints.length] ?? ''
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials, signer: unsigned })
  client.middlewareStack.remove('getUserAgentMiddleware')
  // Prepares what it would log, though there is no logger.
  client.middlewareStack.remove('loggerMiddleware')
  return client
}

/** Entities by table: creating all of them takes 50 ms, ten times as long as the table. */
const opened = new Map<string, Database>()
const file = randomUUID()
let inUse = 0

/** As lib/ deploys it; for one test or, created in a hook, for its block. */
export async function createEmptyTable(): Promise<{ client: DynamoDBClient; table: string; data: Database }> {
  connected ??= { client: createTableClient(), ofData: interruptReads(recordAuditedTransactions(createTableClient())) }
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
  await createDynamoTable(client, table, { streamed: false })
  const data = opened.get(table) ?? openDatabase(createTableConnection(table, ofData), logFollowUpFailure)
  opened.set(table, data)
  return { client, table, data }
}
