import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveReminders } from '../../../functions/consultations/send-reminders.handler.ts'
import { createLambdaHandler as serveSchedule } from '../../../functions/consultations/lapse-requests.handler.ts'
import { bothConsents } from '../../support/early-start.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { createShopSetup, getStoredOrder, payAtStripe } from '../../support/shop.ts'

const consents = bothConsents
/** Paid on 21 November: the right of withdrawal ends with 5 December. */
const UNTIL = '2026-12-05T23:00:00.000Z'
const EARLY = '2026-12-01T09:00:00.000Z'
const LATE = '2026-12-10T09:00:00.000Z'
const required = 'early-start-required'
const first = { durationMinutes: 30, type: 'primera_consulta' } as const

async function aPaidOrder() {
  const shop = await createShopSetup()
  const { practice, session: as } = shop
  const { orderId, sessionId } = await payAtStripe(shop)
  await shop.ask(payments.confirm, { body: { sessionId } })
  const ask = createEndpointCaller(serveConsultations(() => practice))
  const boss = await createAdministrador(practice)
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  const request = async (startsAt: string, more: object = {}) =>
    (await ask(consultations.request, { as, body: { ...first, startsAt, ...more } })).body
  const move = ({ consultationId, version }: { consultationId: string; version: number }, body: object) =>
    ask(consultations.move, { as, params: { consultationId }, body: { ...first, ...body, version } })
  return {
    practice,
    ask,
    as,
    asBoss,
    request,
    move,
    orderId,
    shop,
    customerId: shop.buyer.customerId,
    email: shop.buyer.email,
    next: async () => (await ask(consultations.nextOfMine, { as })).body,
    options: async (consultationId: string) =>
      (await shop.ask(payments.consultationOptions, { as, params: { consultationId } })).body,
    asked: async () => {
      const order = await getStoredOrder(practice, orderId)
      return [order?.expressRequestAt, order?.acknowledgementAt]
    },
  }
}

test('A-71 an early hour of a paid order that a client asks for in the panel is asked for expressly, and that is stored with it', async () => {
  const { next, request, asked, options, practice } = await aPaidOrder()
  const before = await next()

  const { consultationId } = await request(EARLY, { consents })

  expect(before.toSchedule?.earlyStartUntil).toBe(UNTIL)
  const now = practice.now().toISOString()
  expect(await asked()).toEqual([now, now])
  expect(await options(consultationId)).toMatchObject({ earlyStartUntil: null })
})

test('A-71 statements that come with a late hour are about nothing: an early one asks for them', async () => {
  const { request, move, asked } = await aPaidOrder()
  const booked = await request(LATE, { consents })
  const ofLateHour = await asked()

  const refused = await move(booked, { startsAt: EARLY })

  expect(ofLateHour).toEqual([undefined, undefined])
  expect(refused).toMatchObject({ status: 409, body: { code: required } })
})

test('A-71 what was asked for in the panel decides what is owed once the consultation was held', async () => {
  const { request, ask, asBoss, options, customerId, practice } = await aPaidOrder()
  const { consultationId, version } = await request(EARLY, { consents })
  practice.clock.set('2026-12-01T10:00:00.000Z')

  const params = { customerId, consultationId }
  await ask(consultations.setStatus, { as: asBoss(), params, body: { status: 'completed', version } })

  expect(await options(consultationId)).toMatchObject({ refundCents: 0, rule: 'held' })
})

test.each([undefined, { ...consents, expressRequest: false }, { ...consents, acknowledgement: false }])(
  'A-71 an early hour of what is paid is neither asked for nor moved to without both statements: %o',
  async (given) => {
    const { request, move, asked, practice } = await aPaidOrder()

    const refused = await request(EARLY, { consents: given })
    const booked = await request(LATE)
    const moved = await move(booked, { startsAt: EARLY, consents: given })

    expect([refused, moved.status, moved.body]).toEqual([{ code: required }, 409, { code: required }])
    expect(await asked()).toEqual([undefined, undefined])
    expect((await practice.data.consultations.scan.go()).data.map(({ startsAt }) => startsAt)).toEqual([LATE])
  },
)

test('A-71 what is paid is booked where its statement is stored, or where the hour is after the 14 days, without another', async () => {
  const { request, move } = await aPaidOrder()

  const late = await request(LATE)
  const early = await move(late, { startsAt: EARLY, consents })
  const stored = await move(early.body, { startsAt: '2026-12-02T09:00:00.000Z' })

  expect([late.startsAt, early.status, stored.status]).toEqual([LATE, 200, 200])
})

test('A-71 an hour within the 14 days that the practice has given may be told about without a statement, not changed for another', async () => {
  const { move, consultationId, asked } = await anEarlyHourOfThePractice()

  const told = await move({ consultationId, version: 1 }, { startsAt: EARLY, message: 'Llevo la analítica' })
  const moved = await move({ consultationId, version: 2 }, { startsAt: '2026-12-02T09:00:00.000Z' })

  expect([told.status, moved.body]).toEqual([200, { code: required }])
  expect(await asked()).toEqual([undefined, undefined])
})

test('A-71 a paid consultation that a client moves to an early hour takes the request along, and keeps it', async () => {
  const { request, move, asked, options } = await aPaidOrder()
  const booked = await request(LATE)
  const before = await options(booked.consultationId)

  const moved = await move(booked, { startsAt: EARLY, consents })
  const again = await move(moved.body, { startsAt: '2026-12-02T09:00:00.000Z' })

  expect(before).toMatchObject({ earlyStartUntil: UNTIL })
  expect([moved.status, again.status]).toEqual([200, 200])
  expect(await asked()).not.toContain(undefined)
})

test('A-71 a request that is refused stores no consent', async () => {
  const { ask, as, practice, asked, asBoss } = await aPaidOrder()
  const { customerId } = await createCliente(practice)
  await ask(consultations.book, { as: asBoss(), body: { ...first, startsAt: EARLY, customerId } })

  const { status } = await ask(consultations.request, { as, body: { ...first, startsAt: EARLY, consents } })

  expect(status).toBe(409)
  expect(await asked()).toEqual([undefined, undefined])
})

test.each([
  ['an order without an hour', 'in the panel'],
  ['a consultation', 'in the panel'],
  ['an order without an hour', 'by the link of its mail'],
])('A-71 an early hour that was freed is taken for %s %s with the express request', async (what, where) => {
  const { practice, ask, as, asBoss, request, asked, email } = await aPaidOrder()
  const { customerId } = await createCliente(practice)
  const { body: taken } = await ask(consultations.book, {
    as: asBoss(),
    body: { ...first, startsAt: EARLY, customerId },
  })
  if (what === 'a consultation') {
    const { consultationId, version } = await request(LATE)
    const own = (await practice.data.consultations.scan.go()).data.find((each) => each.startsAt === LATE)
    const params = { customerId: own?.customerId ?? '', consultationId }
    await ask(consultations.setStatus, { as: asBoss(), params, body: { status: 'scheduled', version } })
  }
  await ask(consultations.setOwnWaitingPlace, { as, body: { waiting: true } })
  const params = { customerId, consultationId: taken.consultationId }
  const body = { status: 'cancelled', version: taken.version }
  await ask(consultations.setStatus, { as: asBoss(), params, body })
  await serveSchedule(() => practice)()

  const inPanel = async () => {
    const { body: read } = await ask(consultations.readOwnWaitingPlace, { as })
    const { body: refused } = await ask(consultations.takeFreedHour, { as, body: { startsAt: EARLY } })
    const { status } = await ask(consultations.takeFreedHour, { as, body: { startsAt: EARLY, consents } })
    return { until: read.offer?.earlyStartUntil, refused, status }
  }
  const byLink = async () => {
    const token = await createOutboxReader(practice).tokenFor(email)
    const { body: read } = await ask(consultations.readFreedHour, { body: { token } })
    const { body: refused } = await ask(consultations.takeLinkedFreedHour, { body: { token } })
    const { status } = await ask(consultations.takeLinkedFreedHour, { body: { token, consents } })
    return { until: read.earlyStartUntil, refused, status }
  }

  expect(await (where === 'in the panel' ? inPanel() : byLink())).toEqual({
    until: UNTIL,
    refused: { code: required },
    status: 200,
  })
  expect(await asked()).not.toContain(undefined)
})

async function anEarlyHourOfThePractice() {
  const setup = await aPaidOrder()
  const { ask, asBoss, as, customerId, orderId } = setup
  const { body: booked } = await ask(consultations.book, {
    as: asBoss(),
    body: { ...first, startsAt: EARLY, customerId, orderId },
  })
  const { consultationId } = booked
  const params = { customerId, consultationId }
  const version = async () => (await setup.practice.data.consultations.get(params).go()).data?.version ?? 0
  return {
    ...setup,
    consultationId,
    askFor: (body: object = {}) =>
      ask(consultations.requestEarlyStart, {
        as,
        params: { consultationId },
        body: { startsAt: EARLY, ...consents, ...body },
      }),
    moveTo: async (startsAt: string) =>
      ask(consultations.edit, {
        as: asBoss(),
        params,
        body: { ...first, startsAt, priceCents: booked.priceCents, version: await version() },
      }),
    hold: async (heldMinutes?: number) => {
      setup.practice.clock.set('2026-12-01T10:00:00.000Z')
      await ask(consultations.setStatus, {
        as: asBoss(),
        params,
        body: { status: 'completed', version: await version(), ...(heldMinutes && { heldMinutes }) },
      })
    },
  }
}

test('A-71 an early hour that the practice gives carries no request: held in full, the client still withdraws wholly until day 14', async () => {
  const { asked, hold, options, consultationId, practice, shop, orderId, as } = await anEarlyHourOfThePractice()
  await hold()
  practice.clock.set('2026-12-05T22:59:00.000Z')

  const shown = await options(consultationId)
  const { status } = await shop.ask(payments.refundOwn, {
    as,
    params: { paymentId: orderId.replace('ord_', 'pay_') },
    body: { refundId: 'ref_11111111-1111', amountCents: 8000 },
  })

  expect(await asked()).toEqual([undefined, undefined])
  expect(shown).toMatchObject({ refundCents: 8000, rule: 'withdrawal' })
  expect(status).toBe(200)
})

test('A-71 of an early hour that the practice gave and that broke off nothing is owed within the 14 days, and on day 15 nothing goes back', async () => {
  const { hold, options, consultationId, practice } = await anEarlyHourOfThePractice()
  await hold(15)

  const within = await options(consultationId)
  practice.clock.set(UNTIL)

  expect(within).toMatchObject({ refundCents: 8000, rule: 'withdrawal' })
  expect(await options(consultationId)).toMatchObject({ refundCents: 0, rule: 'held' })
})

test('A-71 the client asks for the early hour of the practice from its card, once, and what is held is owed from then on', async () => {
  const { askFor, asked, hold, options, consultationId, practice } = await anEarlyHourOfThePractice()
  const before = await options(consultationId)

  const answers = [await askFor(), await askFor()]
  const asking = (await listAuditChanges(practice)).filter(({ action }) => action === 'EARLY_START_REQUESTED')
  await hold(15)

  expect(before).toMatchObject({ earlyStartUntil: UNTIL })
  expect(answers).toEqual([
    { status: 200, body: { earlyStartUntil: null } },
    { status: 200, body: { earlyStartUntil: null } },
  ])
  expect(await asked()).not.toContain(undefined)
  expect(asking).toHaveLength(1)
  expect(await options(consultationId)).toMatchObject({ refundCents: 4000, rule: 'withdrawal-in-part' })
})

test.each([{ expressRequest: false }, { acknowledgement: false }, { acknowledgement: undefined }])(
  'A-71 half a statement is none: %o',
  async (body) => {
    const { askFor, asked } = await anEarlyHourOfThePractice()

    expect(await askFor(body)).toMatchObject({ status: 400 })
    expect(await asked()).toEqual([undefined, undefined])
  },
)

test('A-71 nothing is asked for after the consultation has begun, of another hour than was shown, nor by somebody else', async () => {
  const { askFor, asked, hold, moveTo, consultationId, ask, practice } = await anEarlyHourOfThePractice()
  const stranger = await createCliente(practice)

  const others = await ask(consultations.requestEarlyStart, {
    as: createPasswordSessionClaims(stranger, practice),
    params: { consultationId },
    body: { startsAt: EARLY, ...consents },
  })
  await moveTo('2026-12-02T09:00:00.000Z')
  const stale = await askFor()
  await moveTo(EARLY)
  await hold()

  expect([others.status, stale.body, (await askFor()).body]).toEqual([
    404,
    { code: 'changed-meanwhile' },
    { code: 'consultation-closed' },
  ])
  expect(await asked()).toEqual([undefined, undefined])
})

test('A-71 whoever has no account asks for the early hour of the practice by the link of the reminder, if they tick it', async () => {
  const { practice, ask, email, asked, options, consultationId } = await anEarlyHourOfThePractice()
  practice.clock.set('2026-11-30T09:30:00.000Z')
  await serveReminders(() => practice)()
  const token = await createOutboxReader(practice).tokenFor(email)

  const { body: shown } = await ask(consultations.readAttendance, { body: { token } })
  const { body: confirmed } = await ask(consultations.confirmAttendance, { body: { token, consents } })

  expect([shown.earlyStartUntil, confirmed.confirmed, confirmed.earlyStartUntil]).toEqual([UNTIL, true, null])
  expect(await asked()).not.toContain(undefined)
  expect(await options(consultationId)).toMatchObject({ earlyStartUntil: null })
})

test('A-71 who confirms without ticking it comes, and keeps the whole right', async () => {
  const { practice, ask, email, asked, options, consultationId, hold } = await anEarlyHourOfThePractice()
  practice.clock.set('2026-11-30T09:30:00.000Z')
  await serveReminders(() => practice)()
  const token = await createOutboxReader(practice).tokenFor(email)

  const { body } = await ask(consultations.confirmAttendance, { body: { token } })
  await hold()

  expect(body).toMatchObject({ confirmed: true, earlyStartUntil: UNTIL })
  expect(await asked()).toEqual([undefined, undefined])
  expect(await options(consultationId)).toMatchObject({ refundCents: 8000, rule: 'withdrawal' })
})
