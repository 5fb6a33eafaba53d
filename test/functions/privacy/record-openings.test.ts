import { describe, expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { notifications } from '#contract/notifications'
import { privacy } from '#contract/privacy'
import { questionnaire } from '#contract/questionnaire'
import { security } from '#contract/security'
import { claimUnclaimedCustomer } from '../../../functions/customers/public/unclaimed-customer.ts'
import { loadExportedRecordOpenings } from '../../../functions/privacy/record-openings.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../../support/people.ts'
import { createTestPractice, listAuditChanges, type TestPractice, listAuditEntries } from '../../support/practice.ts'

async function aRecord(practice: TestPractice) {
  const client = await createCliente(practice, { createdAt: '2026-11-01T08:00:00.000Z' })
  const boss = await createAdministrador(practice, { firstName: 'Elena', lastName: 'Prado' })
  const ask = await createDomainCaller('privacy', practice)
  const { customerId } = client
  const look = async (who: PracticePerson = boss) =>
    (await createDomainCaller('customers', practice))(customers.read, {
      as: createPasswordSessionClaims(who, practice),
      params: { customerId },
    })
  const readAnswers = async () =>
    (await createDomainCaller('questionnaire', practice))(questionnaire.readOfCustomer, {
      as: createPasswordSessionClaims(boss, practice),
      params: { customerId },
    })
  const list = (query = {}) => ask(privacy.listOpenings, { as: createPasswordSessionClaims(client, practice), query })
  const question = (
    opening: { auditId: string; at: string } | undefined,
    reason = 'why',
    as: PracticePerson = client,
  ) =>
    ask(privacy.askAboutOpening, {
      as: createPasswordSessionClaims(as, practice),
      params: { auditId: opening?.auditId ?? '' },
      body: { at: opening?.at, reason },
    })
  return { client, boss, ask, look, readAnswers, list, question }
}

const queuedMails = async ({ data }: TestPractice, { customerId }: PracticePerson) =>
  (await data.mails.query.byCustomer({ customerId }).go()).data

describe('who has seen a client’s data', () => {
  test('is told with name, role, part and instant, newest first, and without an id or an address', async () => {
    const practice = await createTestPractice()
    const { look, readAnswers, list } = await aRecord(practice)
    await look()
    practice.clock.advance({ minutes: 1 })
    await readAnswers()

    const { status, body } = await list()

    expect(status).toBe(200)
    const seen = { name: 'Elena Prado', role: 'administrador', question: null }
    expect(body).toEqual({
      items: [
        { ...seen, auditId: expect.any(String), at: '2026-11-21T09:01:00.000Z', part: 'questionnaire' },
        { ...seen, auditId: expect.any(String), at: '2026-11-21T09:00:00.000Z', part: 'profile' },
      ],
      next: null,
    })
    expect(JSON.stringify(body)).not.toMatch(/usr_|@|203\.0\.113/)
  })

  test('has no name where the account has none', async () => {
    const practice = await createTestPractice()
    const { look, list } = await aRecord(practice)
    await look(await createAdministrador(practice, { firstName: '', lastName: '' }))

    expect((await list()).body.items).toMatchObject([{ name: null, role: 'administrador' }])
  })

  test('is empty for whom nobody has looked at, and nothing is told of others', async () => {
    const practice = await createTestPractice()
    const { look, ask } = await aRecord(practice)
    const other = await createCliente(practice)
    await look()

    const { body } = await ask(privacy.listOpenings, { as: createPasswordSessionClaims(other, practice) })

    expect(body).toEqual({ items: [], next: null })
  })

  test('is told apart of lists of clients, those since there is a record, and can be asked about', async () => {
    const practice = await createTestPractice()
    const { boss, list, question } = await aRecord(practice)
    const openList = async () =>
      (await createDomainCaller('customers', practice))(customers.list, {
        as: createPasswordSessionClaims(boss, practice),
      })
    practice.clock.set('2026-10-31T09:00:00.000Z')
    await openList()
    practice.clock.set('2026-11-21T09:00:00.000Z')
    await openList()

    const lists = await list({ of: 'lists' })

    expect(lists.body.items).toMatchObject([{ name: 'Elena Prado', part: 'list', at: '2026-11-21T09:00:00.000Z' }])
    expect((await list()).body.items).toEqual([])
    expect((await question(lists.body.items[0])).status).toBe(200)
    expect((await list({ of: 'lists' })).body.items[0]?.question?.reason).toBe('why')
  })

  test('comes a page at a time, each opening once', async () => {
    const practice = await createTestPractice()
    const { look, list } = await aRecord(practice)
    for (const _ of [1, 2, 3, 4, 5]) {
      await look()
      practice.clock.advance({ minutes: 15 })
    }

    const first = await list({ limit: 3 })
    const rest = await list({ limit: 3, cursor: first.body.next })

    const instants = [...first.body.items, ...rest.body.items].map(({ at }) => at)
    expect([instants.length, new Set(instants).size, rest.body.next]).toEqual([5, 5, null])
    expect(instants).toEqual(instants.toSorted().toReversed())
  })

  test('says so of somebody who has left the practice since', async () => {
    const practice = await createTestPractice()
    const { look, list, boss } = await aRecord(practice)
    await look()
    await practice.data.users.patch({ userId: boss.userId }).set({ role: 'cliente' }).go()

    expect((await list()).body.items).toMatchObject([{ name: 'Elena Prado', role: null }])
  })

  test('says so of somebody whose account the practice has removed since', async () => {
    const practice = await createTestPractice()
    const { look, list, boss } = await aRecord(practice)
    await look()
    await practice.data.users.patch({ userId: boss.userId }).set({ status: 'deleted' }).go()

    expect((await list()).body.items).toMatchObject([{ name: 'Elena Prado', role: null }])
  })

  test('holds a file of all clients that was made since they are one, and none from before', async () => {
    const practice = await createTestPractice()
    const { list, boss, client, question } = await aRecord(practice)
    const download = async () =>
      (await createDomainCaller('customers', practice))(customers.exportAll, {
        as: createPasswordSessionClaims(boss, practice),
      })
    await download()
    practice.clock.advance({ days: 1 })
    const createdAt = practice.now().toISOString()
    const { data: customer } = await practice.data.customers.get({ customerId: client.customerId }).go()
    await practice.data.customers.put({ ...customer, createdAt } as never).go()
    practice.clock.advance({ minutes: 1 })
    await download()

    const { items } = (await list()).body

    expect(items).toMatchObject([{ part: 'export', name: 'Elena Prado' }])
    expect(await question(items[0])).toMatchObject({ status: 200, body: { reason: 'why' } })
  })

  test('is the same list for the practice, and looking at it is no opening', async () => {
    const practice = await createTestPractice()
    const { look, list, ask, boss, client } = await aRecord(practice)
    await look()

    const answer = await ask(privacy.listOpeningsOfCustomer, {
      as: createPasswordSessionClaims(boss, practice),
      params: { customerId: client.customerId },
    })

    expect(answer.body).toEqual((await list()).body)
    expect(answer.body.items).toHaveLength(1)
  })

  test('is neither in the timeline nor in the audit log where nobody asks for it', async () => {
    const practice = await createTestPractice()
    const { look, boss, client } = await aRecord(practice)
    await look()
    const as = createPasswordSessionClaims(boss, practice)
    const askSecurity = await createDomainCaller('security', practice)
    const log = async (query: { action?: string }) =>
      (await askSecurity(security.audit, { as, query })).body.items.map(({ action }) => action)

    const timeline = await (
      await createDomainCaller('customers', practice)
    )(customers.timeline, { as, params: { customerId: client.customerId } })

    expect(timeline.body.items).toEqual([])
    expect(await log({})).toEqual(['SESSION_STARTED'])
    expect(await log({ action: 'CLIENT_DATA_OPENED' })).toContain('CLIENT_DATA_OPENED')
  })
})

/** The practice had a list, the waiting record and a list again before there was a record of the client's own. */
async function aJoinedRecord({ isOpened = true } = {}) {
  const practice = await createTestPractice()
  const record = await aRecord(practice)
  const { client, boss } = record
  const customersOf = await createDomainCaller('customers', practice)
  const asBoss = () => ({ as: createPasswordSessionClaims(boss, practice) })
  const of = { customerId: 'cus_waiting-0001' }
  const email = 'lucia@correo.test'
  await customersOf(customers.list, asBoss())
  practice.clock.advance({ minutes: 20 })
  const waiting = { ...of, name: 'Lucía F.', email, createdAt: practice.now().toISOString(), version: 1 }
  await practice.data.customers.create(waiting).go()
  if (isOpened) await customersOf(customers.read, { ...asBoss(), params: of })
  practice.clock.advance({ minutes: 20 })
  await customersOf(customers.list, asBoss())
  practice.clock.advance({ days: 1 })
  const { data: own } = await practice.data.customers.get({ customerId: client.customerId }).go()
  await practice.data.customers.put({ ...own, createdAt: practice.now().toISOString() } as never).go()
  const owner = { userId: client.userId, email, name: waiting.name, caller: undefined }
  await claimUnclaimedCustomer(waiting, { owner, customerId: client.customerId }, practice)
  return { ...record, practice }
}

describe('who had seen a record that was joined with the client’s', () => {
  test('is told in the same list, from before there was the client’s own record too', async () => {
    const { look, list } = await aJoinedRecord()
    await look()

    const { items } = (await list()).body

    const seen = { name: 'Elena Prado', part: 'profile' }
    expect(items).toMatchObject([
      { ...seen, at: '2026-11-22T09:40:00.000Z' },
      { ...seen, at: '2026-11-21T09:20:00.000Z' },
    ])
    expect(items).toHaveLength(2)
  })

  test('is told of lists of clients since there was the older of both records', async () => {
    const { list } = await aJoinedRecord()

    expect((await list({ of: 'lists' })).body.items.map(({ at }) => at)).toEqual(['2026-11-21T09:40:00.000Z'])
  })

  test('is told of them also where nothing was noted of that record before, as of an imported one', async () => {
    const { list, question } = await aJoinedRecord({ isOpened: false })

    const { items } = (await list({ of: 'lists' })).body

    expect(items.map(({ at }) => at)).toEqual(['2026-11-21T09:40:00.000Z'])
    expect((await question(items[0])).status).toBe(200)
  })

  test('can be asked about', async () => {
    const { list, question } = await aJoinedRecord()
    const [opening] = (await list()).body.items
    const [listed] = (await list({ of: 'lists' })).body.items

    expect([(await question(opening)).status, (await question(listed)).status]).toEqual([200, 200])
    expect((await list()).body.items).toMatchObject([{ question: { reason: 'why' } }])
  })

  test('is in the download of the client’s data', async () => {
    const { client, practice } = await aJoinedRecord()

    const rows = await loadExportedRecordOpenings(client.customerId, practice.data)

    expect(rows).toEqual([
      { at: '2026-11-21T09:20:00.000Z', openedBy: 'Elena Prado', position: 'Administración', part: 'profile' },
    ])
  })
})

describe('a question about an opening', () => {
  test('is mailed to the practice without a name, and stands in the audit log and in the list', async () => {
    const practice = await createTestPractice()
    const { look, list, question, client } = await aRecord(practice)
    await look()
    const [opening] = (await list()).body.items
    practice.clock.advance({ minutes: 2 })

    const answer = await question(opening, 'who')

    const asked = { reason: 'who', askedAt: '2026-11-21T09:02:00.000Z' }
    expect(answer).toEqual({ status: 200, body: asked })
    expect(await queuedMails(practice, client)).toMatchObject([
      {
        to: 'consulta@habitat.test',
        content: { kind: 'opening-questioned', customerId: client.customerId, part: 'profile', reason: 'who' },
      },
    ])
    expect((await listAuditChanges(practice)).at(-1)).toMatchObject({
      action: 'DATA_OPENING_QUESTIONED',
      userId: client.userId,
      subjectId: client.customerId,
      details: { auditId: opening?.auditId, reason: 'who' },
    })
    expect((await list()).body.items).toMatchObject([{ question: asked }])
  })

  test('is one, however often it is asked', async () => {
    const practice = await createTestPractice()
    const { look, list, question, client } = await aRecord(practice)
    await look()
    const [opening] = (await list()).body.items

    const answers = await Promise.all(['why', 'who', 'why'].map((reason) => question(opening, reason)))
    const again = await question(opening, 'unexpected')

    expect(new Set([...answers, again].map(({ body }) => body.reason)).size).toBe(1)
    expect(await queuedMails(practice, client)).toHaveLength(1)
    expect(
      (await listAuditChanges(practice)).filter(({ action }) => action === 'DATA_OPENING_QUESTIONED'),
    ).toHaveLength(1)
  })

  test('is the sixth of a day: refused, and none is mailed', async () => {
    const practice = await createTestPractice()
    const { look, list, question, client } = await aRecord(practice)
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      await look()
      practice.clock.advance({ minutes: 15 })
    }
    const { items } = (await list()).body

    const answers = []
    for (const opening of items) answers.push((await question(opening)).status)

    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    expect(await queuedMails(practice, client)).toHaveLength(5)
  })

  test('about what is not theirs, or no opening, finds nothing', async () => {
    const practice = await createTestPractice()
    const { look, list, question, client } = await aRecord(practice)
    const stranger = await createCliente(practice)
    await look()
    const [opening] = (await list()).body.items
    const session = (await listAuditEntries(practice)).find(({ subjectId }) => subjectId === client.userId)

    expect(await question(opening, 'why', stranger)).toEqual({ status: 404, body: { code: 'not-found' } })
    const other = { auditId: session?.auditId ?? '', at: session?.createdAt ?? '' }
    expect(await question(other)).toEqual({ status: 404, body: { code: 'not-found' } })
  })

  test('is shown in the file of the mails that were written about the client', async () => {
    const practice = await createTestPractice()
    const { look, list, question, boss, client } = await aRecord(practice)
    await look()
    await question((await list()).body.items[0])

    const { body } = await (
      await createDomainCaller('notifications', practice)
    )(notifications.listOfCustomer, {
      as: createPasswordSessionClaims(boss, practice),
      params: { customerId: client.customerId },
    })

    expect(body.items).toMatchObject([{ to: 'consulta@habitat.test', status: 'queued' }])
  })
})
