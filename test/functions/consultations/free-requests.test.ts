import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as sweeping } from '../../../functions/consultations/lapse-requests.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  recordPaidOrder,
} from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import { storeOpeningHours } from '../../support/stored-opening-hours.ts'

const TUESDAY = '2026-12-01T10:00:00.000Z'
const WEDNESDAY = '2026-12-02T10:00:00.000Z'

const wish = (startsAt: string, more: object = {}) => ({ startsAt, durationMinutes: 60, type: 'general', ...more })

async function aFreeAccount() {
  const practice = await createTestPractice()
  const [client, boss] = [await createCliente(practice), await createAdministrador(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(client, practice)
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  const request = (startsAt: string, more: object = {}) =>
    ask(consultations.request, { as: as(), body: wish(startsAt, more) })
  const requestOfAnother = async (startsAt: string) =>
    ask(consultations.request, {
      as: createPasswordSessionClaims(await createCliente(practice), practice),
      body: wish(startsAt),
    })
  const move = (
    { consultationId, version }: { consultationId: string; version: number },
    startsAt: string,
    more = {},
  ) => ask(consultations.move, { as: as(), params: { consultationId }, body: { ...wish(startsAt, more), version } })
  const setStatus = (of: { consultationId: string; version: number }, status: string) =>
    ask(consultations.setStatus, {
      as: asBoss(),
      params: { customerId: client.customerId, consultationId: of.consultationId },
      body: { status, version: of.version },
    })
  const sweep = sweeping(() => practice)
  const mine = async () => (await ask(consultations.listMine, { as: as() })).body.items
  return { practice, client, ask, as, asBoss, request, requestOfAnother, move, setStatus, sweep, mine }
}

test('without a paid order a client asks for one hour, and for another one only when that is settled', async () => {
  const { request } = await aFreeAccount()
  const first = await request(TUESDAY)

  const second = await request(WEDNESDAY)

  expect([first.status, second.body.code]).toEqual([201, 'request-pending'])
})

test('of six requests that have all counted none, one is kept', async () => {
  const account = await aFreeAccount()
  const { data } = account.practice
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let counted = 0
  const waiting: typeof data.transact = async (writes) => {
    counted += 1
    if (counted === 6) open()
    await gate
    return data.transact(writes)
  }
  const ask = createEndpointCaller(
    createLambdaHandler(() => ({ ...account.practice, data: { ...data, transact: waiting } })),
  )

  const answers = await Promise.all(
    ['09', '10', '11', '12', '15', '16'].map((hour) =>
      ask(consultations.request, {
        as: account.as(),
        body: { startsAt: `2026-12-01T${hour}:00:00.000Z`, durationMinutes: 60, type: 'general' },
      }),
    ),
  )

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.code])))).toEqual(
    new Set(['request-pending']),
  )
  expect(await account.mine()).toHaveLength(1)
})

test('a request and a move at the same moment leave one unconfirmed hour', async () => {
  const account = await aFreeAccount()
  const { body: asked } = await account.request(TUESDAY)
  const { body: confirmed } = await account.setStatus(asked, 'scheduled')
  const { data } = account.practice
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let counted = 0
  const waiting: typeof data.transact = async (writes) => {
    counted += 1
    if (counted === 2) open()
    await gate
    return data.transact(writes)
  }
  const ask = createEndpointCaller(
    createLambdaHandler(() => ({ ...account.practice, data: { ...data, transact: waiting } })),
  )

  const answers = await Promise.all([
    ask(consultations.request, { as: account.as(), body: wish('2026-12-03T10:00:00.000Z') }),
    ask(consultations.move, {
      as: account.as(),
      params: { consultationId: confirmed.consultationId },
      body: { ...wish(WEDNESDAY), version: confirmed.version },
    }),
  ])

  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect((await account.mine()).filter(({ toConfirm }) => toConfirm)).toHaveLength(1)
})

test.each([
  ['Tuesday at nine', '2026-12-01T08:00:00.000Z', 60, 201],
  ['a quarter before nine', '2026-12-01T07:45:00.000Z', 60, 'outside-hours'],
  ['the hour that ends at two', '2026-12-01T12:00:00.000Z', 60, 201],
  ['an hour that ends after two', '2026-12-01T12:15:00.000Z', 60, 'outside-hours'],
  ['lunch', '2026-12-01T14:00:00.000Z', 60, 'outside-hours'],
  ['four in the afternoon', '2026-12-01T15:00:00.000Z', 60, 201],
  ['the hour that ends at seven', '2026-12-01T17:00:00.000Z', 60, 201],
  ['seven in the evening', '2026-12-01T18:00:00.000Z', 15, 'outside-hours'],
  ['three in the night', '2026-12-01T02:00:00.000Z', 60, 'outside-hours'],
  ['Saturday', '2026-12-05T10:00:00.000Z', 60, 'outside-hours'],
  ['Sunday', '2026-12-06T10:00:00.000Z', 60, 'outside-hours'],
  ['an hour and a quarter', TUESDAY, 75, 'request-too-long'],
  ['nine on the Friday before the clocks go forward', '2027-03-26T08:00:00.000Z', 60, 201],
  ['nine on the Monday after', '2027-03-29T07:00:00.000Z', 60, 201],
  ['eight on the Friday before', '2027-03-26T07:00:00.000Z', 60, 'outside-hours'],
  ['seven in the evening on the Monday after', '2027-03-29T17:00:00.000Z', 60, 'outside-hours'],
  ['nine on the Friday before the clocks go back', '2027-10-29T07:00:00.000Z', 60, 201],
  ['nine on the Monday after', '2027-11-01T08:00:00.000Z', 60, 201],
  ['eight on the Monday after', '2027-11-01T07:00:00.000Z', 60, 'outside-hours'],
] as const)('without a paid order: %s', async (_, startsAt, durationMinutes, expected) => {
  const { request, practice } = await aFreeAccount()
  await storeOpeningHours(practice.data, { horizonDays: 365 })

  const { status, body } = await request(startsAt, { durationMinutes })

  expect(status === 201 ? status : body.code).toBe(expected)
})

test('moving a request obeys the same rules', async () => {
  const { request, move } = await aFreeAccount()
  const { body: asked } = await request(TUESDAY)

  const answers = [
    await move(asked, '2026-12-05T10:00:00.000Z'),
    await move(asked, TUESDAY, { durationMinutes: 120 }),
    await move(asked, WEDNESDAY),
  ]

  expect(answers.map(({ status, body }) => (status === 200 ? status : body.code))).toEqual([
    'outside-hours',
    'request-too-long',
    200,
  ])
})

test('after 48 hours a request that nobody confirmed has lapsed: client and practice read so, before any sweep', async () => {
  const { practice, client, ask, as, asBoss, request, mine } = await aFreeAccount()
  const { body: asked } = await request(TUESDAY)
  expect(asked.lapsesAt).toBe('2026-11-23T09:00:00.000Z')

  practice.clock.advance({ hours: 48 })

  expect(await mine()).toMatchObject([{ status: 'cancelled', lapsed: true, toConfirm: false, lapsesAt: null }])
  expect((await ask(consultations.nextOfMine, { as: as() })).body.consultation).toBeNull()
  expect((await ask(consultations.countMine, { as: as() })).body.upcoming).toBe(0)
  expect((await ask(consultations.coming, { as: asBoss() })).body.items).toEqual([])
  const { customerId } = client
  const { body: record } = await ask(consultations.listOfCustomer, { as: asBoss(), params: { customerId } })
  expect(record.items).toMatchObject([{ status: 'cancelled', lapsed: true }])
})

test('moving or changing a request gives it no new term: it lapses 48 hours after it was first asked for', async () => {
  const { practice, request, move, mine } = await aFreeAccount()
  let { body: asked } = await request(TUESDAY)
  const terms = [asked.lapsesAt]

  for (const [startsAt, durationMinutes] of [
    [TUESDAY, 45],
    [WEDNESDAY, 60],
    [TUESDAY, 60],
  ] as const) {
    practice.clock.advance({ hours: 15 })
    asked = (await move(asked, startsAt, { durationMinutes })).body
    terms.push(asked.lapsesAt)
  }

  expect(terms).toEqual(Array.from({ length: 4 }, () => '2026-11-23T09:00:00.000Z'))
  practice.clock.advance({ hours: 3 })
  expect(await mine()).toMatchObject([{ status: 'cancelled', lapsed: true }])
})

test('a confirmed hour that its client moves has a term of its own, not the one of its first request', async () => {
  const { practice, request, move, setStatus } = await aFreeAccount()
  const { body: confirmed } = await setStatus((await request(TUESDAY)).body, 'scheduled')
  practice.clock.advance({ hours: 72 })

  const { body } = await move(confirmed, WEDNESDAY)

  expect(body).toMatchObject({ status: 'scheduled', toConfirm: true, lapsesAt: '2026-11-26T09:00:00.000Z' })
})

test('a lapsed hour is free for somebody else, and its client may ask again, without waiting for a sweep', async () => {
  const { practice, request, requestOfAnother } = await aFreeAccount()
  await request(TUESDAY)
  expect((await requestOfAnother('2026-12-01T10:30:00.000Z')).body.code).toBe('slot-taken')

  practice.clock.advance({ hours: 48 })

  expect((await requestOfAnother('2026-12-01T10:30:00.000Z')).status).toBe(201)
  expect((await request(WEDNESDAY)).status).toBe(201)
})

test('the hour that ends where a lapsed request begins is free with its pause: it is offered, and can be booked before any sweep', async () => {
  const { practice, ask, request, requestOfAnother } = await aFreeAccount()
  await request('2026-12-01T11:00:00.000Z')
  expect((await requestOfAnother(TUESDAY)).body.code).toBe('slot-taken')

  practice.clock.advance({ hours: 48 })

  const { body: free } = await ask(consultations.listFreeSlots, { query: { type: 'general', week: '2026-11-30' } })
  expect(free.days.flatMap(({ slots }) => slots)).toContain(TUESDAY)
  expect((await requestOfAnother(TUESDAY)).status).toBe(201)
})

test('the sweep frees what has lapsed, writes it down and tells the client, once', async () => {
  const { practice, client, request, sweep } = await aFreeAccount()
  await request(TUESDAY)
  practice.clock.advance({ hours: 47, minutes: 59 })
  expect(await sweep()).toEqual({ lapsed: 0 })

  practice.clock.advance({ minutes: 1 })

  expect([await sweep(), await sweep()]).toEqual([{ lapsed: 1 }, { lapsed: 0 }])
  const lines = (await listAuditChanges(practice)).filter(({ action }) => action === 'CONSULTATION_LAPSED')
  expect(lines).toMatchObject([{ userId: 'schedule', subjectId: client.customerId }])
  const mails = (await practice.data.mails.query.byCustomer({ customerId: client.customerId }).go()).data
  expect(mails.filter(({ content }) => content.notice?.type === 'consultation_lapsed')).toHaveLength(1)
  const steps = (await practice.data.agendaSteps.scan.go({ pages: 'all' })).data
  expect(steps.flatMap(({ holders }) => holders ?? [])).toEqual([])
})

test('what the practice has confirmed does not lapse, and one who has paid keeps their request', async () => {
  const { practice, ask, request, setStatus, sweep, mine } = await aFreeAccount()
  const { body: asked } = await request(TUESDAY)
  await setStatus(asked, 'scheduled')
  const payer = await createCliente(practice)
  await recordPaidOrder(payer, practice)
  const { body: kept } = await ask(consultations.request, {
    as: createPasswordSessionClaims(payer, practice),
    body: { startsAt: '2026-12-02T09:00:00.000Z', durationMinutes: 60, type: 'general' },
  })
  expect(kept.lapsesAt).toBeNull()

  practice.clock.advance({ hours: 49 })

  expect(await sweep()).toEqual({ lapsed: 0 })
  expect(await mine()).toMatchObject([{ status: 'scheduled', lapsed: false }])
})

test('a lapsed request is neither moved nor cancelled, and the practice that confirms it looks again', async () => {
  const { practice, ask, as, request, move, setStatus, mine } = await aFreeAccount()
  const { body: asked } = await request(TUESDAY)
  practice.clock.advance({ hours: 48 })
  const params = { consultationId: asked.consultationId }

  const moved = await move(asked, WEDNESDAY)
  const cancelled = await ask(consultations.cancel, { as: as(), params, query: { version: asked.version } })
  const confirmed = await setStatus(asked, 'scheduled')

  expect([moved.body.code, cancelled.body.code, confirmed.body.code]).toEqual([
    'consultation-closed',
    'consultation-closed',
    'changed-meanwhile',
  ])
  expect(await mine()).toMatchObject([{ lapsed: true }])
  expect((await setStatus({ ...asked, version: 2 }, 'scheduled')).body).toMatchObject({
    status: 'scheduled',
    lapsed: false,
    toConfirm: false,
  })
})

test('an hour that comes before the 48 hours are over is kept until it comes', async () => {
  const { request, practice } = await aFreeAccount()
  practice.clock.set('2026-11-30T09:00:00.000Z')

  const { body } = await request(TUESDAY)

  expect(body.lapsesAt).toBe(TUESDAY)
})

test('whose money was given back asks by the rules of free requests', async () => {
  const { practice, client, request } = await aFreeAccount()
  await recordPaidOrder(client, practice)
  const key = { customerId: client.customerId, paymentId: client.customerId.replace('cus_', 'pay_') }
  await practice.data.payments.patch(key).set({ status: 'refunded' }).go()

  const { body } = await request('2026-12-05T10:00:00.000Z')

  expect(body.code).toBe('outside-hours')
})

test('who gives up a request and asks again goes on with its term, unless the practice has answered', async () => {
  const { practice, ask, as, request, setStatus } = await aFreeAccount()
  const { body: asked } = await request(TUESDAY)
  practice.clock.advance({ hours: 10 })
  const cancel = ({ consultationId, version }: { consultationId: string; version: number }) =>
    ask(consultations.cancel, { as: as(), params: { consultationId }, query: { version } })

  await cancel(asked)
  const { body: again } = await request(TUESDAY)
  expect(again.lapsesAt).toBe(asked.lapsesAt)

  // The new request has its own 48 hours: the first period is over.
  practice.clock.advance({ hours: 37 })
  await setStatus(again, 'cancelled')
  practice.clock.advance({ hours: 2 })
  const { body: third } = await request(WEDNESDAY)
  expect(third.lapsesAt).toBe(new Date(practice.now().getTime() + 48 * 3_600_000).toISOString())
})
