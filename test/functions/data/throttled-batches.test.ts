import { json } from 'node:stream/consumers'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, onTestFinished, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { messages } from '#contract/messages'
import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { serveOnFreePort } from '../../../bin/local/open-local-stand-ins.ts'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveMessages } from '../../../functions/messages/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { createPublishedBudgetSetup } from '../../support/published-budget.ts'
import { createEmptyTable } from '../../support/table.ts'
import { countBatchesLeftToThrottle, throttleBatches } from '../../support/throttled-batches.ts'

async function aMessageWithFile() {
  const practice = await createTestPractice()
  const client = await createCliente(practice)
  const { customerId, userId } = client
  const file = {
    customerId,
    fileId: 'fil_00000001',
    fileName: 'foto.jpg',
    fileType: 'message',
    sizeBytes: 10,
    createdAt: '2026-11-21T09:00:00.000Z',
    status: 'available',
    fileKey: `${customerId}/message/1.jpg`,
    uploadedBy: userId,
  } as const
  await practice.data.clientFiles.put(file).go()
  const ask = createEndpointCaller(serveMessages(() => practice))
  const as = createPasswordSessionClaims(client, practice)
  const body = { requestId: '00000000-0000-4000-8000-000000000001', text: null, fileIds: [file.fileId] }
  return {
    send: () => ask(messages.sendMine, { as, body }),
    read: () => ask(messages.listMine, { as }),
  }
}

describe('while the table answers only a part of the keys that it is asked for', () => {
  test('a file of a message can be sent, and is there for whoever reads it', async () => {
    const { send, read } = await aMessageWithFile()
    throttleBatches(1)
    expect((await send()).status).toBe(201)
    throttleBatches(1)

    const { body } = await read()

    expect(body.items[0]?.files).toMatchObject([{ status: 'available' }])
    expect(countBatchesLeftToThrottle()).toBe(0)
  })

  test('nobody is missing in the waiting list, or without a name', async () => {
    const practice = await createTestPractice()
    const boss = createPasswordSessionClaims(await createAdministrador(practice), practice)
    const ask = createEndpointCaller(serveConsultations(() => practice))
    const ids: string[] = []
    for (const startsAt of ['2026-12-10T09:00:00.000Z', '2026-12-11T09:00:00.000Z']) {
      const client = await createCliente(practice)
      ids.push(client.customerId)
      const body = { startsAt, durationMinutes: 30, type: 'seguimiento', customerId: client.customerId }
      await ask(consultations.book, { as: boss, body })
      const as = createPasswordSessionClaims(client, practice)
      await ask(consultations.setOwnWaitingPlace, { as, body: { waiting: true } })
      practice.clock.advance({ seconds: 1 })
    }
    throttleBatches(2)

    const { body } = await ask(consultations.listWaitingClients, { as: boss })

    expect(body.items.map(({ customerId, customerName }) => [customerId, customerName])).toEqual(
      ids.map((customerId) => [customerId, 'Lucía Ferrer']),
    )
    expect(countBatchesLeftToThrottle()).toBe(0)
  })

  test('what goes back of a cancelled budget is reckoned from all of its payments', async () => {
    const { acceptAndPay, terms } = await createPublishedBudgetSetup()
    await acceptAndPay({ optionId: 1, inParts: false })
    const { body: promised } = await terms()
    expect(promised.paidCents).toBeGreaterThan(0)
    throttleBatches(1)

    expect((await terms()).body).toEqual(promised)
    expect(countBatchesLeftToThrottle()).toBe(0)
  })

  test('what stays unread is a fault, and is not taken for gone', async () => {
    const { send, read } = await aMessageWithFile()
    await send()
    throttleBatches(Infinity)

    expect((await read()).status).toBe(500)
  })
})

test('a table that leaves keys unread several times is asked until all have been read', async () => {
  const { data } = await createEmptyTable()
  const keys = ['usr_1', 'usr_2', 'usr_3'].map((userId) => ({ userId }))
  for (const { userId } of keys)
    await data.users
      .put({
        userId,
        email: `${userId}@correo.test`,
        firstName: 'Lucía',
        lastName: 'Ferrer',
        role: 'cliente',
        status: 'active',
        createdAt: '2026-11-21T09:00:00.000Z',
      })
      .go()
  throttleBatches(3)

  const { data: users, unprocessed } = await data.users.get(keys).go()

  expect(users.map(({ userId }) => userId).toSorted()).toEqual(['usr_1', 'usr_2', 'usr_3'])
  expect(unprocessed).toEqual([])
})

test('the SDK sends the keys that are left as they were sent first', async () => {
  const asked: { RequestItems: Record<string, unknown> }[] = []
  const { address, close } = await serveOnFreePort(async (request, response) => {
    const { RequestItems } = (await json(request)) as { RequestItems: Record<string, unknown> }
    asked.push({ RequestItems })
    const isFirst = asked.length === 1
    const item = { userId: { S: 'usr_1' }, __edb_e__: { S: 'user' }, __edb_v__: { S: '1' } }
    response.setHeader('content-type', 'application/x-amz-json-1.0')
    response.end(
      JSON.stringify({ Responses: { practice: isFirst ? [] : [item] }, UnprocessedKeys: isFirst ? RequestItems : {} }),
    )
  })
  onTestFinished(async () => void (await close()))
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const client = new DynamoDBClient({ endpoint: address, region: 'eu-west-1', credentials })

  const { data: users } = await openDatabase(createTableConnection('practice', client))
    .users.get([{ userId: 'usr_1' }])
    .go()

  expect(users).toMatchObject([{ userId: 'usr_1' }])
  expect(asked[1]).toEqual(asked[0])
})
