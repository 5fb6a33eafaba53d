import { inspect } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isConditionFailure, openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from '../../../bin/local/addresses.ts'
import { createDynamoTable, describeTable, startLocalDynamoDb } from '../../../bin/local/dynamo.ts'
import { createDynamoDbProxy } from '../../../bin/local/dynamodb-proxy.ts'
import { createAnswerLoss } from '../../../bin/local/lost-answers.ts'
import { serveOnFreePort } from '../../../bin/local/open-local-stand-ins.ts'

const TABLE = 'lost-answers'

async function openLossyTable() {
  const { endpoint, stop } = await startLocalDynamoDb()
  onTestFinished(stop)
  const config = { region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY }
  await createDynamoTable(new DynamoDBClient({ endpoint, ...config }), describeTable(TABLE, { streamed: false }))
  let isLossy = true
  const key = { region: LOCAL_REGION, service: 'dynamodb', ...LOCAL_AWS_ACCESS_KEY }
  const losing = createAnswerLoss(() => isLossy, 1)
  const proxy = await serveOnFreePort(losing('dynamodb', createDynamoDbProxy({ endpoint, key })))
  onTestFinished(async () => void (await proxy.close()))
  const data = openDatabase(createTableConnection(TABLE, new DynamoDBClient({ endpoint: proxy.address, ...config })))
  return {
    data,
    /** As somebody else's write, which is answered. */
    meanwhile: async (write: () => Promise<unknown>) => {
      isLossy = false
      await write()
      isLossy = true
    },
  }
}

let table: Awaited<ReturnType<typeof openLossyTable>>
beforeEach(async () => {
  table = await openLossyTable()
})

const ticket = {
  ticketId: 'tkt_00000001',
  address: '198.51.100.9',
  userAgent: 'Firefox',
  expiresAt: '2026-11-30T09:00:00.000Z',
  expiresAtEpoch: 1_796_029_200,
}
const key = { ticketId: ticket.ticketId }
const thread = { customerId: 'cus_00000001', version: 1, lastSentAt: '2026-11-30T09:00:00.000Z' }
const ofThread = { customerId: thread.customerId }
const LATER = '2026-11-30T10:00:00.000Z'

const failureOf = (write: Promise<unknown>) => write.then(() => undefined, isConditionFailure)

describe('a write whose answer is lost, and which the SDK sends again', () => {
  test('has made its item', async () => {
    await expect(table.data.visitTickets.create(ticket).go()).resolves.toMatchObject({ data: ticket })
  })

  test('has changed its item, also on condition of what it was', async () => {
    await table.data.messageThreads.put(thread).go()
    const change = table.data.messageThreads
      .patch(ofThread)
      .set({ version: 2, lastSentAt: LATER })
      .where(({ version }, { eq }) => eq(version, 1))

    await expect(change.go()).resolves.toBeDefined()
    expect((await table.data.messageThreads.get(ofThread).go()).data).toEqual({
      ...thread,
      version: 2,
      lastSentAt: LATER,
    })
  })

  test('has changed its item by a sum, once, and by what it takes away', async () => {
    await table.data.messageThreads.put({ ...thread, askedAt: LATER }).go()
    const change = table.data.messageThreads
      .patch(ofThread)
      .add({ version: 1 })
      .remove(['askedAt'])
      .where(({ version }, { eq }) => eq(version, 1))

    await expect(change.go()).resolves.toBeDefined()
    expect((await table.data.messageThreads.get(ofThread).go()).data).toEqual({ ...thread, version: 2 })
  })

  test('is added once also where nothing but the item was asked for', async () => {
    await table.data.messageThreads.put(thread).go()

    await table.data.messageThreads.patch(ofThread).add({ version: 1 }).go()
    await table.data.counters.update({ of: 'practice' }).add({ users: 1 }).go()

    expect((await table.data.messageThreads.get(ofThread).go()).data).toEqual({ ...thread, version: 2 })
    expect((await table.data.counters.get({ of: 'practice' }).go()).data).toMatchObject({ users: 1 })
  })

  test('is refused where the item is somebody else’s', async () => {
    await table.meanwhile(() => table.data.visitTickets.create({ ...ticket, userAgent: 'Safari' }).go())

    const { messageThreads, visitTickets } = table.data
    await messageThreads.put(thread).go()
    const refused = [
      visitTickets.create(ticket).go(),
      messageThreads
        .patch(ofThread)
        .set({ version: 2 })
        .where(({ version }, { eq }) => eq(version, 0))
        .go(),
      visitTickets
        .delete(key)
        .where(({ address }, { eq }) => eq(address, 'another'))
        .go(),
    ]

    expect(await Promise.all(refused.map(failureOf))).toEqual([true, true, true])
  })

  test('is refused where the item was before as it would have left it', async () => {
    await table.meanwhile(() => table.data.messageThreads.put(thread).go())
    const { messageThreads } = table.data
    const refused = [
      messageThreads
        .patch(ofThread)
        .set({ version: 1 })
        .where(({ version }, { lt }) => lt(version, 1))
        .go(),
      messageThreads
        .patch(ofThread)
        .remove(['askedAt'])
        .where(({ askedAt }, { exists }) => exists(askedAt))
        .go(),
    ]

    expect(await Promise.all(refused.map(failureOf))).toEqual([true, true])
  })

  test('is refused where it removes, which leaves nothing to know it by', async () => {
    await table.data.visitTickets.create(ticket).go()
    const removal = table.data.visitTickets.delete(key).where(({ address }, { exists }) => exists(address))

    expect(await failureOf(removal.go())).toBe(true)
  })
})

test('a write that was answered is refused although the item is as it would have left it', async () => {
  const write = async () => {
    expect(await failureOf(table.data.visitTickets.create(ticket).go())).toBe(true)
  }
  await table.meanwhile(() => table.data.visitTickets.create(ticket).go())

  await table.meanwhile(write)
})

test('a refused write does not tell what stood in its place', async () => {
  await table.meanwhile(() => table.data.visitTickets.create({ ...ticket, userAgent: 'Safari' }).go())

  const refused = await table.data.visitTickets
    .create(ticket)
    .go()
    .catch((error: unknown) => error)

  expect(inspect(refused, { depth: null, showHidden: true })).toContain('ConditionalCheckFailed')
  expect(inspect(refused, { depth: null, showHidden: true })).not.toContain('Safari')
})
