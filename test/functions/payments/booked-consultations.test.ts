import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { createShopSetup, getOrderCheckoutSession, listShopStripeEvents } from '../../support/shop.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

const refused = (code: string) => ({ status: 409, body: { code } })

async function aPricedConsultation(priceCents: number | null = 6000) {
  const shop = await createShopSetup()
  const { practice, buyer } = shop
  const { customerId } = buyer
  const asBoss = createPasswordSessionClaims(await createAdministrador(practice), practice)
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const slot = { startsAt: '2026-12-21T10:00:00.000Z', durationMinutes: 60, type: 'seguimiento', priceCents } as const
  const { body: booked } = await agenda(consultations.book, { as: asBoss, body: { ...slot, customerId } })
  const { consultationId } = booked
  const params = { customerId, consultationId }
  const answer = (body: { readonly priceCents: number; readonly answer: 'accept' | 'decline' }) =>
    agenda(consultations.answerPrice, { as: shop.session, params: { consultationId }, body })
  if (priceCents) await answer({ priceCents, answer: 'accept' })
  const stored = async () => (await practice.data.consultations.get(params).go()).data
  return {
    ...shop,
    stored,
    answer,
    consultationId,
    pay: (body: object = {}) =>
      shop.ask(payments.checkoutConsultation, {
        as: shop.session,
        params: { consultationId },
        body: { priceCents: priceCents ?? 6000, ...body },
      }),
    confirm: async (orderId: string) =>
      (await shop.ask(payments.confirm, { body: { sessionId: await getOrderCheckoutSession(practice, orderId) } }))
        .body,
    settle: async (url: string) => {
      await shop.stripe.fillIn(url, 'pay', buyer.email)
      const events = listShopStripeEvents(shop, 'checkout.session.completed')
      for (const event of [...events, ...events]) expect(await deliverStripeEvent(event, practice)).toBe(200)
    },
    edit: async (body: object) =>
      agenda(consultations.edit, {
        as: asBoss,
        params,
        body: { ...slot, version: (await stored())?.version ?? 0, ...body },
      }),
    cancel: async () =>
      agenda(consultations.cancel, {
        as: shop.session,
        params: { consultationId },
        query: { version: (await stored())?.version ?? 0 },
      }),
    redeem: async () => {
      const body = { startsAt: '2026-12-22T10:00:00.000Z', durationMinutes: 60, type: 'seguimiento' }
      expect((await agenda(consultations.request, { as: shop.session, body })).body).toMatchObject({ isPaid: true })
    },
    setStatus: async (status: string) => {
      const body = { status, version: (await stored())?.version ?? 0 }
      expect((await agenda(consultations.setStatus, { as: asBoss, params, body })).status).toBe(200)
    },
    waiting: async () => (await practice.data.ordersToSchedule.query.byCustomer({ customerId }).go()).data,
    read: async () => (await agenda(consultations.listMine, { as: shop.session })).body.items[0],
  }
}

describe('A-71 a consultation that the practice booked at a price', () => {
  test('is paid at that price: one order, payment and receipt, and it counts as paid, however often Stripe tells', async () => {
    const setup = await aPricedConsultation()
    const { status, body } = await setup.pay({ consents: { expressRequest: true, acknowledgement: true } })

    await setup.settle(body.url)

    expect([status, body.totalCents]).toEqual([200, 6000])
    expect(await setup.stored()).toMatchObject({ orderId: body.orderId, priceCents: 6000, status: 'scheduled' })
    expect(await setup.read()).toMatchObject({ isPaid: true })
    expect(await setup.confirm(body.orderId)).toEqual({ status: 'paid', startsAt: null })
    expect(await countItemsByEntity(setup.practice)).toMatchObject({
      order: 1,
      payment: 1,
      receipt: 1,
      consultation: 1,
    })
    expect(await setup.waiting()).toEqual([])
    const { data: payment } = await setup.practice.data.payments.scan.go()
    expect(payment).toMatchObject([{ amountCents: 6000, concept: 'Consulta (60 minutos, por videollamada)' }])
    expect(await listAuditedActions(setup.practice)).toEqual(
      expect.arrayContaining(['ORDER_CREATED', 'PAYMENT_COMPLETED']),
    )
    expect(await setup.pay()).toEqual(refused('order-already-paid'))
  })

  test('pressed twice is one order and one session', async () => {
    const setup = await aPricedConsultation()

    const [one, other] = await Promise.all([setup.pay(), setup.pay()])

    expect(other.body).toEqual(one.body)
    expect(await countItemsByEntity(setup.practice)).toMatchObject({ order: 1 })
  })

  test('is not paid at another price than it has, nor without one', async () => {
    const priced = await aPricedConsultation()
    const unpriced = await aPricedConsultation(null)

    expect(await priced.pay({ priceCents: 1 })).toEqual(refused('changed-meanwhile'))
    expect(await unpriced.pay()).toEqual(refused('consultation-closed'))
    expect(await countItemsByEntity(priced.practice)).not.toHaveProperty('order')
  })

  test('whose price changes before it is paid is paid by a new session, and the old one ends', async () => {
    const setup = await aPricedConsultation()
    const old = await setup.pay()
    await setup.edit({ priceCents: 4500 })

    const next = await setup.pay({ priceCents: 4500 })

    expect([next.status, next.body.totalCents, next.body.orderId]).toEqual([200, 4500, old.body.orderId])
    expect(
      setup.stripe.standIn
        .sessions()
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['expired', 'open'])
  })

  test.each([
    ['and price change', 3000],
    ['changes at the same price', 6000],
  ])(
    'whose length %s after its payment was begun is paid as what it is now, by a new session',
    async (_, priceCents) => {
      const setup = await aPricedConsultation()
      const old = await setup.pay()
      await setup.edit({ durationMinutes: 30, priceCents })

      const next = await setup.pay({ priceCents })
      await setup.settle(next.body.url)

      expect(next.body.orderId).toBe(old.body.orderId)
      const concept = 'Consulta (30 minutos, por videollamada)'
      const sessions = await setup.stripe.client.checkout.sessions.list({ expand: ['data.line_items'] })
      expect(sessions.data.map(({ status, line_items: items }) => [status, items?.data[0]?.description])).toEqual([
        ['complete', concept],
        ['expired', 'Consulta (60 minutos, por videollamada)'],
      ])
      expect((await setup.practice.data.receipts.scan.go()).data).toMatchObject([{ concept, amountCents: priceCents }])
    },
  )

  test('whose higher price waits for an answer is not paid at either; after a no, at the one agreed before', async () => {
    const setup = await aPricedConsultation()
    await setup.edit({ priceCents: 7500 })

    const answers = [await setup.pay(), await setup.pay({ priceCents: 7500 })]
    await setup.answer({ priceCents: 7500, answer: 'decline' })

    expect(answers).toEqual([refused('changed-meanwhile'), refused('changed-meanwhile')])
    expect((await setup.pay()).body.totalCents).toBe(6000)
  })

  test('that is paid at the agreed price while a higher one waits is paid, and nothing waits any more', async () => {
    const setup = await aPricedConsultation()
    const { body } = await setup.pay()
    await setup.edit({ priceCents: 7500 })

    await setup.settle(body.url)

    expect(await setup.read()).toMatchObject({ isPaid: true, priceCents: 6000, proposedPriceCents: null })
    expect(await setup.answer({ priceCents: 7500, answer: 'accept' })).toEqual(refused('order-already-paid'))
  })

  test('keeps its price once it is paid, and everything else may change', async () => {
    const setup = await aPricedConsultation()
    await setup.settle((await setup.pay()).body.url)

    expect(await setup.edit({ priceCents: 9000 })).toEqual(refused('order-already-paid'))
    expect((await setup.edit({ notes: 'Trae la analítica' })).status).toBe(200)
  })

  test('that is cancelled while it is being paid leaves the payment waiting for another date', async () => {
    const setup = await aPricedConsultation()
    const { body } = await setup.pay()
    await setup.cancel()

    await setup.settle(body.url)

    expect(await setup.stored()).toMatchObject({ status: 'cancelled' })
    expect(await setup.waiting()).toMatchObject([{ orderId: body.orderId }])
    expect(await setup.confirm(body.orderId)).toMatchObject({ status: 'paid', waitsForHour: true })
    expect(await setup.pay()).toEqual(refused('consultation-closed'))
  })

  test('that is given its hour anew after its payment was used for another one is paid by an order of its own', async () => {
    const setup = await aPricedConsultation()
    const first = await setup.pay()
    await setup.settle(first.body.url)
    await setup.cancel()
    await setup.redeem()
    await setup.setStatus('scheduled')

    const second = await setup.pay()
    await setup.settle(second.body.url)

    expect([second.status, second.body.orderId]).toEqual([200, expect.not.stringMatching(first.body.orderId)])
    expect(await setup.stored()).toMatchObject({ orderId: second.body.orderId, status: 'scheduled' })
    expect(await countItemsByEntity(setup.practice)).toMatchObject({ payment: 2, consultation: 2 })
  })

  test('is cancelled and refunded by the same rules, wholly within the 14 days', async () => {
    const setup = await aPricedConsultation()
    const { body } = await setup.pay()
    await setup.settle(body.url)
    const params = { paymentId: body.orderId.replace('ord_', 'pay_') }

    const { body: options } = await setup.ask(payments.refundOptions, { as: setup.session, params })
    const refund = { refundId: 'ref_11111111-1111', amountCents: 6000 }
    const { status } = await setup.ask(payments.refundOwn, { as: setup.session, params, body: refund })

    expect(options).toMatchObject({ refundCents: 6000, consultationId: setup.consultationId })
    expect(status).toBe(200)
    expect(await setup.stored()).toMatchObject({ status: 'cancelled' })
  })
})
