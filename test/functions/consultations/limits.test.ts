import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { defaultOpeningHours } from '#contract/opening-hours'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  recordPaidOrder,
} from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { openAllWeek, storeOpeningHours } from '../../support/stored-opening-hours.ts'

const ORDER = 'ord_00000000-0000-4000-8000-000000000001'
const PAYMENT = ORDER.replace('ord_', 'pay_')
const paidAt = '2026-11-20T10:00:00.000Z'

async function anAgenda() {
  const practice = await createTestPractice()
  const [client, boss] = [await createCliente(practice), await createAdministrador(practice)]
  await recordPaidOrder(client, practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(client, practice)
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  const { customerId } = client
  const request = (startsAt: string, more: object = {}) =>
    ask(consultations.request, { as: as(), body: { startsAt, durationMinutes: 30, type: 'seguimiento', ...more } })
  const waiting = async () =>
    (await practice.data.ordersToSchedule.query.byCustomer({ customerId }).go()).data.map(({ orderId }) => orderId)
  const next = async () => (await ask(consultations.nextOfMine, { as: as() })).body
  return { practice, ask, as, asBoss, client, customerId, request, waiting, next }
}

type Agenda = Awaited<ReturnType<typeof anAgenda>>

async function aPaidOrder({ practice, customerId }: Agenda, status: 'completed' | 'refunded' = 'completed') {
  const order = { customerId, orderId: ORDER, concept: 'Primera consulta', paidAt }
  await practice.data.ordersToSchedule.put(order).go()
  await practice.data.payments
    .put({
      ...order,
      paymentId: PAYMENT,
      amountCents: 8000,
      refundedCents: 0,
      currency: 'eur',
      status,
      receiptNumber: '2026-1',
    })
    .go()
}

const first = { type: 'primera_consulta' }
const cancel = ({ ask, as }: Agenda, { consultationId, version }: { consultationId: string; version: number }) =>
  ask(consultations.cancel, { as: as(), params: { consultationId }, query: { version } })

test('of four requests that have all counted the same hours, one is kept', async () => {
  const agenda = await anAgenda()
  for (const hour of ['08', '09']) await agenda.request(`2026-12-02T${hour}:00:00.000Z`)
  const { data } = agenda.practice
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let counted = 0
  const waiting: typeof data.transact = async (writes) => {
    counted += 1
    if (counted === 4) open()
    await gate
    return data.transact(writes)
  }
  const ask = createEndpointCaller(
    createLambdaHandler(() => ({ ...agenda.practice, data: { ...data, transact: waiting } })),
  )

  const answers = await Promise.all(
    ['09', '10', '11', '12'].map((hour) =>
      ask(consultations.request, {
        as: agenda.as(),
        body: { startsAt: `2026-12-01T${hour}:00:00.000Z`, durationMinutes: 30, type: 'seguimiento' },
      }),
    ),
  )

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  expect((await ask(consultations.countMine, { as: agenda.as() })).body.upcoming).toBe(3)
})

test('whoever asks and cancels without end is stopped', async () => {
  const agenda = await anAgenda()
  for (let turn = 0; turn < 10; turn += 1) {
    const { body } = await agenda.request('2026-12-01T10:00:00.000Z')
    await cancel(agenda, body)
  }

  const { status, body } = await agenda.request('2026-12-01T10:00:00.000Z')

  expect([status, body.code]).toEqual([429, 'too-many-attempts'])
  agenda.practice.clock.advance({ minutes: 61 })
  expect((await agenda.request('2026-12-01T10:00:00.000Z')).status).toBe(201)
})

test('a client asks for no day beyond those that the practice offers', async () => {
  const { request, practice } = await anAgenda()

  expect((await request('2027-01-20T09:00:00.000Z')).status).toBe(201)
  expect((await request('2027-01-21T09:00:00.000Z')).body.code).toBe('too-far')
  expect((await request('9999-12-31T23:45:00.000Z')).body.code).toBe('too-far')
  await storeOpeningHours(practice.data, { horizonDays: 365 })
  expect((await request('2027-01-21T09:00:00.000Z')).status).toBe(201)
})

test('nobody asks for the night of Christmas Day, paid or not', async () => {
  const { request } = await anAgenda()

  const { body } = await request('2026-12-25T02:00:00.000Z', { durationMinutes: 240 })

  expect(body.code).toBe('outside-hours')
})

test('a client asks within the hours that the practice has set', async () => {
  const { request, practice } = await anAgenda()
  await storeOpeningHours(practice.data, {
    tuesday: [{ opensAt: '20:00', closesAt: '21:00' }],
    closures: [{ from: '2026-12-15', to: '2026-12-15', reason: 'Formación' }],
    noticeHours: 96,
  })

  const answers = await Promise.all(
    [
      '2026-12-01T19:30:00.000Z',
      '2026-12-01T10:00:00.000Z',
      '2026-12-15T19:30:00.000Z',
      '2026-11-24T19:30:00.000Z',
    ].map(async (startsAt) => (await request(startsAt)).body),
  )

  expect(answers.map(({ code, status }) => code ?? status)).toEqual([
    'scheduled',
    'outside-hours',
    'outside-hours',
    'too-soon',
  ])
})

test('what is booked stays where it is when the practice changes its hours, and its message can still be changed', async () => {
  const { request, practice, ask, as } = await anAgenda()
  const { body: asked } = await request('2026-12-01T10:00:00.000Z')
  await storeOpeningHours(practice.data, { tuesday: [] })
  const { consultationId, startsAt, durationMinutes, type, version } = asked
  const wish = { startsAt, durationMinutes, type }

  const repeated = await request(startsAt)
  const moved = await ask(consultations.move, {
    as: as(),
    params: { consultationId },
    body: { ...wish, message: 'Llevaré los análisis', version },
  })

  expect([repeated.status, repeated.body.consultationId]).toEqual([201, consultationId])
  expect(moved.body).toMatchObject({ startsAt, message: 'Llevaré los análisis' })
})

test('however an instant is written, it is one and the same hour', async () => {
  const { request } = await anAgenda()

  const { body } = await request('2026-12-01T10:00:00Z')
  const again = await request('2026-12-01T10:00:00.000000Z')

  expect(body.startsAt).toBe('2026-12-01T10:00:00.000Z')
  expect(again.body.consultationId).toBe(body.consultationId)
})

test.each([
  ['the spring night that skips an hour', ['2027-03-28T00:45:00.000Z', '2027-03-28T01:00:00.000Z']],
  ['the autumn night that has one twice', ['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z']],
])('in %s each instant is an hour of its own', async (_, [one = '', other = '']) => {
  const { request, practice } = await anAgenda()
  const types = { ...defaultOpeningHours.types, seguimiento: { durationMinutes: 60, pauseMinutes: 0 } }
  await storeOpeningHours(practice.data, { ...openAllWeek, types, startEveryMinutes: 15, horizonDays: 365 })

  const { status } = await request(one, { durationMinutes: 15 })

  expect([status, (await request(other, { durationMinutes: 15 })).status]).toEqual([201, 201])
})

test('another type of a confirmed consultation has to be confirmed again', async () => {
  const { request, ask, as, asBoss, customerId } = await anAgenda()
  const { body: asked } = await request('2026-12-01T10:00:00.000Z')
  const { consultationId, startsAt, durationMinutes } = asked
  const params = { customerId, consultationId }
  const wish = { startsAt, durationMinutes, type: 'seguimiento' }
  const { body: confirmed } = await ask(consultations.edit, {
    as: asBoss(),
    params,
    body: { ...wish, priceCents: 6000, version: asked.version },
  })
  expect(confirmed.toConfirm).toBe(false)

  const { body } = await ask(consultations.move, {
    as: as(),
    params: { consultationId },
    body: { ...wish, type: 'urgente', version: confirmed.version },
  })

  expect(body).toMatchObject({ type: 'urgente', toConfirm: true, proposedPriceCents: 6000 })
})

test('a message of a megabyte is not taken', async () => {
  const { request } = await anAgenda()

  expect((await request('2026-12-01T10:00:00.000Z', { message: 'a'.repeat(1_000_000) })).body.code).toBe(
    'invalid-input',
  )
})

test('a client who asks for the first consultation that they paid takes it off the list of those without a date', async () => {
  const agenda = await anAgenda()
  await aPaidOrder(agenda)
  expect(await agenda.next()).toEqual({
    consultation: null,
    pastToPay: null,
    toSchedule: {
      concept: 'Primera consulta',
      paidAt,
      type: 'primera_consulta',
      durationMinutes: 30,
      earlyStartUntil: null,
    },
    freeRequests: false,
  })

  const { body } = await agenda.request('2026-12-01T10:00:00.000Z', first)

  expect(await agenda.next()).toMatchObject({
    consultation: { consultationId: body.consultationId },
    toSchedule: null,
  })
  expect(await agenda.waiting()).toEqual([])
})

test('a paid consultation that is cancelled waits for another date, and is not paid twice', async () => {
  const agenda = await anAgenda()
  await aPaidOrder(agenda)
  const { body: asked } = await agenda.request('2026-12-01T10:00:00.000Z', first)

  await cancel(agenda, asked)

  expect(await agenda.waiting()).toEqual([ORDER])
  const { body: again } = await agenda.request('2026-12-02T10:00:00.000Z', first)
  expect(await agenda.waiting()).toEqual([])
  expect((await agenda.next()).consultation?.consultationId).toBe(again.consultationId)
})

test('what was paid back does not wait for a date', async () => {
  const agenda = await anAgenda()
  await aPaidOrder(agenda)
  const { body: asked } = await agenda.request('2026-12-01T10:00:00.000Z', first)
  await agenda.practice.data.payments
    .patch({ customerId: agenda.customerId, paymentId: PAYMENT })
    .set({ status: 'refunded' })
    .go()

  const { status } = await cancel(agenda, asked)

  expect([status, await agenda.waiting()]).toEqual([200, []])
})

test('a cancelled consultation that is taken up again takes its paid order along, unless another one has it', async () => {
  const agenda = await anAgenda()
  await aPaidOrder(agenda)
  const { body: asked } = await agenda.request('2026-12-01T10:00:00.000Z', first)
  const { body: cancelled } = await cancel(agenda, asked)
  const takeUp = (version: number, status: string) =>
    agenda.ask(consultations.setStatus, {
      as: agenda.asBoss(),
      params: { customerId: agenda.customerId, consultationId: asked.consultationId },
      body: { status, version },
    })

  const { body: back } = await takeUp(cancelled.version, 'scheduled')
  expect([back.orderId, await agenda.waiting()]).toEqual([ORDER, []])
  const { body: off } = await takeUp(back.version, 'cancelled')
  await agenda.request('2026-12-03T10:00:00.000Z', first)
  const { body: bare } = await takeUp(off.version, 'scheduled')

  expect([bare.status, bare.orderId, await agenda.waiting()]).toEqual(['scheduled', null, []])
})

test('what comes next is the consultation that is on until it is closed, then the one after it', async () => {
  const agenda = await anAgenda()
  const { request, next, practice, ask, asBoss, customerId } = agenda
  const { body: one } = await request('2026-12-01T10:00:00.000Z')
  const { body: two } = await request('2026-12-02T10:00:00.000Z')

  practice.clock.set('2026-12-01T10:31:00.000Z')
  expect((await next()).consultation?.consultationId).toBe(one.consultationId)
  const { status } = await ask(consultations.setStatus, {
    as: asBoss(),
    params: { customerId, consultationId: one.consultationId },
    body: { status: 'completed', version: one.version },
  })

  expect([status, (await next()).consultation?.consultationId]).toEqual([200, two.consultationId])
})

test('a consultation that nobody has closed stays what comes next for some hours only', async () => {
  const { request, next, practice } = await anAgenda()
  await request('2026-12-01T10:00:00.000Z')
  const { body: two } = await request('2026-12-02T10:00:00.000Z')

  practice.clock.set('2026-12-02T09:00:00.000Z')

  expect((await next()).consultation?.consultationId).toBe(two.consultationId)
})
