import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from '../../bin/local/addresses.ts'
import { createDynamoTable, startLocalDynamoDb } from '../../bin/local/dynamo.ts'
import { deleteExpiredItems } from '../../bin/local/expired-items.ts'

const NOW = Date.parse('2026-11-23T10:00:00.000Z')

test('items whose time is up are deleted, and no others', async () => {
  const { endpoint, stop } = await startLocalDynamoDb()
  onTestFinished(stop)
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY })
  await createDynamoTable(client, 'table')
  const until = { over: NOW / 1000 - 1, now: NOW / 1000, later: NOW / 1000 + 1, never: undefined }
  for (const [pk, seconds] of Object.entries(until)) {
    const Item = { pk: { S: pk }, sk: { S: 'one' }, ...(seconds !== undefined && { until: { N: `${seconds}` } }) }
    await client.send(new PutItemCommand({ TableName: 'table', Item }))
  }

  expect(await deleteExpiredItems({ client, name: 'table', attribute: 'until' }, NOW)).toBe(1)

  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'table' }))
  expect(new Set(Items.map(({ pk }) => pk?.S))).toEqual(new Set(['later', 'never', 'now']))
})
