import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test, vi } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { defaultOpeningHours } from '#contract/opening-hours'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { bothConsents } from '../../support/early-start.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createPasswordSessionClaims, recordPaidOrder } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import {
  payWithoutAccount,
  createShopSetup,
  listShopStripeEvents,
  getStoredOrder,
  payAtStripe,
} from '../../support/shop.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'
import { storeOpeningHours } from '../../support/stored-opening-hours.ts'

const STARTS_AT = '2026-12-01T10:00:00.000Z'
const slot = { startsAt: STARTS_AT, durationMinutes: 60 }

async function anAgenda({ anonymous = false } = {}) {
  const shop = await createShopSetup()
  const { practice, stripe } = shop
  // Longer than unpaid requests may be.
  const general = { durationMinutes: 240, pauseMinutes: 10 }
  await storeOpeningHours(practice.data, { types: { ...defaultOpeningHours.types, general } })
  const { orderId, sessionId } = anonymous
    ? await payWithoutAccount(shop, 'marta@correo.test')
    : await payAtStripe(shop)
  await shop.ask(payments.confirm, { body: { sessionId } })
  const { customerId = '' } = (await getStoredOrder(practice, orderId)) ?? {}
  const boss = await createAdministrador(practice)
  const asBoss = createPasswordSessionClaims(boss, practice)
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const book = (more: object = {}) =>
    agenda(consultations.book, { as: asBoss, body: { ...slot, type: 'primera_consulta', customerId, ...more } })
  const read = async (consultationId: string) =>
    (await agenda(consultations.read, { as: asBoss, params: { customerId, consultationId } })).body
  return {
    ...shop,
    agenda,
    asBoss,
    boss,
    customerId,
    orderId,
    book,
    read,
    request: async (more: object) =>
      (
        await agenda(consultations.request, {
          as: shop.session,
          body: { ...slot, type: 'general', consents: bothConsents, ...more },
        })
      ).body,
    mine: async () => (await agenda(consultations.listMine, { as: shop.session })).body.items,
    setStatus: async (consultationId: string, status: string) => {
      const { version } = await read(consultationId)
      const params = { customerId, consultationId }
      return agenda(consultations.setStatus, { as: asBoss, params, body: { status, version } })
    },
    refundAtStripe: async (amount?: number) => {
      const { data } = await stripe.client.charges.list({ limit: 1 })
      await stripe.client.refunds.create({ charge: data[0]?.id ?? '', ...(amount !== undefined && { amount }) })
    },
    told: async () => {
      for (const event of listShopStripeEvents(shop, 'charge.refunded'))
        expect(await deliverStripeEvent(event, practice)).toBe(200)
    },
    unproven: async () => (await shop.ask(payments.listUnproven, { as: asBoss, params: { customerId } })).body.items[0],
    refundUnproven: () =>
      shop.ask(payments.refundUnproven, {
        as: asBoss,
        params: { customerId, paymentId: orderId.replace('ord_', 'pay_') },
      }),
    mails: async () => (await createOutboxReader(practice).post()).map(({ subject }) => subject),
  }
}

test('A-71 the consultation that a payment paid for is cancelled with the whole refund: its hour is free, and its client is told', async () => {
  const setup = await anAgenda()
  const { body: booked } = await setup.book({ orderId: setup.orderId })
  await setup.refundAtStripe()

  await setup.told()

  expect(await setup.read(booked.consultationId)).toMatchObject({ status: 'cancelled', version: booked.version + 1 })
  expect(await setup.mails()).toContain('Tu cita con Hábitat Interior se ha cancelado')
  expect(
    (await listAuditChanges(setup.practice)).filter(({ action }) => action === 'CONSULTATION_CANCELLED'),
  ).toMatchObject([
    { userId: 'stripe', subjectId: setup.customerId, details: { consultationId: booked.consultationId } },
  ])
  expect((await setup.book()).status).toBe(201)
})

test('a refund of a part leaves the consultation where it is', async () => {
  const setup = await anAgenda()
  const { body: booked } = await setup.book({ orderId: setup.orderId })
  await setup.refundAtStripe(3000)

  await setup.told()

  expect(await setup.read(booked.consultationId)).toMatchObject({ status: 'scheduled', version: booked.version })
})

test('a consultation whose hour has come, or that no refunded order pays for, stays', async () => {
  const setup = await anAgenda()
  const { body: other } = await setup.book({ startsAt: '2026-12-02T10:00:00.000Z' })
  const { body: booked } = await setup.book({ orderId: setup.orderId })
  setup.practice.clock.set('2026-12-01T10:05:00.000Z')
  await setup.refundAtStripe()

  await setup.told()

  const { data: stored } = await setup.practice.data.consultations.query
    .byCustomer({ customerId: setup.customerId })
    .go()
  expect(Object.fromEntries(stored.map(({ consultationId, status }) => [consultationId, status]))).toEqual({
    [other.consultationId]: 'scheduled',
    [booked.consultationId]: 'scheduled',
  })
})

test('one that the practice takes up again after the refund is not cancelled when Stripe tells of it once more', async () => {
  const setup = await anAgenda()
  const { body: booked } = await setup.book({ orderId: setup.orderId })
  await setup.refundAtStripe()
  await setup.told()
  await setup.setStatus(booked.consultationId, 'scheduled')
  const [event] = listShopStripeEvents(setup, 'charge.refunded')

  await deliverStripeEvent({ ...event, id: 'evt_told_once_more' }, setup.practice)

  expect(await setup.read(booked.consultationId)).toMatchObject({ status: 'scheduled', orderId: null })
})

test('A-64 the practice that refunds an unproven payment is told before of the consultation that goes with it', async () => {
  const setup = await anAgenda({ anonymous: true })
  const before = await setup.unproven()
  const { body: booked } = await setup.book({ orderId: setup.orderId })

  const after = await setup.unproven()
  const { status } = await setup.refundUnproven()

  expect([before?.consultationStartsAt, after?.consultationStartsAt]).toEqual([null, STARTS_AT])
  expect(status).toBe(200)
  expect(await setup.read(booked.consultationId)).toMatchObject({ status: 'cancelled' })
  expect(
    (await listAuditChanges(setup.practice)).filter(({ action }) => action === 'CONSULTATION_CANCELLED'),
  ).toMatchObject([{ userId: setup.boss.userId }])
})

test('a date that is booked, or given up, while the refund is written ends cancelled, and the order waits for none', async () => {
  for (const move of ['book', 'cancel'] as const) {
    const setup = await anAgenda({ anonymous: true })
    const booked = move === 'cancel' ? (await setup.book({ orderId: setup.orderId })).body.consultationId : undefined
    const { data } = setup.practice
    const { transact } = data
    const reading = vi.spyOn(data.refunds.query, 'byOrder')
    let moved = false
    // Between the refund's reads and its write.
    data.transact = async (writes) => {
      if (reading.mock.calls.length > 0 && !moved) {
        moved = true
        await (booked ? setup.setStatus(booked, 'cancelled') : setup.book({ orderId: setup.orderId }))
      }
      return transact(writes)
    }

    expect((await setup.refundUnproven()).status).toBe(200)
    data.transact = transact

    const { customerId } = setup
    const { data: waiting } = await data.ordersToSchedule.query.byCustomer({ customerId }).go()
    const { data: stored } = await data.consultations.query.byCustomer({ customerId }).go()
    expect([waiting, stored.map(({ status }) => status)]).toEqual([[], ['cancelled']])
  }
})

const MORNING = { startsAt: '2026-12-02T08:00:00.000Z', durationMinutes: 240 }
const ANOTHER_MORNING = { startsAt: '2026-12-03T08:00:00.000Z', durationMinutes: 240 }

test('A-67 whoever is given all back keeps one request by the rules of those who have not paid; the others are cancelled', async () => {
  const setup = await anAgenda()
  const first = await setup.request({ ...MORNING, durationMinutes: 30, type: 'primera_consulta' })
  const [morning, day] = [await setup.request(ANOTHER_MORNING), await setup.request({})]
  await setup.refundAtStripe()

  await setup.told()

  const after = new Map((await setup.mine()).map((each) => [each.consultationId, each]))
  expect([first, morning, day].map(({ consultationId }) => after.get(consultationId))).toMatchObject([
    { status: 'cancelled', toConfirm: false },
    { status: 'cancelled', toConfirm: false },
    { status: 'scheduled', toConfirm: true, lapsesAt: '2026-11-23T09:00:00.000Z' },
  ])
  const lines = (await listAuditChanges(setup.practice)).filter(({ action }) => action === 'CONSULTATION_CANCELLED')
  expect(lines).toHaveLength(2)
  expect(new Map(lines.map(({ userId, details }) => [details?.consultationId, userId]))).toEqual(
    new Map([first, morning].map(({ consultationId }) => [consultationId, 'stripe'])),
  )
  const subjects = await setup.mails()
  expect(subjects.filter((subject) => subject === 'Tu cita con Hábitat Interior se ha cancelado')).toHaveLength(2)
  expect(subjects).toContain('Tu petición de cita con Hábitat Interior ha cambiado')
  const steps = (await setup.practice.data.agendaSteps.scan.go({ pages: 'all' })).data
  expect(new Set(steps.flatMap(({ holders }) => holders ?? []))).toEqual(new Set([day.consultationId]))
})

test('A-67 of three requests that obey the rules the first is kept, and lapses unless the practice confirms it', async () => {
  const setup = await anAgenda()
  const asked = []
  for (const day of ['04', '02', '01']) {
    asked.push(await setup.request({ startsAt: `2026-12-${day}T10:00:00.000Z` }))
    setup.practice.clock.advance({ minutes: 1 })
  }
  await setup.refundAtStripe()

  await setup.told()

  const after = await setup.mine()
  expect(after.filter(({ status }) => status === 'scheduled')).toMatchObject([
    { consultationId: asked[0]?.consultationId, lapsesAt: '2026-11-23T09:03:00.000Z' },
  ])
  setup.practice.clock.advance({ hours: 48 })
  expect((await setup.mine()).every(({ status }) => status === 'cancelled')).toBe(true)
})

test('A-67 a request whose term is over, and that nothing has swept yet, takes the place of no later one', async () => {
  const setup = await anAgenda()
  const { practice, customerId } = setup
  const over = await setup.request({ startsAt: '2026-12-04T10:00:00.000Z' })
  await practice.data.consultations
    .patch({ customerId, consultationId: over.consultationId })
    .set({ lapsesAt: '2026-11-21T09:30:00.000Z' })
    .go()
  practice.clock.advance({ hours: 1 })
  const later = await setup.request({ startsAt: '2026-12-02T10:00:00.000Z' })
  await setup.refundAtStripe()

  await setup.told()

  const kept = (await setup.mine()).filter(({ status }) => status === 'scheduled')
  expect(kept).toMatchObject([{ consultationId: later.consultationId, lapsesAt: '2026-11-23T10:00:00.000Z' }])
})

test('A-67 what the practice has confirmed stays when all is given back', async () => {
  const setup = await anAgenda()
  const { consultationId } = await setup.request(MORNING)
  await setup.setStatus(consultationId, 'scheduled')
  await setup.refundAtStripe()

  await setup.told()

  expect(await setup.read(consultationId)).toMatchObject({ status: 'scheduled', toConfirm: false, lapsesAt: null })
})

test('A-67 while another paid order remains, requests stay as they were', async () => {
  const setup = await anAgenda()
  await recordPaidOrder(setup.buyer, setup.practice)
  const asked = [await setup.request(MORNING), await setup.request(ANOTHER_MORNING)]
  await setup.refundAtStripe()

  await setup.told()

  expect((await setup.mine()).toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))).toEqual(asked)
})

test('A-67 a whole morning asked for while the refund is written is refused, or cancelled with the others', async () => {
  const setup = await anAgenda()
  const { data } = setup.practice
  const { transact } = data
  const { promise: refunded, resolve } = Promise.withResolvers<void>()
  // Stripe's events are processed by another function than the one called.
  const outside = AsyncLocalStorage.snapshot()
  let first = true
  // The request has read the paid order; it is written after the refund.
  data.transact = async (writes) => {
    if (first) {
      first = false
      data.transact = transact
      await outside(async () => {
        await setup.refundAtStripe()
        await setup.told()
      })
      resolve()
    }
    return transact(writes)
  }

  await setup.request(MORNING)

  await refunded
  expect((await setup.mine()).filter(({ status }) => status === 'scheduled')).toEqual([])
})

test('A-67 a run that broke off after the refund was written goes on when Stripe tells of it again', async () => {
  const setup = await anAgenda()
  await setup.request(MORNING)
  await setup.refundAtStripe()
  const { data } = setup.practice
  const { transact } = data
  let runs = 0
  data.transact = async (writes) => {
    runs += 1
    if (runs > 1) throw new Error('the table is away')
    return transact(writes)
  }
  const [event] = listShopStripeEvents(setup, 'charge.refunded')
  expect(await deliverStripeEvent(event ?? {}, setup.practice)).toBe(500)
  data.transact = transact

  await setup.told()

  expect(await setup.mine()).toMatchObject([{ status: 'cancelled' }])
})
