import { describe, expect, test } from 'vitest'
import { payments } from '#contract/payments'
import { TERMS_VERSION } from '#contract/product'
import { VIEWER } from '../../support/asking.ts'
import { countsIn, everythingIn } from '../../support/everything.ts'
import { auditActionsOf } from '../../support/practice.ts'
import { aNewAccount, aShop, consultation, orderIn } from '../../support/shop.ts'
import { codes } from '../../support/stripe.ts'

describe('somebody who has just signed up', () => {
  test('PAY-21 buys before verifying their address', async () => {
    const shop = await aShop()
    const userId = aNewAccount(shop)

    const { status, body } = await shop.ask(payments.checkoutNewAccount, { body: { ...consultation, userId } })

    expect(status).toBe(200)
    expect(body).toMatchObject({ url: expect.stringContaining('/pages/pay/'), totalCents: 8000 })
    expect(await orderIn(shop.practice, body.orderId)).toMatchObject({
      userId: `usr_${userId}`,
      customerId: `cus_${userId}`,
    })
  })

  test('DATA-05 DATA-06 DATA-07 gets user, customer and proof of the terms, with the address they were accepted from', async () => {
    const shop = await aShop()
    const userId = aNewAccount(shop, { email: 'Nueva@Correo.test' })

    await shop.ask(payments.checkoutNewAccount, { body: { ...consultation, userId } })

    const { data } = shop.practice
    const { data: user } = await data.users.get({ userId: `usr_${userId}` }).go()
    const { data: customer } = await data.customers.get({ customerId: `cus_${userId}` }).go()
    const terms = { userId: `usr_${userId}`, termsVersion: TERMS_VERSION }
    const { data: acceptance } = await data.termsAcceptances.get(terms).go()
    expect(user).toMatchObject({
      role: 'cliente',
      status: 'unconfirmed',
      email: 'nueva@correo.test',
      firstName: 'Lucía',
      lastName: 'Ferrer',
    })
    expect(customer).toMatchObject({ userId: `usr_${userId}`, name: 'Lucía Ferrer', email: 'nueva@correo.test' })
    expect(acceptance).toEqual({
      ...terms,
      acceptedAt: '2026-11-21T09:00:00.000Z',
      marketingOptIn: false,
      address: VIEWER,
      userAgent: 'Mozilla/5.0 (test)',
    })
    expect(await auditActionsOf(shop.practice)).toEqual(['ACCOUNT_CREATED', 'ORDER_CREATED'])
  })

  test('a second try makes neither a second profile nor a second order', async () => {
    const shop = await aShop()
    const userId = aNewAccount(shop)
    const first = await shop.ask(payments.checkoutNewAccount, { body: { ...consultation, userId } })
    const before = await countsIn(shop.practice)

    const second = await shop.ask(payments.checkoutNewAccount, { body: { ...consultation, userId } })

    expect(second).toEqual(first)
    expect(await countsIn(shop.practice)).toEqual(before)
  })

  test('ten clicks at once make one profile, one order and one session', async () => {
    const shop = await aShop()
    const userId = aNewAccount(shop)
    const before = await countsIn(shop.practice)

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.ask(payments.checkoutNewAccount, { body: { ...consultation, userId } })),
    )

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
    expect(shop.stripe.standIn.sessions()).toHaveLength(1)
    expect(await countsIn(shop.practice)).toEqual({
      ...before,
      user: Number(before['user']) + 1,
      customer: Number(before['customer']) + 1,
      searchLine: 1,
      tally: 1,
      termsAcceptance: 1,
      order: 1,
      openOrder: 1,
      auditEntry: 2,
    })
  })

  test('A-24 who has paid and not verified yet is not let pay again', async () => {
    const shop = await aShop()
    const userId = aNewAccount(shop)
    const { body } = await shop.ask(payments.checkoutNewAccount, { body: { ...consultation, userId } })
    await shop.stripe.fillIn(body.url, 'pay')
    await shop.ask(payments.confirm, {
      body: { sessionId: (await orderIn(shop.practice, body.orderId))?.checkoutSessionId ?? '' },
    })

    const again = await shop.ask(payments.checkoutNewAccount, { body: { ...consultation, userId } })

    expect(again).toEqual({ status: 409, body: { code: 'order-already-paid' } })
    expect(await countsIn(shop.practice)).toMatchObject({ order: 1, payment: 1 })
  })

  test('PAY-20 may use a discount code', async () => {
    const shop = await aShop()
    const userId = aNewAccount(shop)

    const { body } = await shop.ask(payments.checkoutNewAccount, {
      body: { ...consultation, userId, discountCode: codes.quarterOff },
    })

    expect(body.totalCents).toBe(6000)
  })

  test('a client of the practice with the same address is not theirs before the address is verified', async () => {
    const shop = await aShop()
    const waiting = {
      customerId: 'cus_entered-by-hand',
      name: 'Ada',
      email: 'ada@correo.test',
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    await shop.practice.data.customers.create(waiting).go()
    const userId = aNewAccount(shop, { email: 'ada@correo.test' })

    await shop.ask(payments.checkoutNewAccount, { body: { ...consultation, userId } })

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
    const shop = await aShop()
    const userId = aNewAccount(shop, changes)
    const before = await everythingIn(shop.practice)

    const answer = await shop.ask(payments.checkoutNewAccount, { body: { ...consultation, userId } })

    expect(answer).toEqual({ status: 409, body: { code: 'account-unknown' } })
    expect(await everythingIn(shop.practice)).toEqual(before)
    expect(shop.stripe.standIn.sessions()).toEqual([])
  })

  test('that nobody knows', async () => {
    const shop = await aShop()
    const before = await everythingIn(shop.practice)

    const answer = await shop.ask(payments.checkoutNewAccount, {
      body: { ...consultation, userId: crypto.randomUUID() },
    })

    expect(answer).toEqual({ status: 409, body: { code: 'account-unknown' } })
    expect(await everythingIn(shop.practice)).toEqual(before)
  })

  test('up to a day after signing up it may', async () => {
    const shop = await aShop()
    const userId = aNewAccount(shop, { hoursOld: 23.9 })

    const answer = await shop.ask(payments.checkoutNewAccount, { body: { ...consultation, userId } })

    expect(answer.status).toBe(200)
  })
})
