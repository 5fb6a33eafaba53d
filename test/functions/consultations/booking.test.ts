import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../../support/people.ts'
import { createTestPractice, listAuditChanges, type TestPractice } from '../../support/practice.ts'

async function aSetup() {
  const practice = await createTestPractice()
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  const as = asBoss()
  const book = (startsAt: string, more: object = {}) =>
    ask(consultations.book, {
      as,
      body: { customerId: client.customerId, startsAt, durationMinutes: 60, type: 'general', ...more },
    })
  return { practice, ask, as, asBoss, client, boss, book }
}

const mailsTo = async ({ data }: TestPractice, { email }: PracticePerson) =>
  (await data.mails.scan.go({ pages: 'all' })).data.filter(({ to }) => to === email)

test('ADM-16 DATA-10 DATA-24 a booked consultation is scheduled, with its client, price and notes', async () => {
  const { book, client } = await aSetup()

  const { status, body } = await book('2026-12-01T10:00:00.000Z', { priceCents: 6050, notes: 'Trae analítica' })

  expect(status).toBe(201)
  expect(body).toMatchObject({
    customerId: client.customerId,
    customerName: 'Lucía Ferrer',
    customerEmail: client.email,
    startsAt: '2026-12-01T10:00:00.000Z',
    durationMinutes: 60,
    type: 'general',
    status: 'scheduled',
    priceCents: null,
    proposedPriceCents: 6050,
    notes: 'Trae analítica',
    toConfirm: false,
    version: 1,
  })
})

test('CON-08 a booking is audited and its client is told, in the same transaction', async () => {
  const { practice, book, client, boss } = await aSetup()

  const { body } = await book('2026-12-01T10:00:00.000Z')

  const { consultationId } = body
  expect(await listAuditChanges(practice)).toMatchObject([
    { action: 'CONSULTATION_BOOKED', userId: boss.userId, subjectId: client.customerId, details: { consultationId } },
  ])
  expect(await mailsTo(practice, client)).toMatchObject([
    {
      content: { kind: 'client-notice', notice: { type: 'consultation_scheduled', consultation: { consultationId } } },
    },
  ])
})

test('of fifty who book the same hour at once, one has it', async () => {
  const { practice, book } = await aSetup()

  const answers = await Promise.all(Array.from({ length: 50 }, () => book('2026-12-01T10:00:00.000Z')))

  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('slot-taken')
  expect((await practice.data.consultations.scan.go({ pages: 'all' })).data).toHaveLength(1)
}, 60_000)

test.each([
  ['an overlap at the beginning', '2026-12-01T09:15:00.000Z'],
  ['an overlap at the end', '2026-12-01T10:45:00.000Z'],
])('%s of a booking is refused', async (_, startsAt) => {
  const { book } = await aSetup()
  await book('2026-12-01T10:00:00.000Z')

  const { status, body } = await book(startsAt)

  expect({ status, code: body.code }).toEqual({ status: 409, code: 'slot-taken' })
})

test('consultations may follow each other without a break', async () => {
  const { book } = await aSetup()
  await book('2026-12-01T10:00:00.000Z')

  const answers = [await book('2026-12-01T11:00:00.000Z'), await book('2026-12-01T09:00:00.000Z')]

  expect(answers.map(({ status }) => status)).toEqual([201, 201])
})

test('a booking over another wants a reason, which the audit log keeps', async () => {
  const { practice, book } = await aSetup()
  await book('2026-12-01T10:00:00.000Z')

  const without = await book('2026-12-01T10:00:00.000Z', { override: { reason: '' } })
  const over = await book('2026-12-01T10:00:00.000Z', { override: { reason: 'Es una urgencia' } })

  expect([without.status, over.status]).toEqual([400, 201])
  expect(await listAuditChanges(practice)).toContainEqual(
    expect.objectContaining({ details: expect.objectContaining({ overriddenBecause: 'Es una urgencia' }) }),
  )
})

test('of two that share an hour, one that leaves does not free it for a third', async () => {
  const { ask, as, client, book } = await aSetup()
  const first = await book('2026-12-01T10:00:00.000Z')
  await book('2026-12-01T10:00:00.000Z', { override: { reason: 'Es una urgencia' } })
  const { consultationId } = first.body
  await ask(consultations.remove, {
    as,
    params: { customerId: client.customerId, consultationId },
    query: { version: 1 },
  })

  const { status } = await book('2026-12-01T10:00:00.000Z')

  expect(status).toBe(409)
})

test('ADM-21 the past is not booked, and the hour stands on the grid of the agenda', async () => {
  const { book } = await aSetup()

  const past = await book('2026-11-21T08:00:00.000Z')
  const crooked = await book('2026-12-01T10:05:00.000Z')

  expect([past.body.code, crooked.body.code]).toEqual(['too-soon', 'invalid-input'])
})

test('a client who does not exist cannot be booked for', async () => {
  const { book } = await aSetup()

  const { body } = await book('2026-12-01T10:00:00.000Z', { customerId: 'cus_of-nobody' })

  expect(body.code).toBe('not-found')
})

test('a paid order is scheduled once', async () => {
  const { practice, ask, as, client, book } = await aSetup()
  const orderId = 'ord_00000000-0000-4000-8000-00000000000a'
  const paidAt = practice.now().toISOString()
  await practice.data.ordersToSchedule
    .create({ customerId: client.customerId, orderId, concept: 'Primera consulta', paidAt })
    .go()
  const before = await ask(consultations.toSchedule, { as })

  const first = await book('2026-12-01T10:00:00.000Z', { orderId })
  const second = await book('2026-12-02T10:00:00.000Z', { orderId })

  expect(before.body.items).toMatchObject([{ orderId, customerName: 'Lucía Ferrer', customerEmail: client.email }])
  expect([first.status, second.body.code]).toEqual([201, 'order-scheduled'])
  expect((await ask(consultations.toSchedule, { as })).body.items).toEqual([])
})

test('two administrators who change the same consultation: the second is told, and the first change stands', async () => {
  const { ask, as, client, book } = await aSetup()
  const { body: booked } = await book('2026-12-01T10:00:00.000Z')
  const params = { customerId: client.customerId, consultationId: booked.consultationId }
  const wish = { durationMinutes: 60, type: 'general', version: booked.version }
  const [mine, theirs] = ['2026-12-02T10:00:00.000Z', '2026-12-03T10:00:00.000Z']

  const first = await ask(consultations.edit, { as, params, body: { ...wish, startsAt: mine } })
  const second = await ask(consultations.edit, { as, params, body: { ...wish, startsAt: theirs } })

  expect([first.status, second.body.code]).toEqual([200, 'changed-meanwhile'])
  expect((await ask(consultations.coming, { as })).body.items).toMatchObject([{ startsAt: mine, version: 2 }])
})

test('of many who change one consultation at once, one does', async () => {
  const { ask, as, client, book } = await aSetup()
  const { body: booked } = await book('2026-12-01T10:00:00.000Z')
  const params = { customerId: client.customerId, consultationId: booked.consultationId }

  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((hour) =>
      ask(consultations.edit, {
        as,
        params,
        body: { startsAt: `2026-12-0${hour + 1}T10:00:00.000Z`, durationMinutes: 60, type: 'general', version: 1 },
      }),
    ),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'changed-meanwhile')).toHaveLength(4)
})

test('a moved consultation frees the hour that it had and keeps what it shares with the new one', async () => {
  const { ask, as, client, book } = await aSetup()
  const { body: booked } = await book('2026-12-01T10:00:00.000Z')
  const params = { customerId: client.customerId, consultationId: booked.consultationId }
  await ask(consultations.edit, {
    as,
    params,
    body: { startsAt: '2026-12-01T10:30:00.000Z', durationMinutes: 60, type: 'general', version: 1 },
  })

  const freed = await book('2026-12-01T09:30:00.000Z')
  const kept = await book('2026-12-01T10:30:00.000Z', { durationMinutes: 15 })

  expect([freed.status, kept.status]).toEqual([201, 409])
})

test('the calendar hears of a move, not of a note', async () => {
  const { practice, ask, as, client, book } = await aSetup()
  const { body: booked } = await book('2026-12-01T10:00:00.000Z')
  const params = { customerId: client.customerId, consultationId: booked.consultationId }
  const same = { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60, type: 'general' }

  practice.clock.advance({ minutes: 10 })
  await ask(consultations.edit, { as, params, body: { ...same, notes: 'Ayunas', version: 1 } })
  await ask(consultations.edit, { as, params, body: { ...same, startsAt: '2026-12-02T10:00:00.000Z', version: 2 } })

  const notices = (await mailsTo(practice, client)).map(({ content }) => content.notice)
  expect(notices).toHaveLength(2)
  expect(notices).toContainEqual(
    expect.objectContaining({
      type: 'consultation_changed',
      consultation: expect.objectContaining({ startsAt: '2026-12-02T10:00:00.000Z', sequence: 1 }),
    }),
  )
})

test('a client hears when the hour that they asked for is confirmed', async () => {
  const { practice, ask, as, client } = await aSetup()
  const { body: asked } = await ask(consultations.request, {
    as: createPasswordSessionClaims(client, practice),
    body: { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60, type: 'general' },
  })
  const params = { customerId: client.customerId, consultationId: asked.consultationId }

  const { body } = await ask(consultations.setStatus, { as, params, body: { status: 'scheduled', version: 1 } })

  expect(body.toConfirm).toBe(false)
  const notices = (await mailsTo(practice, client)).map(({ content }) => content.notice)
  expect(notices.map(({ type, consultation }) => [type, consultation.toConfirm, consultation.sequence])).toEqual(
    expect.arrayContaining([
      ['consultation_scheduled', true, 0],
      ['consultation_scheduled', false, 1],
    ]),
  )
})

test('a cancelled consultation frees its hour, and taken up again it needs it free', async () => {
  const { ask, as, client, book } = await aSetup()
  const { body: booked } = await book('2026-12-01T10:00:00.000Z')
  const params = { customerId: client.customerId, consultationId: booked.consultationId }
  await ask(consultations.setStatus, { as, params, body: { status: 'cancelled', version: 1 } })

  const other = await book('2026-12-01T10:00:00.000Z')
  const back = await ask(consultations.setStatus, { as, params, body: { status: 'scheduled', version: 2 } })

  expect([other.status, back.body.code]).toEqual([201, 'slot-taken'])
})

test.each([
  ['in_progress', 1],
  ['completed', 1],
  // A no-show also mails the client its consequence for the payment.
  ['no_show', 2],
] as const)('a consultation can become %s', async (status, mails) => {
  const { ask, asBoss, client, book, practice } = await aSetup()
  const { body: booked } = await book('2026-12-01T10:00:00.000Z')
  const params = { customerId: client.customerId, consultationId: booked.consultationId }
  practice.clock.set('2026-12-01T10:00:00.000Z')

  const { body } = await ask(consultations.setStatus, { as: asBoss(), params, body: { status, version: 1 } })

  expect(body).toMatchObject({ status, version: 2 })
  expect(await mailsTo(practice, client)).toHaveLength(mails)
})

test.each(['completed', 'no_show'] as const)('a consultation still to come cannot be %s', async (status) => {
  const { ask, asBoss, client, book, practice } = await aSetup()
  const { body: booked } = await book('2026-12-01T10:00:00.000Z')
  const params = { customerId: client.customerId, consultationId: booked.consultationId }
  practice.clock.set('2026-12-01T09:59:00.000Z')

  const answer = await ask(consultations.setStatus, { as: asBoss(), params, body: { status, version: 1 } })

  expect([answer.status, answer.body.code]).toEqual([409, 'consultation-ahead'])
  expect((await practice.data.consultations.get(params).go()).data).toMatchObject({ status: 'scheduled', version: 1 })
})

test('a consultation that was held is not moved to an hour to come', async () => {
  const { ask, asBoss, client, book, practice } = await aSetup()
  const { body: booked } = await book('2026-12-01T10:00:00.000Z')
  const params = { customerId: client.customerId, consultationId: booked.consultationId }
  practice.clock.set('2026-12-01T10:30:00.000Z')
  const as = asBoss()
  await ask(consultations.setStatus, { as, params, body: { status: 'completed', version: 1 } })

  const answer = await ask(consultations.edit, {
    as,
    params,
    body: { startsAt: '2026-12-08T10:00:00.000Z', durationMinutes: 60, type: 'general', version: 2 },
  })

  expect([answer.status, answer.body.code]).toEqual([409, 'consultation-ahead'])
})

test('what began on an earlier day stays to be closed until it is, the latest first, a page at a time', async () => {
  const { ask, asBoss, client, book, practice } = await aSetup()
  const booked = await Promise.all(['01', '02', '03', '04'].map((day) => book(`2026-12-${day}T10:00:00.000Z`)))
  const params = (index: number) => ({
    customerId: client.customerId,
    consultationId: booked[index]?.body.consultationId ?? '',
  })
  practice.clock.set('2026-12-04T12:00:00.000Z')
  const as = asBoss()
  const toClose = async (cursor?: string) => {
    const query = { before: '2026-12-03T23:00:00.000Z', limit: 1, ...(cursor && { cursor }) }
    const { body } = await ask(consultations.toClose, { as, query })
    return { days: body.items.map(({ startsAt }) => startsAt.slice(0, 10)), next: body.next ?? undefined }
  }
  await ask(consultations.setStatus, { as, params: params(0), body: { status: 'in_progress', version: 1 } })
  await ask(consultations.setStatus, { as, params: params(1), body: { status: 'no_show', version: 1 } })

  const first = await toClose()
  const second = await toClose(first.next)

  expect(first.days).toEqual(['2026-12-03'])
  expect(second).toEqual({ days: ['2026-12-01'], next: undefined })
})

test('a removed consultation is in no list, its hour is free, its client is told, and its row stays', async () => {
  const { practice, ask, as, client, book } = await aSetup()
  const { body: booked } = await book('2026-12-01T10:00:00.000Z')
  const key = { customerId: client.customerId, consultationId: booked.consultationId }

  practice.clock.advance({ minutes: 10 })
  const { body } = await ask(consultations.remove, { as, params: key, query: { version: 1 } })

  expect(body).toEqual({ removed: true })
  const lists = await Promise.all([
    ask(consultations.coming, { as }),
    ask(consultations.listOfCustomer, { as, params: { customerId: client.customerId } }),
    ask(consultations.agenda, { as, query: { from: '2026-12-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' } }),
  ])
  expect(lists.map(({ body: list }) => list.items)).toEqual([[], [], []])
  expect((await practice.data.consultations.get(key).go()).data?.status).toBe('removed')
  expect((await mailsTo(practice, client)).map(({ content }) => content.notice.type)).toContain(
    'consultation_cancelled',
  )
  expect((await book('2026-12-01T10:00:00.000Z')).status).toBe(201)
})

test('ADM-15 DATA-23 only scheduled future consultations are coming, the next one first, a page at a time', async () => {
  const { ask, as, asBoss, client, book, practice } = await aSetup()
  for (const day of ['03', '01', '02']) await book(`2026-12-${day}T10:00:00.000Z`)
  const { body: done } = await book('2026-12-04T10:00:00.000Z')
  const params = { customerId: client.customerId, consultationId: done.consultationId }
  await ask(consultations.setStatus, { as, params, body: { status: 'in_progress', version: 1 } })
  practice.clock.set('2026-12-01T12:00:00.000Z')

  const first = await ask(consultations.coming, {
    as: asBoss(),
    query: { limit: 1 },
  })
  const second = await ask(consultations.coming, {
    as: asBoss(),
    query: { limit: 1, cursor: first.body.next ?? '' },
  })

  expect(first.body.items.map(({ startsAt }) => startsAt)).toEqual(['2026-12-02T10:00:00.000Z'])
  expect(second.body).toMatchObject({ items: [{ startsAt: '2026-12-03T10:00:00.000Z' }], next: null })
})

test('a request that many booked hours come before stands among those to confirm', async () => {
  const { ask, as, asBoss, book, practice } = await aSetup()
  const first = await book('2026-12-01T10:00:00.000Z')
  const last = await book('2026-12-03T10:00:00.000Z')
  const { customerId, consultationId } = last.body
  await practice.data.consultations
    .patch({ customerId, consultationId })
    .set({ toConfirm: true, lapsesAt: '2026-11-25T10:00:00.000Z' })
    .go()

  const requests = await ask(consultations.coming, { as, query: { limit: 1, only: 'requests' } })
  practice.clock.set('2026-11-25T10:00:01.000Z')
  const lapsed = await ask(consultations.coming, { as: asBoss(), query: { only: 'requests' } })

  expect(first.status).toBe(201)
  expect(requests.body).toMatchObject({ items: [{ consultationId }], next: null })
  expect(lapsed.body.items).toEqual([])
})

test('the agenda of a month shows it in every status, and nothing of the next', async () => {
  const { ask, as, client, book } = await aSetup()
  const { body: first } = await book('2026-12-01T10:00:00.000Z')
  await book('2026-12-31T22:00:00.000Z')
  await book('2026-12-31T23:00:00.000Z')
  const params = { customerId: client.customerId, consultationId: first.consultationId }
  await ask(consultations.setStatus, { as, params, body: { status: 'cancelled', version: 1 } })

  const { body } = await ask(consultations.agenda, {
    as,
    query: { from: '2026-11-30T23:00:00.000Z', to: '2026-12-31T23:00:00.000Z' },
  })

  expect(body.items.map(({ startsAt, status }) => [startsAt, status])).toEqual([
    ['2026-12-01T10:00:00.000Z', 'cancelled'],
    ['2026-12-31T22:00:00.000Z', 'scheduled'],
  ])
})

test('one consultation is read as it stands at this moment, and a removed one is not found', async () => {
  const { ask, as, client, book } = await aSetup()
  const { body: booked } = await book('2026-12-01T10:00:00.000Z', { notes: 'Ayunas' })
  const params = { customerId: client.customerId, consultationId: booked.consultationId }
  await ask(consultations.setStatus, { as, params, body: { status: 'in_progress', version: 1 } })

  const there = await ask(consultations.read, { as, params })
  await ask(consultations.remove, { as, params, query: { version: 2 } })
  const gone = await ask(consultations.read, { as, params })

  expect(there.body).toMatchObject({ status: 'in_progress', version: 2, notes: 'Ayunas', customerName: 'Lucía Ferrer' })
  expect(gone.body).toEqual({ code: 'not-found' })
})
