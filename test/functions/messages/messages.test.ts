import { describe, expect, test } from 'vitest'
import { consent } from '#contract/consent'
import { messages } from '#contract/messages'
import { createLambdaHandler } from '../../../functions/messages/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import { interruptNextWrite, synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A Monday morning: the practice answers within two working days, by Wednesday at seven in the evening. */
const MONDAY = '2026-11-23T09:00:00.000Z'
const WEDNESDAY_CLOSING = '2026-11-25T18:00:00.000Z'

async function aThread(changes: Parameters<typeof createCliente>[1] = {}) {
  const practice = await createTestPractice()
  practice.clock.set(MONDAY)
  const client = await createCliente(practice, changes)
  const elena = await createAdministrador(practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = (person = client) => createPasswordSessionClaims(person, practice)
  const params = { customerId: client.customerId }
  let requests = 0
  const next = () => id(++requests)
  const file = async (fileId: string, more: object = {}) => {
    await practice.data.clientFiles
      .put({
        ...params,
        fileId,
        fileName: 'foto.jpg',
        fileType: 'message',
        sizeBytes: 10,
        createdAt: MONDAY,
        status: 'available',
        fileKey: `${client.customerId}/message/${fileId}.jpg`,
        uploadedBy: client.userId,
        ...more,
      } as never)
      .go()
    return fileId
  }
  return {
    practice,
    client,
    elena,
    ask,
    as,
    params,
    file,
    write: (text: string | null = '¿Puedo tomarlo con café?', body: object = {}, person = client) =>
      ask(messages.sendMine, { as: as(person), body: { requestId: next(), text, ...body } }),
    answer: (text = 'Mejor una hora después.', body: object = {}) =>
      ask(messages.sendToCustomer, { as: as(elena), params, body: { requestId: next(), text, ...body } }),
    mine: async (person = client, query: object = {}) =>
      (await ask(messages.listMine, { as: as(person), query: query as never })).body,
    read: async () => (await ask(messages.listOfCustomer, { as: as(elena), params })).body,
    unread: async () => (await ask(messages.countUnreadOfMine, { as: as() })).body.unread,
    see: (seenUntil: string) => ask(messages.seeMine, { as: as(), body: { seenUntil } }),
    seeOfCustomer: (seenUntil: string) => ask(messages.seeOfCustomer, { as: as(elena), params, body: { seenUntil } }),
    close: (until: string) => ask(messages.closeQuestion, { as: as(elena), params, body: { until } }),
    sent: async () => (await listAuditChanges(practice)).filter(({ action }) => action === 'MESSAGE_SENT'),
  }
}

describe('a thread between a client and the practice', () => {
  test('holds what both have written, the newest first, and each sees who it is from', async () => {
    const { write, answer, mine, read, practice } = await aThread()
    await write('¿Puedo tomarlo con café?')
    practice.clock.advance({ hours: 1 })
    await answer('Mejor una hora después.')

    const { items, next } = await mine()

    expect(next).toBeNull()
    expect(items.map(({ from, text, sentAt }) => [from, text, sentAt])).toEqual([
      ['practice', 'Mejor una hora después.', '2026-11-23T10:00:00.000Z'],
      ['client', '¿Puedo tomarlo con café?', MONDAY],
    ])
    expect((await read()).items).toEqual(items)
  })

  test('has a message once, however often it is sent', async () => {
    const { ask, as, mine, sent, practice } = await aThread()
    const body = { requestId: id(99), text: 'Una vez' }
    const first = await ask(messages.sendMine, { as: as(), body })
    practice.clock.advance({ minutes: 3 })

    const again = await ask(messages.sendMine, { as: as(), body })

    expect(first.status).toBe(201)
    expect(again).toEqual(first)
    expect((await mine()).items).toHaveLength(1)
    expect(await sent()).toHaveLength(1)
  })

  test('has one that is sent twice at the same moment once', async () => {
    const { ask, as, mine, sent, practice } = await aThread()
    await mine()
    synchronizeNextWrites(practice, 2)
    const body = { requestId: id(99), text: 'Una vez' }

    const [one, other] = await Promise.all([
      ask(messages.sendMine, { as: as(), body }),
      ask(messages.sendMine, { as: as(), body }),
    ])

    expect(one.status).toBe(201)
    expect(other).toEqual(one)
    expect((await mine()).items).toHaveLength(1)
    expect(await sent()).toHaveLength(1)
  })

  test('keeps all that is written at one moment, each at an instant of its own', async () => {
    const { write, answer, mine } = await aThread()
    await Promise.all([mine(), answer('Hola')])

    const replies = await Promise.all([write('uno'), write('dos'), answer('tres'), write('cuatro')])

    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const { items } = await mine()
    expect(new Set(items.map(({ text }) => text))).toEqual(new Set(['Hola', 'uno', 'dos', 'tres', 'cuatro']))
    expect(items).toHaveLength(5)
    expect(new Set(items.map(({ sentAt }) => sentAt)).size).toBe(5)
  })

  test('is read page by page, without a gap or a message twice', async () => {
    const { write, mine, client } = await aThread()
    for (const n of [1, 2, 3, 4, 5]) await write(`${n}`)

    const first = await mine(client, { limit: 2 })
    const second = await mine(client, { limit: 2, cursor: first.next })
    const third = await mine(client, { limit: 2, cursor: second.next })

    const texts = [first, second, third].flatMap(({ items }) => items.map(({ text }) => text))
    expect(texts).toEqual(['5', '4', '3', '2', '1'])
    expect(third.next).toBeNull()
  })

  test('is of nobody else', async () => {
    const { write, mine, practice } = await aThread()
    const other = await createCliente(practice)
    await write()

    expect((await mine(other)).items).toEqual([])
    await write('Lo mío', {}, other)
    expect((await mine()).items.map(({ text }) => text)).toEqual(['¿Puedo tomarlo con café?'])
  })

  test.each([
    ['nothing', { text: '   ' }],
    ['more than is read', { text: 'x'.repeat(4001) }],
    ['six files', { fileIds: [1, 2, 3, 4, 5, 6].map((n) => `fil_0000000${n}`) }],
    ['somebody else’s name on it', { customerId: 'cus_12345678' }],
    ['no id of its own', { requestId: 'otra vez' }],
  ])('takes no message with %s', async (_, body) => {
    const { write, mine } = await aThread()

    expect(await write('Hola', body)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect((await mine()).items).toEqual([])
  })

  test('takes forty messages of a client within an hour, and one sent again counts once', async () => {
    const { ask, as, write, practice } = await aThread()
    const body = { requestId: id(999), text: 'Hola' }
    for (let n = 0; n < 39; n++) await write(`${n}`)
    expect((await ask(messages.sendMine, { as: as(), body })).status).toBe(201)

    expect((await write('uno más')).body.code).toBe('too-many-attempts')
    expect((await ask(messages.sendMine, { as: as(), body })).status).toBe(201)
    practice.clock.advance({ minutes: 61 })
    expect((await write('uno más')).status).toBe(201)
  })

  test('of a minor waits for their guardian, and takes nothing without consent', async () => {
    const minor = await aThread({ birthDate: '2010-01-01' })
    expect((await minor.write()).body.code).toBe('guardian-consent-required')

    const { write, answer, practice, as } = await aThread()
    const askConsent = await createDomainCaller('consent', practice)
    await askConsent(consent.withdrawHealth, { as: as(), body: {} })
    expect((await write()).body.code).toBe('health-consent-required')
    expect((await answer()).body.code).toBe('health-basis-required')
  })

  test('is in the log as an opening of this part of the record', async () => {
    const { write, read, practice } = await aThread()
    await write()
    await read()

    const { data: entries } = await practice.data.auditEntries.scan.go({ pages: 'all' })
    expect(entries.filter(({ action }) => action === 'CLIENT_DATA_OPENED').map(({ details }) => details)).toEqual([
      { part: 'messages' },
    ])
  })
})

describe('the files of a message', () => {
  test('are those that its writer has uploaded for it, with what the scan says of them', async () => {
    const { write, mine, file } = await aThread()
    await file('fil_00000001', { status: 'scanning' })

    const { body } = await write(null, { fileIds: ['fil_00000001'] })

    expect(body.message).toMatchObject({
      text: null,
      files: [{ fileId: 'fil_00000001', fileName: 'foto.jpg', status: 'scanning' }],
    })
    await file('fil_00000001', { status: 'rejected', rejectedBecause: 'threats-found' })
    expect((await mine()).items[0]?.files).toMatchObject([{ status: 'rejected' }])
  })

  test('that were removed since are named without a way to them', async () => {
    const { write, mine, file, practice, params } = await aThread()
    await write('Mira', { fileIds: [await file('fil_00000001')] })

    await practice.data.clientFiles.delete({ ...params, fileId: 'fil_00000001' }).go()

    expect((await mine()).items[0]?.files).toEqual([{ fileId: 'fil_00000001', fileName: 'foto.jpg', status: null }])
  })

  test.each([
    ['an analysis', { fileType: 'analytics' }],
    ['what the practice has uploaded', { uploadedBy: 'usr_somebodyelse' }],
    ['one whose upload is not complete', { status: 'pending' }],
    ['one that is being discarded, as of a draft of last week', { unsentAt: '2026-11-20T09:00:00.000Z' }],
  ])('are not %s, which is named by its place among those that are', async (_, more) => {
    const { write, file, mine } = await aThread()
    const fileIds = [await file('fil_00000001'), await file('fil_00000002', more)]

    const { status, body } = await write('Mira', { fileIds })

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-input' })
    expect(body.problems).toEqual({
      'fileIds.1': ['Este archivo ya no está guardado. Quítalo y, si hace falta, vuelve a adjuntarlo'],
    })
    expect((await mine()).items).toEqual([])
    expect((await write('Mira', { fileIds: fileIds.slice(0, 1) })).status).toBe(201)
  })

  test('go again with a corrected text where the answer was lost, and both sides read the thread', async () => {
    const { write, mine, read, file } = await aThread()
    const fileIds = [await file('fil_00000001')]
    await write('Mira esto, por favo', { fileIds })

    const { status } = await write('Mira esto, por favor', { fileIds })

    expect(status).toBe(201)
    const { items } = await mine()
    expect(items.map(({ text, files }) => [text, files.map(({ fileId }) => fileId)])).toEqual([
      ['Mira esto, por favor', fileIds],
      ['Mira esto, por favo', fileIds],
    ])
    expect((await read()).items).toEqual(items)
  })

  test('are of this client', async () => {
    const { write, practice, file } = await aThread()
    const other = await createCliente(practice)
    await file('fil_00000001', { customerId: other.customerId })

    expect((await write('Mira', { fileIds: ['fil_00000001'] })).body.problems).toHaveProperty(['fileIds.0'])
  })
})

describe('the time within which the practice answers', () => {
  test('runs from the first message that it has not answered, and both see it', async () => {
    const { write, mine, read, practice } = await aThread()
    const { body } = await write()
    practice.clock.advance({ hours: 20 })
    await write('¿Y con leche?')

    const question = { askedAt: MONDAY, dueAt: WEDNESDAY_CLOSING }
    expect(body.thread).toMatchObject({ question, answerDays: 2 })
    expect((await mine()).thread.question).toEqual(question)
    expect((await read()).thread.question).toEqual(question)
  })

  test('ends with the answer, also with a late one, and begins anew with the next question', async () => {
    const { write, answer, mine, practice } = await aThread()
    await write()
    practice.clock.set('2026-11-27T09:00:00.000Z')
    expect((await mine()).thread.question).toMatchObject({ dueAt: WEDNESDAY_CLOSING })

    expect((await answer()).body.thread.question).toBeNull()

    practice.clock.advance({ minutes: 30 })
    await write('Gracias. ¿Y el zinc?')
    expect((await mine()).thread.question).toEqual({
      askedAt: '2026-11-27T09:30:00.000Z',
      dueAt: '2026-12-01T18:00:00.000Z',
    })
  })

  test('goes on where it crosses with the answer to an earlier one, and is not taken for read', async () => {
    const { write, answer, mine, practice } = await aThread()
    await write()
    practice.clock.advance({ hours: 25 })
    const { body: crossed } = await write('¿Y el zinc, que me da náuseas?')
    practice.clock.advance({ minutes: 1 })

    const { body } = await answer('Mejor una hora después.', { seenUntil: MONDAY })

    const question = { askedAt: crossed.message.sentAt, dueAt: '2026-11-26T18:00:00.000Z' }
    expect(body.thread).toMatchObject({ question, seenByPractice: MONDAY })
    expect((await mine()).thread).toEqual(body.thread)
    practice.clock.advance({ minutes: 1 })
    const { body: last } = await answer('El zinc, con la comida.', { seenUntil: crossed.message.sentAt })
    expect(last.thread).toMatchObject({ question: null, seenByPractice: crossed.message.sentAt })
  })

  test.each(['answered', 'closed'] as const)(
    'does not begin anew for what is %s, where a second administrador writes from an older view',
    async (how) => {
      const { write, answer, close, mine, practice } = await aThread()
      await write()
      practice.clock.advance({ minutes: 5 })
      const { body: last } = await write('¿Y con leche?')
      practice.clock.advance({ minutes: 5 })
      await (how === 'answered'
        ? answer('Con leche, sí.', { seenUntil: last.message.sentAt })
        : close(last.message.sentAt))

      const { body } = await answer('Mejor una hora después.', { seenUntil: MONDAY })

      expect(body.thread.question).toBeNull()
      expect((await mine()).thread.question).toBeNull()
    },
  )

  test('stays as it was promised when the practice changes it', async () => {
    const { write, mine, practice } = await aThread()
    await write()
    await practice.data.openingHours
      .put({ of: 'practice', hours: { answerDays: 5 }, version: 1, changedAt: MONDAY, changedBy: 'usr_12345678' })
      .go()

    expect((await mine()).thread).toMatchObject({ answerDays: 5, question: { dueAt: WEDNESDAY_CLOSING } })
  })

  test('does not run after the practice has said that no answer is needed, unless something was asked since', async () => {
    const { write, close, mine, practice } = await aThread()
    await write('Gracias')
    practice.clock.advance({ minutes: 5 })
    const { body } = await write('Por cierto, ¿con leche?')

    expect((await close(MONDAY)).body).toEqual({ code: 'changed-meanwhile' })
    expect((await close(body.message.sentAt)).body).toMatchObject({ question: null })
    expect((await close(body.message.sentAt)).body).toMatchObject({ question: null })
    expect((await mine()).thread.question).toBeNull()
    const entries = (await listAuditChanges(practice)).filter(({ action }) => action === 'QUESTION_CLOSED')
    expect(entries).toHaveLength(1)
  })
})

describe('read marks', () => {
  test('say of each side up to which message it has read, and never go back', async () => {
    const { write, answer, see, seeOfCustomer, mine, practice } = await aThread()
    const { body: asked } = await write()
    practice.clock.advance({ minutes: 5 })
    const { body: answered } = await answer()
    practice.clock.advance({ minutes: 5 })

    await seeOfCustomer(asked.message.sentAt)
    await see(answered.message.sentAt)
    await see(asked.message.sentAt)

    expect((await mine()).thread).toMatchObject({
      seenByClient: answered.message.sentAt,
      seenByPractice: answered.message.sentAt,
    })
  })

  test('are of what was sent: nobody has read what comes', async () => {
    const { write, seeOfCustomer, mine, practice } = await aThread()
    const { body } = await write()
    practice.clock.advance({ minutes: 5 })

    await seeOfCustomer('2030-01-01T00:00:00.000Z')
    practice.clock.advance({ minutes: 5 })
    await write('¿Y con té?')

    expect((await mine()).thread.seenByPractice).toBe(body.message.sentAt)
  })

  test('are set by a message up to what stood above it, and what crosses with it stays unread', async () => {
    const { write, answer, unread, mine, practice } = await aThread()
    await write()
    practice.clock.advance({ minutes: 1 })
    const { body: first } = await answer()
    practice.clock.advance({ minutes: 1 })
    await answer('Y bebe agua.')
    practice.clock.advance({ minutes: 1 })

    await write('Gracias', { seenUntil: first.message.sentAt })

    expect(await unread()).toBe(1)
    expect((await mine()).thread.seenByClient).toBe(first.message.sentAt)
  })

  test('are lost to no message that is being sent', async () => {
    const { write, answer, see, mine } = await aThread()
    await write()
    const { body } = await answer()

    await Promise.all([see(body.message.sentAt), answer('Otra cosa')])

    expect((await mine()).thread.seenByClient).toBe(body.message.sentAt)
  })

  test('are lost to no message that is written while the other side reads', async () => {
    const { write, answer, see, mine, practice } = await aThread()
    await write()
    const { body } = await answer()
    interruptNextWrite(practice, 'thread', () => see(body.message.sentAt))

    expect((await answer('Otra cosa')).status).toBe(201)

    expect((await mine()).thread.seenByClient).toBe(body.message.sentAt)
  })

  test('count what the client has not read', async () => {
    const { write, answer, see, unread } = await aThread()
    expect(await unread()).toBe(0)
    await write()
    expect(await unread()).toBe(0)
    await answer('Uno')
    const { body } = await answer('Dos')
    expect(await unread()).toBe(2)

    await see(body.message.sentAt)

    expect(await unread()).toBe(0)
  })
})

describe('the mail to the client', () => {
  test('tells once of all messages of ten minutes, and nothing of what they say', async () => {
    const { answer, practice } = await aThread()
    const { post } = createOutboxReader(practice)
    await answer('Tu calprotectina está alta')
    practice.clock.advance({ minutes: 4 })
    await answer('Repite la analítica')
    expect(await post()).toEqual([])

    practice.clock.advance({ minutes: 6 })

    const sent = await post()
    expect(sent.map(({ subject }) => subject)).toEqual(['Tienes 2 mensajes en tu panel'])
    expect(sent[0]?.text).not.toMatch(/calprotectina|anal[ií]tica/i)
    expect(sent[0]?.text).toContain('/client/mensajes')
  })

  test('is not sent to whoever has read them', async () => {
    const { answer, see, practice } = await aThread()
    const { post } = createOutboxReader(practice)
    const { body } = await answer()
    await see(body.message.sentAt)

    practice.clock.advance({ minutes: 10 })

    expect(await post()).toEqual([])
  })
})
