import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { findWaitingListBooking } from '../../../functions/consultations/public/waiting-list-booking.ts'
import { createLambdaHandler as sendReminders } from '../../../functions/consultations/send-reminders.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { createShopSetup, listShopStripeEvents, payAtStripe } from '../../support/shop.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

const THURSDAY = '2026-12-10T09:00:00.000Z'
const FRIDAY = '2026-12-11T09:00:00.000Z'
const first = { startsAt: THURSDAY, durationMinutes: 30, type: 'primera_consulta' } as const

async function aPayer() {
  const shop = await createShopSetup()
  const { practice, session: as } = shop
  const { sessionId } = await payAtStripe(shop)
  await shop.ask(payments.confirm, { body: { sessionId } })
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const request = (body: object = {}) => agenda(consultations.request, { as, body: { ...first, ...body } })
  const move = ({ consultationId, version }: { consultationId: string; version: number }, body: object = {}) =>
    agenda(consultations.move, {
      as,
      params: { consultationId },
      body: { ...first, startsAt: FRIDAY, version, ...body },
    })
  const calendar = async (consultationId: string) =>
    (await agenda(consultations.calendarOfMine, { as, params: { consultationId } })).body.ics
  const notices = async () =>
    (await practice.data.mails.scan.go({ pages: 'all' })).data.flatMap(({ content }) =>
      content.kind === 'client-notice' && 'consultation' in content.notice
        ? [[content.notice.type, content.notice.consultation.startsAt, content.notice.consultation.toConfirm ?? false]]
        : [],
    )
  return { ...shop, as, agenda, request, move, calendar, notices }
}

test('A-71 a free hour that a client chooses in the panel for what they have paid is agreed at once', async () => {
  const { request, practice, calendar, notices } = await aPayer()

  const { body } = await request()

  expect(body).toMatchObject({ toConfirm: false, isPaid: true, priceCents: 8000, lapsesAt: null })
  expect(await calendar(body.consultationId)).toContain('STATUS:CONFIRMED')
  expect(await listAuditedActions(practice)).toContain('PAID_HOUR_CHOSEN')
  expect(await notices()).toEqual([['consultation_scheduled', THURSDAY, false]])
})

test('A-71 a paid consultation stays agreed when its client moves it to a free hour', async () => {
  const { request, move, practice, calendar, notices } = await aPayer()
  const { body: booked } = await request()
  practice.clock.advance({ minutes: 11 })

  const { body: moved } = await move(booked)

  expect(moved).toMatchObject({ startsAt: FRIDAY, toConfirm: false, isPaid: true, version: 2 })
  expect((await calendar(booked.consultationId)).split('\r\n')).toEqual(
    expect.arrayContaining(['SEQUENCE:1', 'STATUS:CONFIRMED', 'DTSTART:20261211T090000Z']),
  )
  const steps = (await practice.data.agendaSteps.scan.go({ pages: 'all' })).data.filter(({ holders }) => holders)
  expect(steps.map(({ beginsAt }) => beginsAt).toSorted()).toEqual([FRIDAY, '2026-12-11T09:15:00.000Z'])
  expect(await notices()).toContainEqual(['consultation_changed', FRIDAY, false])
})

test('A-71 whoever has moved a paid consultation is reminded of the new hour', async () => {
  const { request, move, practice } = await aPayer()
  const { body: booked } = await request()
  await move(booked)
  practice.clock.set('2026-12-10T09:30:00.000Z')

  await sendReminders(() => practice)()

  expect((await practice.data.consultations.scan.go()).data).toMatchObject([{ dayReminderFor: FRIDAY }])
})

test.each([
  ['off the hours that are offered', '2026-12-11T09:15:00.000Z', { startsAt: [expect.any(String)] }],
  ['outside the opening hours', '2026-12-11T02:00:00.000Z', undefined],
])('A-71 what is paid is not put %s', async (_, startsAt, problems) => {
  const { request, move } = await aPayer()

  const asked = await request({ startsAt })
  const { body: booked } = await request()
  const moved = await move(booked, { startsAt })

  const expected = problems ? { status: 400, body: { problems } } : { status: 409, body: { code: 'outside-hours' } }
  expect([asked, moved]).toMatchObject([expected, expected])
})

test('A-71 what is not paid begins at an hour that is offered, and is no longer than its type', async () => {
  const { request } = await aPayer()

  const odd = await request({ type: 'urgente', durationMinutes: 15, startsAt: '2026-12-10T09:15:00.000Z' })
  const long = await request({ type: 'urgente', durationMinutes: 75 })
  const kept = await request({ type: 'urgente', durationMinutes: 15 })

  expect([odd.body, long.body]).toMatchObject([
    { problems: { startsAt: [expect.any(String)] } },
    { problems: { durationMinutes: ['Una consulta de este tipo dura 60 minutos como máximo'] } },
  ])
  expect(kept).toMatchObject({ status: 201, body: { toConfirm: true, isPaid: false } })
})

async function aKeptReview() {
  const payer = await aPayer()
  const { practice, buyer, agenda, as } = payer
  await payer.request()
  const { customerId } = buyer
  const review = {
    startsAt: '2026-12-15T09:00:00.000Z',
    durationMinutes: 15,
    type: 'revision',
    priceCents: 100,
  } as const
  const asBoss = createPasswordSessionClaims(await createAdministrador(practice), practice)
  const { body: booked } = await agenda(consultations.book, { as: asBoss, body: { ...review, customerId } })
  const params = { consultationId: booked.consultationId }
  await agenda(consultations.answerPrice, { as, params, body: { priceCents: 100, answer: 'accept' } })
  const { body: till } = await payer.ask(payments.checkoutConsultation, { as, params, body: { priceCents: 100 } })
  await payer.stripe.fillIn(till.url, 'pay', buyer.email)
  for (const event of listShopStripeEvents(payer, 'checkout.session.completed'))
    await deliverStripeEvent(event, practice)
  const { data: paid } = await practice.data.consultations.get({ customerId, ...params }).go()
  await agenda(consultations.cancel, { as, params, query: { version: paid?.version ?? 0 } })
  return { ...payer, orderId: till.orderId }
}

test('A-71 what was paid for a review is redeemed as that review, and as no first consultation', async () => {
  const { agenda, as, request, orderId } = await aKeptReview()
  const { body: next } = await agenda(consultations.nextOfMine, { as })

  const another = await request({ startsAt: FRIDAY })
  const longer = await request({ startsAt: FRIDAY, type: 'revision', durationMinutes: 60 })
  const redeemed = await request({ startsAt: '2026-12-14T09:00:00.000Z', type: 'revision', durationMinutes: 15 })

  expect(next.toSchedule).toMatchObject({ type: 'revision', durationMinutes: 15 })
  expect(another).toMatchObject({ status: 201, body: { isPaid: false, toConfirm: true } })
  expect(longer).toMatchObject({ status: 400, body: { problems: { durationMinutes: [expect.any(String)] } } })
  expect(redeemed.body).toMatchObject({ isPaid: true, toConfirm: false, priceCents: 100, durationMinutes: 15 })
  expect(orderId).toMatch(/^ord_/)
})

test('A-71 the practice gives an hour to what was paid for a review as that review, at what was paid, and proposes none', async () => {
  const { practice, buyer, agenda, orderId } = await aKeptReview()
  const as = createPasswordSessionClaims(await createAdministrador(practice), practice)
  const listed = await agenda(consultations.toSchedule, { as })

  const hour = { startsAt: '2026-12-14T09:00:00.000Z', type: 'revision', durationMinutes: 15, priceCents: 5000 }
  const booked = await agenda(consultations.book, { as, body: { ...hour, customerId: buyer.customerId, orderId } })

  expect(listed.body.items).toMatchObject([
    { orderId, type: 'revision', durationMinutes: 15, amountCents: 100, canPropose: false },
  ])
  expect(booked).toMatchObject({ status: 201, body: { isPaid: true, priceCents: 100 } })
})

test('A-71 who waits with a kept payment is offered the kind and length that were paid', async () => {
  const { practice, buyer, agenda, as } = await aKeptReview()
  // An agreed consultation would be moved instead; only the kept payment remains for the waiting list.
  const { data: all } = await practice.data.consultations.query.byCustomer({ customerId: buyer.customerId }).go()
  const coming = all.find(({ status }) => status === 'scheduled')
  await practice.data.consultations
    .patch({ customerId: buyer.customerId, consultationId: coming?.consultationId ?? '' })
    .set({ status: 'completed' })
    .go()

  const booking = await findWaitingListBooking(buyer.customerId, practice)

  expect(booking).toMatchObject({ type: 'revision', durationMinutes: 15, priceCents: 100 })
  expect((await agenda(consultations.readOwnWaitingPlace, { as })).body.canWait).toBe(true)
})

test.each([
  ['is not known moves', undefined, undefined, 200],
  ['is 17, without a guardian’s consent, does not move', '2009-06-01', 'guardian-consent-required', 409],
])('A-20 A-71 a client whose age %s what is paid', async (_, birthDate, code, status) => {
  const { request, move, practice, buyer } = await aPayer()
  const { body: booked } = await request()
  const user = practice.data.users.patch({ userId: buyer.userId })
  await (birthDate ? user.set({ birthDate }) : user.remove(['birthDate'])).go()

  const answer = await move(booked)

  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test.each([
  ['is not known is given an hour for', undefined, undefined, 201],
  ['is 17, without a guardian’s consent, is given no hour for', '2009-06-01', 'guardian-consent-required', 409],
])('A-20 A-71 a client whose age %s what is paid', async (_, birthDate, code, status) => {
  const { request, practice, buyer } = await aPayer()
  const user = practice.data.users.patch({ userId: buyer.userId })
  await (birthDate ? user.set({ birthDate }) : user.remove(['birthDate'])).go()

  const answer = await request()

  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('A-20 what is not paid is still asked for with a birth date only', async () => {
  const { request, practice, buyer } = await aPayer()
  await practice.data.users.patch({ userId: buyer.userId }).remove(['birthDate']).go()

  const answer = await request({ type: 'general' })

  expect(answer).toMatchObject({ status: 409, body: { code: 'birth-date-missing' } })
})
