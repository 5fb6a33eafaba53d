import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueueSender } from '#platform/queue-sender'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from '../../bin/local/addresses.ts'
import { openDocumentStore } from '../../bin/local/document-store.ts'
import { startQueuePump, type QueueSource } from '../../bin/local/queue-pump.ts'
import { verifyAwsSignature } from '../../bin/local/sigv4.ts'
import { createSqsStandIn, openQueuedMessages } from '../../bin/local/sqs.ts'

const arn = 'arn:aws:sqs:eu-west-1:000000000000:mail'

const senderWith = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
  createQueueSender({ region: LOCAL_REGION, credentials })

async function startQueues({ store = openDocumentStore(), isSigned = true } = {}) {
  const messages = openQueuedMessages(store)
  const key = { ...LOCAL_AWS_ACCESS_KEY, region: LOCAL_REGION, service: 'sqs' }
  const queues: { url: string; arn: string }[] = []
  const { answer } = createSqsStandIn({
    queues,
    messages,
    ...(isSigned && { verifyIam: (request, body) => verifyAwsSignature(request, body, key) }),
  })
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_local/sqs/000000000000/mail`
  queues.push({ url, arn })
  const call = async (operation: string, input: object): Promise<unknown> => {
    const headers = { 'x-amz-target': `AmazonSQS.${operation}` }
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) })).json()
  }
  return { url, messages, call, sender: senderWith(LOCAL_AWS_ACCESS_KEY) }
}

const aSource = (changes: Partial<QueueSource> = {}): QueueSource => ({
  id: 'mail',
  handler: 'mail',
  queueArn: arn,
  batchSize: 10,
  gatherMs: 0,
  concurrency: 2,
  reportsItemFailures: true,
  attempts: 2,
  deadLetterArn: undefined,
  ...changes,
})

type Event = { readonly Records: readonly { readonly messageId: string; readonly body: string }[] }

function follow(
  messages: ReturnType<typeof openQueuedMessages>,
  source: QueueSource,
  answer: (event: Event) => unknown = () => ({}),
) {
  const calls: string[][] = []
  const exhausted: string[] = []
  const pump = startQueuePump({
    source,
    messages,
    invoke: async (event) => {
      calls.push((event as Event).Records.map(({ body }) => body))
      return answer(event as Event)
    },
    onRetriesExhausted: ({ body }) => exhausted.push(body),
    retryMs: 1,
  })
  onTestFinished(pump.stop)
  return { calls, exhausted, stop: pump.stop }
}

test('a message that was sent is handed to the function of its queue, once', async () => {
  const { url, messages, sender } = await startQueues()
  const { calls } = follow(messages, aSource())

  await sender.send(url, [{ mailId: 'mai_1' }])

  await vi.waitFor(() => expect(calls).toEqual([['{"mailId":"mai_1"}']]))
  await vi.waitFor(() => expect(messages.listOf(arn)).toEqual([]))
})

test('a text with characters that SQS takes in no message arrives as it was written', async () => {
  const { url, messages, sender } = await startQueues()
  const { calls } = follow(messages, aSource())
  const entry = { reason: 'uno\uFFFEdos\uFFFF \u0000 \uD800 \u{1FFFE} \\\uFFFE fin' }

  await sender.send(url, [entry])

  await vi.waitFor(() => expect(calls.flat()).toHaveLength(1))
  expect(JSON.parse(calls[0]?.[0] ?? '')).toEqual(entry)
})

test.each(['\uFFFE', '\uFFFF', '\u0000', '\u001F', '\uD800'])(
  'of a batch the message with %j is refused alone, as SQS refuses it',
  async (character) => {
    const { url, messages, call } = await startQueues({ isSigned: false })

    const answer = await call('SendMessageBatch', {
      QueueUrl: url,
      Entries: [
        { Id: '0', MessageBody: 'bueno \t\n\u007F \u{1F600}' },
        { Id: '1', MessageBody: `malo ${character}` },
      ],
    })

    expect(answer).toMatchObject({
      Successful: [{ Id: '0' }],
      Failed: [{ Id: '1', SenderFault: true, Code: 'InvalidMessageContents' }],
    })
    expect(messages.listOf(arn)).toHaveLength(1)
  },
)

test('a queue that is not there, and a signature of somebody else, are refused', async () => {
  const { url, messages, sender } = await startQueues()

  await expect(sender.send(`${url}2`, [{}])).rejects.toThrow('QueueDoesNotExist')
  await expect(senderWith({ accessKeyId: 'AKIAOTHER', secretAccessKey: 'x' }).send(url, [{}])).rejects.toThrow(/403/)
  expect(messages.listOf(arn)).toEqual([])
})

test('what a function reports as failed comes again alone, and is given up after its tries', async () => {
  const { messages } = await startQueues()
  const { calls, exhausted } = follow(messages, aSource(), ({ Records }) => ({
    batchItemFailures: Records.filter(({ body }) => body === '2').map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  }))

  messages.add(arn, '1')
  messages.add(arn, '2')

  await vi.waitFor(() => expect(exhausted).toEqual(['2']))
  expect(calls.flat().toSorted()).toEqual(['1', '2', '2'])
})

test('a batch ends when it is full, or when its window has passed since the first message', async () => {
  const { messages } = await startQueues()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { calls } = follow(messages, aSource({ gatherMs: 1000, batchSize: 3 }))
  await vi.advanceTimersByTimeAsync(1)

  messages.add(arn, '1')
  await vi.advanceTimersByTimeAsync(600)
  messages.add(arn, '2')
  await vi.advanceTimersByTimeAsync(400)
  expect(calls).toEqual([['1', '2']])

  for (const body of ['3', '4', '5']) messages.add(arn, body)
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual([
    ['1', '2'],
    ['3', '4', '5'],
  ])
})

test('what a function has, or gets again later, is not visible, and is once it was given up', async () => {
  const { messages } = await startQueues()
  const visible: number[] = []
  const { exhausted } = follow(messages, aSource(), () => {
    visible.push(messages.countVisible(arn))
    throw new Error('killed')
  })

  messages.add('arn:aws:sqs:eu-west-1:000000000000:another', 'of another queue')
  messages.add(arn, '1')
  visible.push(messages.countVisible(arn))

  await vi.waitFor(() => expect(exhausted).toEqual(['1']))
  expect(visible).toEqual([1, 0, 0])
  expect(messages.countVisible('arn:aws:sqs:eu-west-1:000000000000:another')).toBe(1)
})

test('a function that fails as a whole is handed all of the batch again', async () => {
  const { messages } = await startQueues()
  let failures = 1
  const { calls } = follow(messages, aSource({ attempts: 5 }), () => {
    failures -= 1
    if (failures >= 0) throw new Error('killed')
    return {}
  })

  messages.add(arn, '1')
  messages.add(arn, '2')

  await vi.waitFor(() => expect(messages.listOf(arn)).toEqual([]))
  expect(calls.flat().toSorted()).toEqual(['1', '1', '2', '2'])
})

test('what was under way when the product was stopped is handed over again after its start', async () => {
  const store = openDocumentStore()
  const { messages } = await startQueues({ store })
  let [isCalled, finish] = [false, () => {}]
  const first = follow(messages, aSource(), () => {
    isCalled = true
    return new Promise((resolve) => (finish = () => resolve({})))
  })
  messages.add(arn, '1')
  await vi.waitFor(() => expect(isCalled).toBe(true))
  first.stop()
  finish()

  const { calls } = follow(openQueuedMessages(store), aSource())

  await vi.waitFor(() => expect(calls).toEqual([['1']]))
})
