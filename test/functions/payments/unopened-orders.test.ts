import { describe, expect, test, vi } from 'vitest'
import { customers } from '#contract/customers-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createLambdaHandler as serveReleasing } from '../../../functions/payments/release-holds.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims, recordSecondFactorProof } from '../../support/people.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import {
  consultationPurchase,
  createShopSetup,
  createUnverifiedAccount,
  getStoredOrder,
  openStripeCheckout,
  payAtStripe,
  type ShopSetup,
  toPurchaseRequest,
} from '../../support/shop.ts'
import { createSlotVisitor } from '../../support/slot-visitors.ts'
import { testPromotionCodes } from '../../support/stripe-setup.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'

const unavailable = { status: 503, body: { code: 'payment-unavailable' } }

const runSchedule = ({ practice }: ShopSetup) => serveReleasing(() => practice)({})

const press = (shop: ShopSetup) => shop.ask(payments.checkout, { as: shop.session, body: consultationPurchase })

const pressAtHalf = (shop: ShopSetup) =>
  shop.ask(payments.checkout, {
    as: shop.session,
    body: { ...consultationPurchase, discountCode: testPromotionCodes.halfOff },
  })

const listSessions = ({ stripe }: ShopSetup) => stripe.standIn.sessions().map(({ id, status }) => [id, status])

async function createUnopenedOrder() {
  const shop = await createShopSetup()
  shop.stripe.outage = true
  expect(await press(shop)).toEqual(unavailable)
  shop.stripe.outage = false
  const { data } = await shop.practice.data.orders.scan.go()
  const orderId = data[0]?.orderId ?? ''
  return { ...shop, orderId, order: () => getStoredOrder(shop.practice, orderId) }
}

async function removeBuyer({ practice, buyer }: ShopSetup) {
  const boss = await createAdministrador(practice)
  await recordSecondFactorProof(boss, practice)
  const as = createPasswordSessionClaims(boss, practice)
  const ask = createEndpointCaller(serveCustomers(() => practice))
  return (await ask(customers.remove, { as, params: { customerId: buyer.customerId } })).status
}

describe('an order that never got a page at Stripe', () => {
  test('is closed once such a page could be paid no more, and no longer keeps its client from being deleted', async () => {
    const shop = await createUnopenedOrder()
    shop.practice.clock.advance({ minutes: 34 })
    await runSchedule(shop)
    const early = await shop.order()
    shop.practice.clock.advance({ minutes: 1 })

    await runSchedule(shop)
    await runSchedule(shop)

    expect([early?.status, (await shop.order())?.status]).toEqual(['pending', 'expired'])
    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('openOrder')
    expect(await listAuditedActions(shop.practice)).toEqual(['ORDER_CREATED', 'ORDER_EXPIRED'])
    expect(await removeBuyer(shop)).toBe(200)
  })

  test('is another one after that, at the next press', async () => {
    const shop = await createUnopenedOrder()
    shop.practice.clock.advance({ minutes: 35 })
    await runSchedule(shop)

    const { orderId, sessionId } = await openStripeCheckout(shop)

    expect(orderId).not.toBe(shop.orderId)
    expect(sessionId).not.toBe('')
  })

  test('of an attempt to sign up is opened anew at the next press', async () => {
    const shop = await createShopSetup()
    const body = toPurchaseRequest(await createUnverifiedAccount(shop))
    shop.stripe.outage = true
    expect(await shop.ask(payments.checkoutNewAccount, { body })).toEqual(unavailable)
    shop.stripe.outage = false
    shop.practice.clock.advance({ minutes: 35 })
    await runSchedule(shop)

    const { status, body: opened } = await shop.ask(payments.checkoutNewAccount, { body })

    expect(status).toBe(200)
    expect(await getStoredOrder(shop.practice, opened.orderId)).toMatchObject({ status: 'pending', version: 2 })
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ order: 1 })
  })

  test('is closed with the hour that was bound to it', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold('2026-11-30T08:00:00.000Z')
    shop.stripe.outage = true
    expect(await visitor.checkout('2026-11-30T08:00:00.000Z')).toEqual(unavailable)
    shop.stripe.outage = false
    shop.practice.clock.advance({ minutes: 35 })

    await runSchedule(shop)

    expect((await shop.practice.data.orders.scan.go()).data).toMatchObject([{ status: 'expired' }])
    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('slotHold')
  })

  test('stands while its page is open, however old it is', async () => {
    const shop = await createUnopenedOrder()
    shop.practice.clock.advance({ minutes: 35 })
    await press(shop)

    await runSchedule(shop)

    expect(await shop.order()).toMatchObject({ status: 'pending', checkoutSessionId: expect.stringContaining('cs_') })
  })
})

test('an order that is paid at the last moment, after it was closed, leaves a newer one of its client open', async () => {
  const shop = await createShopSetup()
  const { practice, buyer } = shop
  const late = await payAtStripe(shop)
  // Closed here just before Stripe tells that it was paid.
  await practice.data.orders
    .patch({ orderId: late.orderId })
    .set({ status: 'expired' })
    .composite({ createdAt: practice.now().toISOString() })
    .go()
  const product = 'primera-consulta'
  await practice.data.openOrders.delete({ customerId: buyer.customerId, product }).go()
  const newer = await openStripeCheckout(shop)

  await shop.ask(payments.confirm, { body: { sessionId: late.sessionId } })

  expect(await getStoredOrder(practice, late.orderId)).toMatchObject({ status: 'paid' })
  expect(newer.orderId).not.toBe(late.orderId)
  expect((await openStripeCheckout(shop)).orderId).toBe(newer.orderId)
})

describe('an order that is closed and opened at the same moment', () => {
  test('stays open where the press was first', async () => {
    const shop = await createUnopenedOrder()
    shop.practice.clock.advance({ minutes: 35 })
    const answers: unknown[] = []
    interruptNextWrite(shop.practice, 'order', async () => answers.push(await press(shop)))

    await runSchedule(shop)

    expect(answers).toMatchObject([{ status: 200, body: { orderId: shop.orderId } }])
    expect(await shop.order()).toMatchObject({ status: 'pending', version: 2 })
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ openOrder: 1 })
  })

  test('is open again where the closing was first, and still the only one of its client', async () => {
    const shop = await createUnopenedOrder()
    shop.practice.clock.advance({ minutes: 35 })
    interruptNextWrite(shop.practice, 'order', () => runSchedule(shop))

    const answer = await press(shop)

    expect(answer).toMatchObject({ status: 200, body: { orderId: shop.orderId } })
    expect(await press(shop)).toEqual(answer)
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ order: 1, openOrder: 1 })
  })

  test('shows nobody the page that Stripe had made for it meanwhile: the next press has another', async () => {
    const shop = await createShopSetup()
    const { sessions } = shop.stripe.client.checkout
    const create = sessions.create.bind(sessions)
    vi.spyOn(sessions, 'create').mockImplementationOnce(async (...given) => {
      const made = await create(...given)
      shop.practice.clock.advance({ minutes: 35 })
      await runSchedule(shop)
      return made
    })

    const late = await press(shop)
    const next = await press(shop)

    expect(late).toEqual(unavailable)
    expect(next.status).toBe(200)
    shop.stripe.standIn.sweep()
    expect(
      shop.stripe.standIn
        .sessions()
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['expired', 'open'])
  })
})

describe('an order for which another press opens a page while a press with another code has only read it', () => {
  test('keeps that page: the other press is refused, and the next one ends it before another begins', async () => {
    const shop = await createUnopenedOrder()
    const opened: unknown[] = []
    interruptNextWrite(shop.practice, 'order', async () => opened.push(await press(shop)))

    const refused = await pressAtHalf(shop)
    const { checkoutSessionId } = (await shop.order()) ?? {}

    expect(opened).toMatchObject([{ status: 200, body: { totalCents: 8000 } }])
    expect(refused).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect(listSessions(shop)).toEqual([[checkoutSessionId, 'open']])
    expect(await pressAtHalf(shop)).toMatchObject({ status: 200, body: { orderId: shop.orderId, totalCents: 4000 } })
    expect(listSessions(shop)).toEqual([
      [(await shop.order())?.checkoutSessionId, 'open'],
      [checkoutSessionId, 'expired'],
    ])
  })

  test('has one page where both pressed with the same code', async () => {
    const shop = await createUnopenedOrder()
    const opened: unknown[] = []
    interruptNextWrite(shop.practice, 'order', async () => opened.push(await pressAtHalf(shop)))

    const second = await pressAtHalf(shop)

    expect(second).toMatchObject({ status: 200, body: { orderId: shop.orderId, totalCents: 4000 } })
    expect(opened).toEqual([second])
    expect(listSessions(shop)).toEqual([[(await shop.order())?.checkoutSessionId, 'open']])
  })
})
