import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openRawTableAccess } from '#data/raw-table-access'
import { createTableClient } from '#data/table'

async function aHangingTable() {
  const asked: unknown[] = []
  const server = createServer(({ url }) => void asked.push(url))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a table that accepts calls and answers none is given up after three tries, and does not take all of the function’s time', async () => {
  const { asked, endpoint } = await aHangingTable()
  const client = createTableClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
    requestTimeout: 50,
  })

  const reading = client.send(new GetItemCommand({ TableName: 'practice', Key: { pk: { S: '1' }, sk: { S: '1' } } }))

  await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(asked).toHaveLength(3)
})

test('what exports and erases all that a person has gives such a table up within 15 seconds', async () => {
  const { asked, endpoint } = await aHangingTable()
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', endpoint)
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const item = { pk: '$health#customerid_cus_00000001', sk: '$questionnaire_1', __edb_e__: 'questionnaire' }

  const errors: unknown[] = []
  openRawTableAccess('practice')
    .remove(item)
    .catch((error: unknown) => errors.push(error))
  await vi.waitFor(() => expect(asked).not.toEqual([]))
  for (let elapsedMs = 0; elapsedMs < 15_000; elapsedMs += 100) {
    await vi.advanceTimersByTimeAsync(100)
    // Closed sockets are noticed by the event loop, not by a timer.
    await setImmediate()
  }

  expect(errors).toMatchObject([{ name: 'TimeoutError' }])
})
