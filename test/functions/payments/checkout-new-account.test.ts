import { describe, expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { countItemsByEntity, scanWholeTable } from '../../support/scan-whole-table.ts'
import { listAuditedActions } from '../../support/practice.ts'
import {
  createUnverifiedAccount,
  createShopSetup,
  consultationPurchase,
  listShopStripeEvents,
  getStoredOrder,
  toPurchaseRequest,
} from '../../support/shop.ts'
import { testPromotionCodes, deliverStripeEvent } from '../../support/stripe-setup.ts'

describe('somebody who has just signed up', () => {
  test('PAY-21 buys before verifying their address', async () => {
    const shop = await createShopSetup()
    const account = await createUnverifiedAccount(shop)

    const { status, body } = await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })

    expect(status).toBe(200)
    expect(body).toMatchObject({ url: expect.stringContaining('/pages/pay/'), totalCents: 8000 })
    const order = await getStoredOrder(shop.practice, body.orderId)
    expect(order).toMatchObject({ status: 'pending' })
    // Without an owner before it is paid; afterwards it waits under the address.
    expect([order?.userId, order?.customerId]).toEqual([undefined, undefined])
  })

  test('A-64 gets neither a user nor a client: both wait for the proof of the address', async () => {
    const shop = await createShopSetup()
    const account = await createUnverifiedAccount(shop, { email: 'Nueva@Correo.test' })
    const before = await countItemsByEntity(shop.practice)

    await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })

    expect(await countItemsByEntity(shop.practice)).toEqual({ ...before, order: 1, auditEntry: 1 })
    expect(await listAuditedActions(shop.practice)).toEqual(['ORDER_CREATED'])
  })

  test('a second try makes no second order', async () => {
    const shop = await createShopSetup()
    const account = await createUnverifiedAccount(shop)
    const first = await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })
    const before = await countItemsByEntity(shop.practice)

    const second = await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })

    expect(second).toEqual(first)
    expect(await countItemsByEntity(shop.practice)).toEqual(before)
  })

  test('ten clicks at once make one order and one session', async () => {
    const shop = await createShopSetup()
    const account = await createUnverifiedAccount(shop)
    const before = await countItemsByEntity(shop.practice)

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })),
    )

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
    expect(shop.stripe.standIn.sessions()).toHaveLength(1)
    expect(await countItemsByEntity(shop.practice)).toEqual({
      ...before,
      order: 1,
      auditEntry: 1,
    })
  })

  test('A-24 who has paid and not verified yet is not let pay again', async () => {
    const shop = await createShopSetup()
    const account = await createUnverifiedAccount(shop)
    const { body } = await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })
    await shop.stripe.fillIn(body.url, 'pay')
    await shop.ask(payments.confirm, {
      body: { sessionId: (await getStoredOrder(shop.practice, body.orderId))?.checkoutSessionId ?? '' },
    })

    const again = await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })

    expect(again).toEqual({ status: 409, body: { code: 'order-already-paid' } })
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ order: 1, payment: 1 })
  })

  test('A-64 whose payment was given back buys again, once however often they press', async () => {
    const shop = await createShopSetup()
    const account = await createUnverifiedAccount(shop)
    const { body } = await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })
    await shop.stripe.fillIn(body.url, 'pay')
    const { data } = await shop.stripe.client.charges.list({ limit: 1 })
    await shop.stripe.client.refunds.create({ charge: data[0]?.id ?? '' })
    for (const event of listShopStripeEvents(shop)) await deliverStripeEvent(event, shop.practice)

    const again = await Promise.all(
      Array.from({ length: 3 }, () => shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })),
    )

    expect(again.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(again.map((each) => each.body.orderId)).size).toBe(1)
    expect(again[0]?.body.orderId).not.toBe(body.orderId)
  })

  test('PAY-20 may use a discount code', async () => {
    const shop = await createShopSetup()
    const account = await createUnverifiedAccount(shop)

    const { body } = await shop.ask(payments.checkoutNewAccount, {
      body: { ...toPurchaseRequest(account), discountCode: testPromotionCodes.quarterOff },
    })

    expect(body.totalCents).toBe(6000)
  })

  test('a client of the practice with the same address is not theirs before the address is verified', async () => {
    const shop = await createShopSetup()
    const waiting = {
      customerId: 'cus_entered-by-hand',
      name: 'Ada',
      email: 'ada@correo.test',
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    await shop.practice.data.customers.create(waiting).go()
    const account = await createUnverifiedAccount(shop, { email: 'ada@correo.test' })

    await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })

    const { data: untouched } = await shop.practice.data.customers.get({ customerId: waiting.customerId }).go()
    expect(untouched).toEqual({ ...waiting, version: 1 })
  })
})

describe('an account may not buy without signing in', () => {
  test.each([
    ['that is confirmed', { confirmed: true }],
    ['that is disabled', { enabled: false }],
    ['that is older than a day', { hoursOld: 24.01 }],
  ])('%s', async (_, changes) => {
    const shop = await createShopSetup()
    const account = await createUnverifiedAccount(shop, changes)
    const before = await scanWholeTable(shop.practice)

    const answer = await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })

    expect(answer).toEqual({ status: 409, body: { code: 'account-unknown' } })
    expect(await scanWholeTable(shop.practice)).toEqual(before)
    expect(shop.stripe.standIn.sessions()).toEqual([])
  })

  test('A-64 of an attempt that another has replaced', async () => {
    const shop = await createShopSetup()
    const before = await createUnverifiedAccount(shop, { email: 'nueva@correo.test' })
    await createUnverifiedAccount(shop, { email: 'nueva@correo.test' })

    const answer = await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(before) })

    expect(answer).toEqual({ status: 409, body: { code: 'account-unknown' } })
  })

  test('that nobody knows', async () => {
    const shop = await createShopSetup()
    const before = await scanWholeTable(shop.practice)

    const answer = await shop.ask(payments.checkoutNewAccount, {
      body: { ...consultationPurchase, email: 'nadie@correo.test', token: 'A'.repeat(43) },
    })

    expect(answer).toEqual({ status: 409, body: { code: 'account-unknown' } })
    expect(await scanWholeTable(shop.practice)).toEqual(before)
  })

  test('up to a day after signing up it may', async () => {
    const shop = await createShopSetup()
    const account = await createUnverifiedAccount(shop, { hoursOld: 23.9 })

    const answer = await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })

    expect(answer.status).toBe(200)
  })
})
