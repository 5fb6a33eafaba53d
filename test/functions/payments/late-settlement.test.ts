import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { reopenOrder } from '../../../functions/payments/orders.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { REFUND_ID } from '../../support/paid-order.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import {
  consultationPurchase,
  createShopSetup,
  getStoredOrder,
  listShopStripeEvents,
  openStripeCheckout,
} from '../../support/shop.ts'
import { createSlotVisitor } from '../../support/slot-visitors.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

/** The first hour after the 14 days of a purchase on 21 November: no express request is needed. */
const DAY_16 = '2026-12-07T09:00:00.000Z'

async function buy(act: 'pay' | 'later') {
  const shop = await createShopSetup()
  const { practice, buyer } = shop
  const visitor = createSlotVisitor(shop)
  await visitor.hold(DAY_16)
  const opened = await openStripeCheckout(shop, {
    ...consultationPurchase,
    hold: { ticket: visitor.ticket, startsAt: DAY_16 },
  })
  await shop.stripe.fillIn(opened.url, act, buyer.email)
  const params = { paymentId: opened.orderId.replace('ord_', 'pay_') }
  const asClient = () => createPasswordSessionClaims(buyer, practice)
  return {
    ...shop,
    ...opened,
    tell: async (...types: string[]) => {
      for (const event of listShopStripeEvents(shop, ...types))
        expect(await deliverStripeEvent(event, practice)).toBe(200)
    },
    options: async () => (await shop.ask(payments.refundOptions, { as: asClient(), params })).body,
    refund: () =>
      shop.ask(payments.refundOwn, { as: asClient(), params, body: { refundId: REFUND_ID, amountCents: 8000 } }),
    hold: async () => {
      practice.clock.set('2026-12-07T11:00:00.000Z')
      const boss = await createAdministrador(practice)
      const { customerId } = buyer
      const { data } = await practice.data.consultations.query.byCustomer({ customerId }).go()
      const { consultationId = '', version = 0 } = data[0] ?? {}
      const { status } = await createEndpointCaller(serveConsultations(() => practice))(consultations.setStatus, {
        as: createPasswordSessionClaims(boss, practice),
        params: { customerId, consultationId },
        body: { status: 'completed', version },
      })
      expect(status).toBe(200)
    },
  }
}

type Purchase = Awaited<ReturnType<typeof buy>>

const settle = async ({ stripe, sessionId, practice, tell }: Purchase, ...types: string[]) => {
  practice.clock.advance({ days: 5 })
  stripe.standIn.settle(sessionId, 'succeeded')
  await tell(...types)
}

test('A-71 an hour after the 14 days is not given back once it was held, though the bank paid on day 5', async () => {
  const setup = await buy('later')
  await setup.tell()
  await settle(setup)
  await setup.hold()

  expect(await setup.options()).toMatchObject({ refundCents: 0, rule: 'held' })
  expect(await setup.refund()).toEqual({ status: 409, body: { code: 'too-late' } })
})

test('A-71 so it is where Stripe tells of the checkout after the payment', async () => {
  const setup = await buy('later')
  await settle(setup, 'checkout.session.async_payment_succeeded')
  await setup.tell('checkout.session.completed')
  await setup.hold()

  expect(await setup.refund()).toEqual({ status: 409, body: { code: 'too-late' } })
})

test('A-71 so it is where its event comes days late', async () => {
  const setup = await buy('pay')
  setup.practice.clock.advance({ days: 3 })
  await setup.tell()
  await setup.hold()

  expect(await setup.refund()).toEqual({ status: 409, body: { code: 'too-late' } })
})

test.each([0, undefined])(
  'A-71 an event that says that the checkout was completed at %s takes no day of the law: there was no page to complete before',
  async (created) => {
    const setup = await buy('later')
    for (const event of listShopStripeEvents(setup, 'checkout.session.completed'))
      expect(await deliverStripeEvent({ ...event, created }, setup.practice)).toBe(200)

    const order = await getStoredOrder(setup.practice, setup.orderId)

    expect(order).toMatchObject({ status: 'pending', completedAt: '2026-11-21T09:00:00.000Z' })
  },
)

test('A-71 the buyer keeps the 14 days from the day of the checkout, two hours before the hour too', async () => {
  const setup = await buy('later')
  await setup.tell()
  await settle(setup)
  setup.practice.clock.set('2026-12-05T22:59:00.000Z')
  const onLastDay = await setup.options()
  setup.practice.clock.set('2026-12-07T07:00:00.000Z')

  expect(onLastDay).toMatchObject({ refundCents: 8000 })
  expect(await setup.options()).toMatchObject({ refundCents: 0, rule: 'by-the-practice' })
})

test('A-71 an order that is opened again forgets when the checkout before was completed', async () => {
  const setup = await buy('later')
  await setup.tell()
  const order = await getStoredOrder(setup.practice, setup.orderId)
  const price = { totalCents: 8000, noShowRule: 'lost' } as Parameters<typeof reopenOrder>[1]

  const opened = order && (await reopenOrder(order, price, setup.practice))

  expect(order).toMatchObject({ completedAt: '2026-11-21T09:00:00.000Z' })
  expect(opened).toMatchObject({ version: 2 })
  expect(opened).not.toHaveProperty('completedAt')
})
