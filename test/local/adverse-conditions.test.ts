import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  conditionNames,
  createConditionSwitches,
  permanentConditions,
  switchedConditions,
} from '../../bin/local/adverse-conditions.ts'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from '../../bin/local/addresses.ts'
import { createAsynchronousCalls } from '../../bin/local/asynchronous-calls.ts'
import { createWriteConflicts } from '../../bin/local/conflicting-writes.ts'
import { openDocumentStore } from '../../bin/local/document-store.ts'
import { createDynamoTable, describeTable, startLocalDynamoDb } from '../../bin/local/dynamo.ts'
import { createDynamoDbProxy } from '../../bin/local/dynamodb-proxy.ts'
import { createEventDelivery, EVENT_DELAY_MS } from '../../bin/local/event-delivery.ts'
import { createLaggingIndexes } from '../../bin/local/lagging-indexes.ts'
import { FEW_EXECUTIONS, isExecutionRefused, limitExecutions } from '../../bin/local/limited-executions.ts'
import { createAnswerLoss } from '../../bin/local/lost-answers.ts'
import { defaultScanSettings } from '../../bin/local/malware-scan.ts'
import { serveOnFreePort } from '../../bin/local/open-local-stand-ins.ts'
import type { OutageService } from '../../bin/local/outages.ts'
import { demoSesAccount } from '../../bin/local/ses/account.ts'
import { openQueuedMessages } from '../../bin/local/sqs.ts'
import { createWriteThrottle } from '../../bin/local/throttled-writes.ts'

let now: Date
beforeEach(() => {
  now = new Date('2026-11-23T09:00:00.000Z')
})
const moveOn = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

const kept = <T extends object>(initial: T) => {
  let current = initial
  return { get: () => current, set: (changes: Partial<T>) => void (current = { ...current, ...changes }) }
}

describe('the switches', () => {
  test('are all off at first, and each goes on and off without another', async () => {
    const switches = createConditionSwitches({ scan: kept(defaultScanSettings), mailService: kept(demoSesAccount) })
    const listOn = () => switches.list().flatMap(({ name, on }) => (on ? [name] : []))

    expect(listOn()).toEqual([])
    for (const name of conditionNames) {
      await switches.set(name, true)
      expect(listOn()).toEqual([name])
      await switches.set(name, false)
      expect(listOn()).toEqual([])
    }
    await expect(switches.set('rain', true)).rejects.toThrow('rain')
  })

  test('and what is always in force have words that say what they are', () => {
    const texts = [...Object.values(switchedConditions), ...Object.values(permanentConditions)]

    expect(new Set(texts.map(({ label }) => label)).size).toBe(texts.length)
    for (const { label, text } of texts) {
      expect(label).toMatch(/^\p{Lu}/u)
      expect(text).toMatch(/\.$/)
    }
  })
})

function aFunction() {
  const running: (() => void)[] = []
  const load = async () => () => new Promise<void>((end) => void running.push(end))
  return { load, endAll: () => running.splice(0).forEach((end) => end()) }
}

describe('ten executions at once', () => {
  test('are all that Lambda runs: the eleventh is refused and has not run', async () => {
    const { load, endAll } = aFunction()
    const call = await limitExecutions({ load }, () => true).load('any')
    const calls = Array.from({ length: FEW_EXECUTIONS }, () => call({}, {}))

    await expect(call({}, {})).rejects.toSatisfy(isExecutionRefused)
    endAll()
    await Promise.all(calls)
    const next = call({}, {})
    endAll()
    await expect(next).resolves.toBeUndefined()
  })

  test('do not end a call that nobody waits for: it is tried again, and not as a failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let isFull = true
    const events: unknown[] = []
    const exhausted: unknown[] = []
    const functions = limitExecutions({ load: async () => async (event) => void events.push(event) }, () => false)
    const refused = await limitExecutions({ load: async () => () => new Promise(() => undefined) }, () => true).load('')
    for (let count = 0; count < FEW_EXECUTIONS; count++) void refused({}, {})
    const load = async (path: string) => (isFull ? refused : functions.load(path))
    const { call } = createAsynchronousCalls({
      functions: { load },
      countRetries: () => 0,
      onRetriesExhausted: () => exhausted.push(1),
    })

    await call('send', { mail: 1 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(events).toEqual([])
    isFull = false
    await vi.advanceTimersByTimeAsync(1000)

    expect(events).toEqual([{ mail: 1 }])
    expect(exhausted).toEqual([])
  })
})

async function openTable() {
  const { endpoint, stop } = await startLocalDynamoDb()
  onTestFinished(stop)
  const direct = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY })
  const table = describeTable('one', { streamed: false })
  await createDynamoTable(direct, table)
  const laggingIndexes = createLaggingIndexes({ client: direct, table, now: () => now })
  let [isThrottled, isInTransactions] = [false, false]
  const throttle = createWriteThrottle(() => isThrottled)
  const conflict = createWriteConflicts(() => isInTransactions)
  const key = { region: LOCAL_REGION, service: 'dynamodb', ...LOCAL_AWS_ACCESS_KEY }
  const proxy = await serveOnFreePort(createDynamoDbProxy({ endpoint, key, laggingIndexes, throttle, conflict }))
  onTestFinished(async () => void (await proxy.close()))
  const config = { endpoint: proxy.address, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY }
  return {
    client: new DynamoDBClient(config),
    impatient: new DynamoDBClient({ ...config, maxAttempts: 1 }),
    laggingIndexes,
    throttle: () => void (isThrottled = true),
    meetTransactions: () => void (isInTransactions = true),
  }
}
type Table = Awaited<ReturnType<typeof openTable>>

const put = (sk: string) =>
  new PutItemCommand({
    TableName: 'one',
    Item: { pk: { S: 'a' }, sk: { S: sk }, gsi1pk: { S: 'owner' }, gsi1sk: { S: sk }, text: { S: 'first' } },
  })
const write = (client: DynamoDBClient, sk: string): Promise<string> =>
  client.send(put(sk)).then(
    () => 'written',
    (error: Error) => error.name,
  )
const listIndex = async ({ client }: Table) => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: 'one',
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :owner',
      ExpressionAttributeValues: { ':owner': { S: 'owner' } },
    }),
  )
  return Items.map(({ sk, text }) => `${sk?.S} ${text?.S}`)
}

const listTable = async ({ client }: Table) => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: 'one',
      KeyConditionExpression: 'pk = :a',
      ExpressionAttributeValues: { ':a': { S: 'a' } },
    }),
  )
  return Items.map(({ sk, text }) => `${sk?.S} ${text?.S}`)
}

const cognito = (operation: string) => ({ 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` })
const answerDone = async (_: unknown, response: ServerResponse) => void response.writeHead(200).end('done')

describe('lost answers', () => {
  const first = { 'amz-sdk-request': 'attempt=1; max=3' }
  const again = { 'amz-sdk-request': 'attempt=2; max=3' }

  test.each([
    ['dynamodb', { ...first, 'x-amz-target': 'DynamoDB_20120810.PutItem' }, { ...again }],
    ['cognito', { ...first, ...cognito('SignUp') }, { ...again, ...cognito('SignUp') }],
    ['s3', first, again],
    ['stripe', { 'idempotency-key': 'one' }, { 'idempotency-key': 'one' }],
  ] as const)(
    'of %s: the first change is made and answered to nobody, and the second request is answered',
    async (service, one, other) => {
      const made: unknown[] = []
      const losing = createAnswerLoss(() => true, 1)
      const server = await serveOnFreePort(
        losing(service, async ({ headers }, response) => {
          made.push(headers)
          response.writeHead(200).end('done')
        }),
      )
      onTestFinished(async () => void (await server.close()))
      const ask = (headers: Record<string, string>) => fetch(server.address, { method: 'PUT', headers })

      await expect(ask(one)).rejects.toThrow('fetch failed')
      await expect((await ask(other)).text()).resolves.toBe('done')
      expect(made).toHaveLength(2)
    },
  )

  test('are none of what only reads, of a browser’s steps of a sign-in, of mails, and while the condition is off', async () => {
    const isOn = { now: true }
    const losing = createAnswerLoss(() => isOn.now, 1)
    const ask = async (service: OutageService, headers: Record<string, string>) => {
      const server = await serveOnFreePort(losing(service, answerDone))
      onTestFinished(async () => void (await server.close()))
      return (await fetch(server.address, { method: 'POST', headers })).text()
    }

    expect(await ask('dynamodb', { ...first, 'x-amz-target': 'DynamoDB_20120810.Query' })).toBe('done')
    expect(await ask('cognito', { ...first, ...cognito('RespondToAuthChallenge') })).toBe('done')
    expect(await ask('cognito', cognito('SignUp'))).toBe('done')
    expect(await ask('ses', first)).toBe('done')
    isOn.now = false
    expect(await ask('s3', first)).toBe('done')
  })
})

describe('the table', () => {
  test('with lagging indexes shows there what was written a second ago, and nothing younger, and lags itself in nothing', async () => {
    const table = await openTable()
    await table.client.send(put('1'))
    await table.laggingIndexes.set(true)
    const change = new UpdateItemCommand({
      TableName: 'one',
      Key: { pk: { S: 'a' }, sk: { S: '1' } },
      UpdateExpression: 'SET #text = :text',
      ExpressionAttributeNames: { '#text': 'text' },
      ExpressionAttributeValues: { ':text': { S: 'second' } },
    })

    await table.client.send(put('2'))
    await table.client.send(change)
    expect(await listIndex(table)).toEqual(['1 first'])
    expect(await listTable(table)).toEqual(['1 second', '2 first'])
    moveOn(1000)
    expect(await listIndex(table)).toEqual(['1 second', '2 first'])
    await table.client.send(put('3'))
    await table.laggingIndexes.set(false)

    expect(await listIndex(table)).toEqual(['1 second', '2 first', '3 first'])
  })

  test('with throttled writes refuses every third one, which the SDK tries again', async () => {
    const table = await openTable()
    table.throttle()
    const outcomes = []
    for (const sk of ['1', '2', '3', '4', '5', '6']) outcomes.push(await write(table.impatient, sk))

    expect(outcomes).toEqual([
      'written',
      'written',
      'ProvisionedThroughputExceededException',
      'written',
      'written',
      'ThrottlingException',
    ])
    for (const sk of ['7', '8', '9']) await table.client.send(put(sk))
  })

  test('with writes that meet transactions refuses every third single one, and no transaction', async () => {
    const table = await openTable()
    table.meetTransactions()

    const outcomes = []
    for (const sk of ['1', '2', '3']) outcomes.push(await write(table.client, sk))
    for (const sk of ['4', '5', '6', '7', '8', '9']) {
      const { Item } = put(sk).input
      await table.client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName: 'one', Item } }] }))
    }

    expect(outcomes).toEqual(['written', 'written', 'TransactionConflictException'])
    expect(await listTable(table)).toHaveLength(8)
  })

  test('cancels every third transaction as DynamoDB words it', () => {
    const refuse = createWriteThrottle(() => true)
    const body = Buffer.from(JSON.stringify({ TransactItems: [{ Put: {} }, { Delete: {} }] }))
    const ask = () => refuse('TransactWriteItems', body)

    expect([ask(), refuse('Query', body), ask()]).toEqual([undefined, undefined, undefined])
    expect(ask()).toMatchObject({
      __type: expect.stringContaining('#TransactionCanceledException'),
      message: expect.stringContaining('[ThrottlingError, None]'),
      CancellationReasons: [{ Code: 'ThrottlingError' }, { Code: 'None' }],
    })
  })
})

describe('events', () => {
  test.each([
    { on: [], atOnce: 1, later: 0 },
    { on: ['events-twice'], atOnce: 2, later: 0 },
    { on: ['events-late'], atOnce: 0, later: 1 },
    { on: ['events-late', 'events-twice'], atOnce: 0, later: 2 },
  ])('of EventBridge with $on come $atOnce times at once and $later times an hour later', async (given) => {
    const calls: unknown[] = []
    const events = createEventDelivery({
      asynchronous: { call: async (handler, event) => void calls.push([handler, event]), stop: () => undefined },
      store: openDocumentStore(),
      clock: { now: () => now },
      isConditionOn: (name) => given.on.includes(name),
    })

    events.publish({ id: 1 }, () => ['hear'])
    await new Promise((done) => void setTimeout(done, 0))
    events.releaseDue()
    expect(calls).toHaveLength(given.atOnce)
    moveOn(EVENT_DELAY_MS)
    events.releaseDue()
    events.releaseDue()

    expect(calls).toEqual(Array.from({ length: given.atOnce + given.later }, () => ['hear', { id: 1 }]))
  })

  test('of a queue that are late are not in it before', () => {
    let delayMs = EVENT_DELAY_MS
    const store = openDocumentStore()
    const open = () => openQueuedMessages(store, { now: () => now }, () => delayMs)
    const messages = open()
    const added: unknown[] = []
    messages.additions.on('added', (arn) => added.push(arn))
    messages.add('arn', 'late')
    delayMs = 0
    messages.add('arn', 'at once')

    expect(messages.listOf('arn').map(({ body }) => body)).toEqual(['at once'])
    moveOn(EVENT_DELAY_MS)
    expect(
      open()
        .listOf('arn')
        .map(({ body }) => body),
    ).toEqual(['late', 'at once'])
    messages.releaseDue()
    expect(added).toEqual(['arn', 'arn', 'arn'])
  })
})
