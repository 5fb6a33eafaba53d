import { describe, expect, test } from 'vitest'
import type { NoShowRule } from '#contract/cancellation-rules'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as sweeping } from '../../../functions/consultations/lapse-requests.handler.ts'
import { readAbsenceRules, readPresentRules } from '../../../functions/payments/public/present-rules.ts'
import { bothConsents } from '../../support/early-start.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { REFUND_ID } from '../../support/paid-order.ts'
import { createAdministrador, createPasswordSessionClaims, writeSignInSession } from '../../support/people.ts'
import { createShopSetup, getStoredOrder, listShopStripeEvents } from '../../support/shop.ts'
import { storeOpeningHours } from '../../support/stored-opening-hours.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

const HOUR = '2026-11-25T10:00:00.000Z'
const AFTER = '2026-11-25T12:00:00.000Z'
const ANOTHER = '2026-12-01T10:00:00.000Z'
const visit = { durationMinutes: 60, type: 'seguimiento' } as const

async function bookPriced({ noShowRule = 'lost' }: { readonly noShowRule?: NoShowRule } = {}) {
  const shop = await createShopSetup()
  const { practice, buyer, stripe } = shop
  const { customerId } = buyer
  await storeOpeningHours(practice.data, { noShowRule })
  const boss = await createAdministrador(practice)
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  const asClient = () => createPasswordSessionClaims(buyer, practice)
  const { body: booked } = await agenda(consultations.book, {
    as: asBoss(),
    body: { ...visit, startsAt: HOUR, customerId, priceCents: 6000 },
  })
  const { consultationId } = booked
  await agenda(consultations.answerPrice, {
    as: asClient(),
    params: { consultationId },
    body: { priceCents: 6000, answer: 'accept' },
  })
  const params = { customerId, consultationId }
  const stored = async () => (await practice.data.consultations.get(params).go()).data
  const version = async () => (await stored())?.version ?? 0
  const tell = async () => {
    for (const event of listShopStripeEvents(shop)) expect(await deliverStripeEvent(event, practice)).toBe(200)
  }
  const checkout = async (body: object = {}) => {
    const { body: opened } = await shop.ask(payments.checkoutConsultation, {
      as: asClient(),
      params: { consultationId },
      body: { priceCents: 6000, ...body },
    })
    const { checkoutSessionId: sessionId = '' } = (await getStoredOrder(practice, opened.orderId)) ?? {}
    return { ...opened, sessionId, paymentId: opened.orderId.replace('ord_', 'pay_') }
  }
  return {
    ...shop,
    consultationId,
    stored,
    tell,
    checkout,
    goTo: async (at: string) => {
      practice.clock.set(at)
      await Promise.all([boss, buyer].map((person) => writeSignInSession(person, practice)))
    },
    pay: async (body: object = {}) => {
      const opened = await checkout(body)
      await stripe.fillIn(opened.url, 'pay', buyer.email)
      await tell()
      return opened
    },
    set: async (status: string, more: object = {}) => {
      const body = { status, version: await version(), ...more }
      expect((await agenda(consultations.setStatus, { as: asBoss(), params, body })).status).toBe(200)
    },
    moveTo: async (startsAt: string) => {
      const body = { ...visit, startsAt, priceCents: 6000, version: await version() }
      expect((await agenda(consultations.edit, { as: asBoss(), params, body })).status).toBe(200)
    },
    moveOwn: async (startsAt: string) => {
      const body = { ...visit, startsAt, version: await version() }
      return agenda(consultations.move, { as: asClient(), params: { consultationId }, body })
    },
    cancel: async () =>
      agenda(consultations.cancel, {
        as: asClient(),
        params: { consultationId },
        query: { version: await version() },
      }),
    options: async (paymentId: string) =>
      (await shop.ask(payments.refundOptions, { as: asClient(), params: { paymentId } })).body,
    optionsOfPractice: async (paymentId: string) =>
      (await shop.ask(payments.refundOptionsOfCustomer, { as: asBoss(), params: { customerId, paymentId } })).body,
    refund: (paymentId: string, amountCents: number) =>
      shop.ask(payments.refundOwn, {
        as: asClient(),
        params: { paymentId },
        body: { refundId: REFUND_ID, amountCents },
      }),
  }
}

const tooLate = { status: 409, body: { code: 'too-late' } }

describe('A-71 a consultation that was held first and paid afterwards', () => {
  test('gives nothing back, and client, practice and server say the same', async () => {
    const setup = await bookPriced()
    await setup.goTo(AFTER)
    await setup.set('completed')
    const { paymentId } = await setup.pay()

    const own = await setup.options(paymentId)

    expect(own).toMatchObject({ refundCents: 0, rule: 'held', mayKeep: false, earlyStartUntil: null })
    expect(await setup.optionsOfPractice(paymentId)).toEqual(own)
    expect(await setup.refund(paymentId, 6000)).toEqual(tooLate)
    expect((await setup.stripe.client.refunds.list()).data).toEqual([])
  })

  test('and was broken off gives back what was not held', async () => {
    const setup = await bookPriced()
    await setup.goTo(AFTER)
    await setup.set('completed', { heldMinutes: 20 })
    const { paymentId } = await setup.pay()

    expect(await setup.options(paymentId)).toMatchObject({ refundCents: 4000, rule: 'withdrawal-in-part' })
    expect(await setup.refund(paymentId, 6000)).toMatchObject({ status: 409 })
    expect((await setup.refund(paymentId, 4000)).status).toBe(200)
  })

  test('that began while it was being paid, and is held, gives nothing back', async () => {
    const setup = await bookPriced()
    await setup.goTo('2026-11-25T09:50:00.000Z')
    const { url, paymentId } = await setup.checkout()
    await setup.goTo('2026-11-25T10:05:00.000Z')
    await setup.stripe.fillIn(url, 'pay', setup.buyer.email)
    await setup.tell()
    await setup.goTo(AFTER)
    await setup.set('completed')

    expect(await setup.options(paymentId)).toMatchObject({ refundCents: 0, rule: 'held' })
    const [session] = setup.stripe.standIn.sessions()
    expect(session?.custom_text.submit?.message).toContain('Si terminas de pagar cuando ya ha empezado')
  })

  test('is told the rules of it beside Stripe’s button, without its hour', async () => {
    const setup = await bookPriced({ noShowRule: 'another-hour' })
    await setup.goTo(AFTER)
    await setup.checkout()

    const [session] = setup.stripe.standIn.sessions()
    const message = session?.custom_text.submit?.message ?? ''
    expect(message).toContain('lo que se ha celebrado se paga y no se devuelve')
    expect(message).toContain('Si no te presentaste, te damos otra hora con el mismo pago.')
    expect(message).not.toContain('25 de noviembre')
  })

  test('is not what was paid before it began: that can be withdrawn from wholly while nobody asked for it', async () => {
    const setup = await bookPriced()
    const { paymentId } = await setup.pay()
    await setup.goTo(AFTER)
    await setup.set('completed')

    expect(await setup.options(paymentId)).toMatchObject({ refundCents: 6000, rule: 'withdrawal' })
  })
})

describe('A-71 a consultation that was missed first and paid afterwards', () => {
  test.each([
    ['lost', 0, tooLate],
    ['another-hour', 0, tooLate],
    ['refund', 6000, { status: 200 }],
  ] as const)('follows the rule about absences that was shown: %s', async (noShowRule, refundCents, answer) => {
    const setup = await bookPriced({ noShowRule })
    await setup.goTo(AFTER)
    await setup.set('no_show')
    const { paymentId } = await setup.pay({ noShowRule })

    const own = await setup.options(paymentId)

    expect(own).toMatchObject({ refundCents, rule: 'no-show', earlyStartUntil: null })
    expect(await setup.optionsOfPractice(paymentId)).toEqual(own)
    expect(await setup.refund(paymentId, 6000)).toMatchObject(answer)
  })

  test('and got another hour can be moved and kept, and gives no money back within the 14 days either', async () => {
    const setup = await bookPriced({ noShowRule: 'another-hour' })
    await setup.goTo(AFTER)
    await setup.set('no_show')
    const { paymentId } = await setup.pay({ noShowRule: 'another-hour' })
    await setup.set('scheduled')
    await setup.moveTo(ANOTHER)

    const coming = await setup.options(paymentId)
    const refused = await setup.refund(paymentId, 6000)
    const moved = await setup.moveOwn('2026-12-02T10:00:00.000Z')
    await setup.cancel()

    expect(coming).toMatchObject({ refundCents: 0, rule: 'missed-before', mayMove: true, earlyStartUntil: null })
    expect(refused).toEqual(tooLate)
    // Without a right that ends with the consultation no statement is needed.
    expect(moved.status).toBe(200)
    expect(await setup.options(paymentId)).toMatchObject({ refundCents: 0, rule: 'missed-before', mayKeep: true })
  })

  test('stays so where the payment is settled before Stripe tells that the checkout was completed', async () => {
    const setup = await bookPriced({ noShowRule: 'another-hour' })
    await setup.goTo(AFTER)
    await setup.set('no_show')
    const { url, sessionId, paymentId } = await setup.checkout({ noShowRule: 'another-hour' })
    await setup.stripe.fillIn(url, 'pay', setup.buyer.email)
    await setup.ask(payments.confirm, { body: { sessionId } })
    await setup.set('scheduled')
    await setup.moveTo(ANOTHER)

    await setup.tell()

    expect(await setup.options(paymentId)).toMatchObject({ refundCents: 0, rule: 'missed-before' })
  })

  test('is told no right of withdrawal by mail, neither of the absence nor of the other hour', async () => {
    const setup = await bookPriced({ noShowRule: 'another-hour' })
    const { consultationId, buyer, practice } = setup
    const about = { customerId: buyer.customerId, consultationId }
    await setup.goTo(AFTER)
    await setup.set('no_show')
    await setup.pay()
    const ofAbsence = await readAbsenceRules({ ...about, startsAt: HOUR }, practice)
    await setup.set('scheduled')
    await setup.moveTo(ANOTHER)

    const ofAnother = await readPresentRules({ ...about, startsAt: ANOTHER }, practice)

    expect(ofAbsence).toEqual([
      ['Tu pago', 'Para las ausencias vale la regla que leíste al pagar: te damos otra hora con el mismo pago.'],
    ])
    expect(ofAnother.map(([name]) => name)).toEqual(['Cambios', 'Ausencia'])
    expect(ofAnother[0]?.[1]).toContain('Tu pago vale para otra hora, pero ya no se devuelve')
  })

  test('is not one that got another hour before it was paid: that hour can be withdrawn from as any other', async () => {
    const setup = await bookPriced({ noShowRule: 'another-hour' })
    await setup.goTo(AFTER)
    await setup.set('no_show')
    await setup.set('scheduled')
    await setup.moveTo(ANOTHER)
    const { paymentId } = await setup.pay()

    expect(await setup.options(paymentId)).toMatchObject({
      refundCents: 6000,
      rule: 'withdrawal',
      earlyStartUntil: '2026-12-09T23:00:00.000Z',
    })
  })
})

test('A-71 a consultation that the practice gives another hour without an absence can be withdrawn from wholly, also where it was paid after the first', async () => {
  const setup = await bookPriced()
  await setup.goTo(AFTER)
  const { paymentId } = await setup.pay()
  await setup.moveTo(ANOTHER)

  expect(await setup.options(paymentId)).toMatchObject({ refundCents: 6000, rule: 'withdrawal' })
})

describe('A-71 where the bank pays days after the checkout', () => {
  test('an hour between them was paid before it began: without an express request it can be withdrawn from for 14 days', async () => {
    const setup = await bookPriced()
    const { url, sessionId, paymentId } = await setup.checkout()
    await setup.stripe.fillIn(url, 'later', setup.buyer.email)
    await setup.tell()
    await setup.goTo(AFTER)
    await setup.set('completed')
    setup.stripe.standIn.settle(sessionId, 'succeeded')
    await setup.tell()

    expect(await setup.options(paymentId)).toMatchObject({
      refundCents: 6000,
      rule: 'withdrawal',
      until: '2026-12-05T23:00:00.000Z',
    })
  })

  test('an hour between them that was asked for expressly, and held, gives nothing back', async () => {
    const setup = await bookPriced()
    const { url, sessionId, paymentId } = await setup.checkout({ consents: bothConsents })
    await setup.stripe.fillIn(url, 'later', setup.buyer.email)
    await setup.tell()
    await setup.goTo(AFTER)
    await setup.set('completed')
    setup.stripe.standIn.settle(sessionId, 'succeeded')
    await setup.tell()

    expect(await setup.options(paymentId)).toMatchObject({ refundCents: 0, rule: 'held' })
  })

  test('one that was missed before the checkout, and moved before the bank paid, keeps the rule about absences', async () => {
    const setup = await bookPriced({ noShowRule: 'another-hour' })
    await setup.goTo(AFTER)
    await setup.set('no_show')
    const { url, sessionId, paymentId } = await setup.checkout({ noShowRule: 'another-hour' })
    await setup.stripe.fillIn(url, 'later', setup.buyer.email)
    await setup.tell()
    await setup.set('scheduled')
    await setup.moveTo(ANOTHER)
    setup.stripe.standIn.settle(sessionId, 'succeeded')
    await setup.tell()

    expect(await setup.options(paymentId)).toMatchObject({ refundCents: 0, rule: 'missed-before' })
  })
})

test('a confirmed consultation that its client moves and then pays on the page still open is a request that does not lapse', async () => {
  const setup = await bookPriced()
  const { url, orderId } = await setup.checkout()
  const { body: moved } = await setup.moveOwn(ANOTHER)
  await setup.stripe.fillIn(url, 'pay', setup.buyer.email)
  await setup.tell()

  await setup.goTo('2026-11-24T09:00:00.000Z')

  expect(moved).toMatchObject({ toConfirm: true, lapsesAt: '2026-11-23T09:00:00.000Z' })
  expect(await sweeping(() => setup.practice)()).toEqual({ lapsed: 0 })
  expect(await setup.stored()).toMatchObject({ status: 'scheduled', startsAt: ANOTHER, toConfirm: true, orderId })
})
