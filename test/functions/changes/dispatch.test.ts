import type { DynamoDBRecord } from 'aws-lambda'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createQueueSender } from '#platform/queue-sender'
import { createLambdaHandler } from '../../../functions/changes/dispatch.handler.ts'
import { dispatchRecords } from '../../support/dispatched-messages.ts'

const change = (entity: string, attributes: Readonly<Record<string, string>>, eventName = 'INSERT') =>
  ({
    eventName,
    dynamodb: {
      NewImage: Object.fromEntries(
        Object.entries({ __edb_e__: entity, ...attributes }).map(([name, S]) => [name, { S }]),
      ),
    },
  }) as DynamoDBRecord

const createdAt = '2026-11-21T09:00:00.000Z'
const queued = { customerId: 'cus_1', exportId: 'exp_1', status: 'queued' }

const entry = {
  auditId: 'aud_1',
  createdAt,
  action: 'MFA_VERIFY_FAILED',
  userId: 'usr_1',
  subjectId: 'usr_1',
  address: '83.45.12.70',
}

test('each change goes to the queues of whoever works with it, by its ids, and new entries as a whole to their copier', async () => {
  const sent = await dispatchRecords([
    change('mail', { mailId: 'mai_1', to: 'ana@correo.test' }),
    change('auditEntry', { ...entry, __edb_v__: '1' }),
    change('dataExport', queued),
    change('dataExport', { ...queued, exportId: 'exp_2' }, 'MODIFY'),
  ])

  expect(sent).toEqual({
    mail: [{ mailId: 'mai_1' }, { auditId: 'aud_1', createdAt }],
    exports: [
      { customerId: 'cus_1', exportId: 'exp_1' },
      { customerId: 'cus_1', exportId: 'exp_2' },
    ],
    history: [{ entry }],
  })
})

test('what nobody works with goes nowhere', async () => {
  const sent = await dispatchRecords([
    change('mail', { mailId: 'mai_1' }, 'MODIFY'),
    change('customer', { customerId: 'cus_1' }),
    change('dataExport', { ...queued, status: 'ready' }),
    { eventName: 'REMOVE', dynamodb: {} },
  ])

  expect(sent).toEqual({ mail: [], exports: [], history: [] })
})

test('a queue that takes nothing is no reason to go on: the stream brings the batch again', async () => {
  const refused = createLambdaHandler(() => ({ send: () => Promise.reject(new Error('throttled')) }))

  await expect(refused({ Records: [change('mail', { mailId: 'mai_1' })] })).rejects.toThrow('throttled')
})

interface QueueAnswer {
  readonly status?: number
  readonly failed?: number
  readonly breaks?: boolean
  readonly hangs?: 'at once' | 'after the head'
}

async function aQueueService(answer: (entries: number) => QueueAnswer, requestTimeoutMs?: number) {
  const batches: number[] = []
  const paths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { Entries } = JSON.parse(Buffer.concat(chunks).toString()) as { Entries: object[] }
      batches.push(Entries.length)
      paths.push(request.url)
      const { status = 200, failed = 0, breaks = false, hangs } = answer(batches.length)
      if (hangs === 'after the head') response.writeHead(status).flushHeaders()
      if (hangs) return
      if (breaks) return void request.socket.destroy()
      response
        .writeHead(status)
        .end(JSON.stringify({ Successful: [], Failed: Array.from({ length: failed }, () => ({})) }))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/000000000000/mail`
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  return { batches, paths, url, sender: createQueueSender({ region: 'eu-west-1', credentials }, requestTimeoutMs) }
}

test('a queue is given ten messages at once, and less where they are long', async () => {
  const { batches, url, sender } = await aQueueService(() => ({}))

  await sender.send(
    url,
    Array.from({ length: 23 }, (_, number) => ({ number })),
  )
  await sender.send(
    url,
    Array.from({ length: 3 }, () => ({ text: 'x'.repeat(400_000) })),
  )
  await sender.send(url, [])

  expect(batches).toEqual([10, 10, 3, 2, 1])
})

test.for([
  ['is refused as a whole', { status: 503 }, 'has answered 503'],
  ['is taken in part', { failed: 1 }, 'has not taken 1 of 2'],
] as const)('a batch that %s is a fault, so that it comes again', async ([, answer, message]) => {
  const { url, sender } = await aQueueService(() => answer)

  await expect(sender.send(url, [{}, {}])).rejects.toThrow(message)
})

test('what is sent is posted to the service, whose address is no part of the queue’s path', async () => {
  const { paths, url, sender } = await aQueueService(() => ({}))

  await sender.send(url, [{}])

  expect(paths).toEqual(['/'])
})

test('a connection that was closed while the function was frozen costs no batch: it is sent once more', async () => {
  const { batches, url, sender } = await aQueueService((batch) => ({ breaks: batch === 2 }))
  await sender.send(url, [{}])

  await sender.send(url, [{}, {}])

  expect(batches).toEqual([1, 2, 2])
})

test('a service to which every connection breaks is a fault', async () => {
  const { batches, url, sender } = await aQueueService(() => ({ breaks: true }))

  await expect(sender.send(url, [{}])).rejects.toThrow('fetch failed')
  expect(batches).toEqual([1, 1])
})

test.for(['at once', 'after the head'] as const)(
  'a service that hangs %s is given up after two tries, and does not take all of the function’s time',
  async (hangs) => {
    const { batches, url, sender } = await aQueueService(() => ({ hangs }), 250)

    await expect(sender.send(url, [{}])).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(batches).toEqual([1, 1])
  },
)
