import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, onTestFinished, test } from 'vitest'
import { restrictToLoopback } from '../../bin/local/loopback-only.ts'
import { startLocalDynamoDb } from '../../bin/local/dynamo.ts'
import { serveOnFreePort } from '../../bin/local/open-local-stand-ins.ts'
import { createDynamoDbProxy } from '../../bin/local/dynamodb-proxy.ts'

async function aServer() {
  const server = createServer(restrictToLoopback((_, response) => response.end('{}')))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = (headers: Record<string, string>, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', method, headers }, (answer) => resolve(answer.statusCode))
      sent.on('error', reject)
      sent.end()
    })
  return { port, ask }
}

describe('the local product', () => {
  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'localhost'])(
    'refuses the host name %s without its port, or that is not this machine',
    async (host) => {
      const { ask } = await aServer()

      expect(await ask({ host })).toBe(403)
    },
  )

  test.each(['localhost', '127.0.0.1', '[::1]'])('answers to %s with its port', async (name) => {
    const { ask, port } = await aServer()

    expect(await ask({ host: `${name}:${port}` })).toBe(200)
  })

  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
  ])('refuses pages of other sites, whether they read or write: %j', async (headers) => {
    const { ask, port } = await aServer()
    const host = `localhost:${port}`

    const answers = [await ask({ host, ...headers }), await ask({ host, ...headers }, 'POST')]

    expect(answers).toEqual([403, 403])
  })

  test('answers its own pages, programs and links from elsewhere', async () => {
    const { ask, port } = await aServer()
    const host = `localhost:${port}`

    const answers = [
      await ask({ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }, 'POST'),
      await ask({ host: `127.0.0.1:${port}`, origin: `http://${host}`, 'sec-fetch-site': 'cross-site' }, 'POST'),
      await ask({ host }, 'POST'),
      await ask({ host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }),
    ]

    expect(answers).toEqual([200, 200, 200, 200])
    expect(await ask({ host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'POST')).toBe(403)
  })
})

describe('the table of the local product', () => {
  const key = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret', region: 'eu-west-1', service: 'dynamodb' }

  async function aTable() {
    const dynamo = await startLocalDynamoDb({ hidden: true })
    const proxy = await serveOnFreePort(createDynamoDbProxy({ endpoint: dynamo.endpoint, key }))
    onTestFinished(async () => {
      await proxy.close()
      await dynamo.stop()
    })
    const asked = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
      new DynamoDBClient({ endpoint: proxy.address, region: key.region, credentials, maxAttempts: 1 }).send(
        new ListTablesCommand(),
      )
    return { dynamo, proxy, asked }
  }

  test('answers what is signed with its key, and nothing else', async () => {
    const { asked } = await aTable()

    expect(await asked(key)).toMatchObject({ TableNames: expect.any(Array) })
    await expect(asked({ ...key, secretAccessKey: 'another' })).rejects.toThrow('signature')
    await expect(asked({ ...key, accessKeyId: 'AKIAOTHER' })).rejects.toThrow('security token')
  })

  test('tells a page of another site nothing, and lets none read it', async () => {
    const { proxy, dynamo } = await aTable()
    const headers = { 'x-amz-target': 'DynamoDB_20120810.ListTables', 'content-type': 'application/x-amz-json-1.0' }
    const unsigned = await fetch(proxy.address, { method: 'POST', headers, body: '{}' })
    const foreign = await fetch(proxy.address, {
      method: 'POST',
      headers: { ...headers, origin: 'https://evil.example' },
      body: '{}',
    })

    expect([unsigned.status, foreign.status]).toEqual([403, 403])
    expect(unsigned.headers.get('access-control-allow-origin')).toBeNull()
    // An external server has its own address.
    const given = process.env['AWS_ENDPOINT_URL_DYNAMODB']
    expect(given || new URL(dynamo.endpoint).hostname).not.toBe('127.0.0.1')
  })
})
