import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import { createDynamoTable, startLocalDynamoDb } from '../../bin/local/dynamo.ts'
import { createDynamoDbProxy } from '../../bin/local/dynamodb-proxy.ts'
import { serveOnFreePort } from '../../bin/local/open-local-stand-ins.ts'

const key = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret', region: 'eu-west-1', service: 'dynamodb' }
const TableName = 'habitat'

async function aTable() {
  const dynamo = await startLocalDynamoDb({ hidden: true })
  const proxy = await serveOnFreePort(createDynamoDbProxy({ endpoint: dynamo.endpoint, key }))
  onTestFinished(async () => {
    await proxy.close()
    await dynamo.stop()
  })
  const client = new DynamoDBClient({ endpoint: proxy.address, region: key.region, credentials: key, maxAttempts: 1 })
  await createDynamoTable(client, TableName, { streamed: false })
  return {
    describe: async () => (await client.send(new DescribeTableCommand({ TableName }))).Table,
    update: (change: object) => client.send(new UpdateTableCommand({ TableName, ...change })),
    remove: () => client.send(new DeleteTableCommand({ TableName })),
  }
}

test('an update of a table goes on after its answer, and refuses another one and the deletion until it is seen to end', async () => {
  const { describe, update, remove } = await aTable()
  await expect(remove()).rejects.toThrow('protected against deletion')

  await update({ DeletionProtectionEnabled: false })

  await expect(remove()).rejects.toThrow(ResourceInUseException)
  expect(await describe()).toMatchObject({ TableStatus: 'ACTIVE', DeletionProtectionEnabled: true })
  await expect(update({ DeletionProtectionEnabled: false })).rejects.toThrow(ResourceInUseException)
  expect(await describe()).toMatchObject({ TableStatus: 'UPDATING' })
  expect(await describe()).toMatchObject({ TableStatus: 'ACTIVE', DeletionProtectionEnabled: false })
  await remove()
})

test('a stream is not described right after it was asked for, though the table is active', async () => {
  const { describe, update } = await aTable()

  await update({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } })

  expect(await describe()).toMatchObject({ TableStatus: 'ACTIVE' })
  expect(await describe()).not.toHaveProperty('LatestStreamArn')
  expect(await describe()).toMatchObject({ TableStatus: 'ACTIVE', LatestStreamArn: expect.stringContaining(TableName) })
})
