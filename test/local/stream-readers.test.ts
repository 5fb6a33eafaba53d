import { EventEmitter } from 'node:events'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDocumentStore } from '../../bin/local/document-store.ts'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from '../../bin/local/addresses.ts'
import { createDynamoTable, startLocalDynamoDb } from '../../bin/local/dynamo.ts'
import { startDynamoStreamPump } from '../../bin/local/dynamo-stream-pump.ts'

test('a third reader of the stream is throttled, as DynamoDB does, and says so once', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  const { endpoint, stop } = await startLocalDynamoDb()
  onTestFinished(stop)
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY })
  const table = 'readers'
  await createDynamoTable(client, table)
  const source = { endpoint, table, store: openDocumentStore(), writeEvents: new EventEmitter() }
  const read: Record<string, number> = { first: 0, second: 0, third: 0 }
  const follow = (consumer: string) => {
    const pump = startDynamoStreamPump({ ...source, consumer }, async ({ Records }) => {
      read[consumer] = (read[consumer] ?? 0) + Records.length
    })
    onTestFinished(pump.stop)
    return pump
  }
  const [first] = ['first', 'second', 'third'].map(follow)

  await client.send(new PutItemCommand({ TableName: table, Item: { pk: { S: 'a' }, sk: { S: 'a' } } }))

  await vi.waitFor(() => expect(read).toEqual({ first: 1, second: 1, third: 0 }), 10_000)
  expect(log.mock.calls.flat()).toEqual([
    'ProvisionedThroughputExceededException: third reads the stream beside two others',
  ])
  first?.stop()
  await vi.waitFor(() => expect(read['third']).toBe(1), 10_000)
})
