import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTableClient } from '#data/table'

test('a table that accepts calls and answers none is given up after three tries, and does not take all of the function’s time', async () => {
  let asked = 0
  const server = createServer(() => {
    asked += 1
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const client = createTableClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
    requestTimeout: 50,
  })

  const reading = client.send(new GetItemCommand({ TableName: 'practice', Key: { pk: { S: '1' }, sk: { S: '1' } } }))

  await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(asked).toBe(3)
})
