import { describe, expect, test, vi } from 'vitest'
import { payments } from '#contract/payments-domain'
import { TEST_CALLER_ADDRESS } from '../../support/endpoint-caller.ts'
import { countItemsByEntity, scanWholeTable } from '../../support/scan-whole-table.ts'
import { listAuditChanges } from '../../support/practice.ts'
import {
  createShopSetup,
  openStripeCheckout,
  consultationPurchase,
  listShopStripeEvents,
  getStoredOrder,
} from '../../support/shop.ts'
import { testPromotionCodes, deliverStripeEvent } from '../../support/stripe-setup.ts'

test.each([
  ['America/Bogota', 'America/Bogota'],
  ['America/Macondo', undefined],
])(
  'the time zone %s of a buyer’s browser is kept with the order as %s, and keeps nobody from paying',
  async (timeZone, kept) => {
    const shop = await createShopSetup()

    const { status } = await shop.ask(payments.checkoutAnonymous, { body: { ...consultationPurchase, timeZone } })

    expect(status).toBe(200)
    expect((await shop.practice.data.orders.scan.go()).data.map((order) => order.timeZone)).toEqual([kept])
  },
)

describe('what a purchase costs', () => {
  test('LIM-01 the consultation costs 80 euros instead of 100', async () => {
    const { ask } = await createShopSetup()

    const quote = await ask(payments.quote, { body: consultationPurchase })

    expect(quote).toEqual({
      status: 200,
      body: {
        listCents: 10_000,
        saleCents: 8000,
        discountCents: 0,
        totalCents: 8000,
        currency: 'eur',
        noShowRule: 'lost',
      },
    })
  })

  test.each([
    ['bienvenida', 2000],
    [' MITAD ', 4000],
    [testPromotionCodes.everythingOff, 8000],
  ])('PAY-20 the code %j takes %i cents off', async (discountCode, discountCents) => {
    const { ask } = await createShopSetup()

    const quote = await ask(payments.quote, { body: { ...consultationPurchase, discountCode } })

    expect(quote).toMatchObject({ status: 200, body: { discountCents, totalCents: 8000 - discountCents } })
  })

  test('PAY-20 an empty code is no code', async () => {
    const { ask } = await createShopSetup()

    const quote = await ask(payments.quote, { body: { ...consultationPurchase, discountCode: '  ' } })

    expect(quote).toMatchObject({ status: 200, body: { totalCents: 8000 } })
  })

  test.each(['NOEXISTE', testPromotionCodes.expired, testPromotionCodes.withdrawn])(
    'PAY-20 the code %s is not valid, neither for a quote nor for an order',
    async (discountCode) => {
      const { ask, practice, session } = await createShopSetup()

      const quote = await ask(payments.quote, { body: { ...consultationPurchase, discountCode } })
      const order = await ask(payments.checkout, { as: session, body: { ...consultationPurchase, discountCode } })

      expect([quote, order]).toEqual([refused('discount-invalid'), refused('discount-invalid')])
      expect(await countItemsByEntity(practice)).not.toHaveProperty('order')
    },
  )

  test('PAY-20 a code that has been used up is not valid any more', async () => {
    const shop = await createShopSetup()
    const { body: first } = await shop.ask(payments.checkoutAnonymous, {
      body: { ...consultationPurchase, discountCode: testPromotionCodes.onlyOnce },
    })
    await shop.stripe.fillIn(first.url, 'pay')

    const quote = await shop.ask(payments.quote, {
      body: { ...consultationPurchase, discountCode: testPromotionCodes.onlyOnce },
    })

    expect(quote).toEqual(refused('discount-invalid'))
  })

  test('PAY-20 codes cannot be guessed: the 21st of a quarter of an hour is refused, wherever it is tried', async () => {
    const { ask, practice } = await createShopSetup()
    for (let n = 0; n < 10; n++)
      await ask(payments.quote, { body: { ...consultationPurchase, discountCode: `GUESS${n}` } })
    for (let n = 10; n < 20; n++)
      await ask(payments.checkoutAnonymous, { body: { ...consultationPurchase, discountCode: `GUESS${n}` } })

    const tooMany = { body: { ...consultationPurchase, discountCode: testPromotionCodes.halfOff } }
    expect(await ask(payments.quote, tooMany)).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
    expect(await ask(payments.checkoutAnonymous, tooMany)).toMatchObject({ status: 429 })
    expect(await ask(payments.quote, { body: consultationPurchase })).toMatchObject({ status: 200 })

    practice.clock.advance({ minutes: 16 })
    expect(await ask(payments.quote, tooMany)).toMatchObject({ status: 200 })
  })

  test.each([
    { amount: 1 },
    { amountCents: 1 },
    { currency: 'usd' },
    { priceId: 'price_of_mine' },
    { product: 'another-product' },
    { discountCode: '<script>' },
  ])('FUN-09 FUN-10 a purchase that says %j is refused and nothing is written', async (more) => {
    const { ask, practice, session, stripe } = await createShopSetup()
    const before = await scanWholeTable(practice)
    const body = { ...consultationPurchase, ...more }

    const answers = [
      await ask(payments.quote, { body }),
      await ask(payments.checkout, { as: session, body }),
      await ask(payments.checkoutAnonymous, { body }),
      await ask(payments.checkoutNewAccount, { body: { ...body, email: 'nueva@correo.test', token: 'A'.repeat(43) } }),
    ]

    expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual(
      Array.from({ length: 4 }, () => [400, 'invalid-input']),
    )
    expect(await scanWholeTable(practice)).toEqual(before)
    expect(stripe.standIn.sessions()).toEqual([])
  })
})

describe('a client who is signed in', () => {
  test('FUN-10 gets an order and the address of the payment page', async () => {
    const shop = await createShopSetup()

    const { status, body } = await shop.ask(payments.checkout, { as: shop.session, body: consultationPurchase })

    const [session] = shop.stripe.standIn.sessions()
    expect(status).toBe(200)
    expect(body).toEqual({
      orderId: expect.stringMatching(/^ord_/),
      url: session?.url,
      totalCents: 8000,
      heldUntil: null,
    })
    expect(await getStoredOrder(shop.practice, body.orderId)).toMatchObject({
      status: 'pending',
      customerId: shop.buyer.customerId,
      userId: shop.buyer.userId,
      totalCents: 8000,
      checkoutSessionId: session?.id,
    })
  })

  test('Stripe learns opaque ids only, charges our price and knows the way back', async () => {
    const shop = await createShopSetup()

    const { orderId } = await openStripeCheckout(shop)

    const [session] = shop.stripe.standIn.sessions()
    expect(session).toMatchObject({
      mode: 'payment',
      locale: 'es',
      currency: 'eur',
      amount_total: 8000,
      client_reference_id: orderId,
      metadata: { order_id: orderId, order_version: '1' },
      customer_email: shop.buyer.email,
      adaptive_pricing: { enabled: false },
      success_url: 'https://habitat.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://habitat.test/payment-canceled',
    })
    expect(JSON.stringify(session)).not.toContain('Ferrer')
  })

  test('DATA-08 the order is in the audit log with who asked for it and from where', async () => {
    const { ask, practice, session, buyer } = await createShopSetup()

    const { body } = await ask(payments.checkout, { as: session, body: consultationPurchase })

    expect(await listAuditChanges(practice)).toEqual([
      expect.objectContaining({
        action: 'ORDER_CREATED',
        userId: buyer.userId,
        subjectId: buyer.customerId,
        address: TEST_CALLER_ADDRESS,
        details: { orderId: body.orderId, product: 'primera-consulta', totalCents: 8000 },
      }),
    ])
  })

  test('a second click goes on with the same order and the same session', async () => {
    const shop = await createShopSetup()
    const first = await openStripeCheckout(shop)

    const second = await openStripeCheckout(shop)

    expect(second).toEqual(first)
    expect(shop.stripe.standIn.sessions()).toHaveLength(1)
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ order: 1, openOrder: 1, auditEntry: 1 })
  })

  test('ten clicks at once make one order and one session', async () => {
    const shop = await createShopSetup()

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.ask(payments.checkout, { as: shop.session, body: consultationPurchase })),
    )

    expect(new Set(answers.map(({ status, body }) => `${status} ${body.orderId} ${body.url}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(shop.stripe.standIn.sessions()).toHaveLength(1)
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ order: 1, openOrder: 1, auditEntry: 1 })
  })

  test('a first session that is paid in the moment in which another code is tried is the purchase', async () => {
    const shop = await createShopSetup()
    const first = await openStripeCheckout(shop)
    const { client } = shop.stripe
    const expire = client.checkout.sessions.expire.bind(client.checkout.sessions)
    vi.spyOn(client.checkout.sessions, 'expire').mockImplementationOnce(async (id) => {
      await shop.stripe.fillIn(first.url, 'pay', shop.buyer.email)
      return expire(id)
    })

    const answer = await shop.ask(payments.checkout, {
      as: shop.session,
      body: { ...consultationPurchase, discountCode: testPromotionCodes.quarterOff },
    })

    expect(answer).toEqual({ status: 409, body: { code: 'order-already-paid' } })
  })

  test('another code ends the first session and opens one at the new price, for the same order', async () => {
    const shop = await createShopSetup()
    const first = await openStripeCheckout(shop)

    const second = await openStripeCheckout(shop, { ...consultationPurchase, discountCode: testPromotionCodes.halfOff })

    expect(second).toMatchObject({ orderId: first.orderId, totalCents: 4000 })
    expect(second.sessionId).not.toBe(first.sessionId)
    expect(await getStoredOrder(shop.practice, first.orderId)).toMatchObject({
      version: 2,
      discountCode: testPromotionCodes.halfOff,
    })
    expect(shop.stripe.standIn.sessions().map(({ status, amount_total }) => [status, amount_total])).toEqual([
      ['open', 4000],
      ['expired', 8000],
    ])
  })

  test('taking the code back ends the cheap session', async () => {
    const shop = await createShopSetup()
    const cheap = await openStripeCheckout(shop, { ...consultationPurchase, discountCode: testPromotionCodes.halfOff })

    const dear = await openStripeCheckout(shop)

    expect(dear).toMatchObject({ orderId: cheap.orderId, totalCents: 8000 })
    expect(await getStoredOrder(shop.practice, cheap.orderId)).not.toHaveProperty('discountCode')
  })

  test('a session whose hour is over is replaced', async () => {
    const shop = await createShopSetup()
    const first = await openStripeCheckout(shop)
    shop.practice.clock.advance({ minutes: 61 })

    const second = await openStripeCheckout(shop)

    expect(second.orderId).toBe(first.orderId)
    expect(second.sessionId).not.toBe(first.sessionId)
    expect(await getStoredOrder(shop.practice, first.orderId)).toMatchObject({ status: 'pending', version: 2 })
  })

  test('an order reopened while its former session was being closed is still the only open one', async () => {
    const shop = await createShopSetup()
    const first = await openStripeCheckout(shop)
    // Stripe's event about the first session's end arrives before the second one is stored.
    const { sessions } = shop.stripe.client.checkout
    const expire = sessions.expire.bind(sessions)
    sessions.expire = async (id: string) => {
      const expired = await expire(id)
      for (const event of listShopStripeEvents(shop, 'checkout.session.expired'))
        await deliverStripeEvent(event, shop.practice)
      return expired
    }

    const second = await openStripeCheckout(shop, { ...consultationPurchase, discountCode: testPromotionCodes.halfOff })
    const third = await openStripeCheckout(shop, { ...consultationPurchase, discountCode: testPromotionCodes.halfOff })

    expect(second.orderId).toBe(first.orderId)
    expect(third).toEqual(second)
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ order: 1, openOrder: 1 })
  })

  test('an order that is paid already is not paid twice, and is fulfilled on the way', async () => {
    const shop = await createShopSetup()
    const { orderId, url } = await openStripeCheckout(shop)
    await shop.stripe.fillIn(url, 'pay')

    const again = await shop.ask(payments.checkout, { as: shop.session, body: consultationPurchase })

    expect(again).toEqual(refused('order-already-paid'))
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'paid' })
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ payment: 1, receipt: 1 })
  })

  test('an order whose payment is still being settled is not paid twice either, nor called paid', async () => {
    const shop = await createShopSetup()
    const { orderId, url } = await openStripeCheckout(shop)
    await shop.stripe.fillIn(url, 'later')

    const again = await shop.ask(payments.checkout, { as: shop.session, body: consultationPurchase })

    expect(again).toEqual(refused('payment-pending'))
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'pending' })
  })

  test('a bought consultation can be bought again', async () => {
    const shop = await createShopSetup()
    const first = await openStripeCheckout(shop)
    await shop.stripe.fillIn(first.url, 'pay')
    await shop.ask(payments.confirm, { body: { sessionId: first.sessionId } })

    const second = await openStripeCheckout(shop)

    expect(second.orderId).not.toBe(first.orderId)
    expect(second.url).toContain('/pages/pay/')
  })

  test('while Stripe does not answer the order is kept, and the next try goes on with it', async () => {
    const shop = await createShopSetup()
    shop.stripe.outage = true
    const refusedNow = await shop.ask(payments.checkout, { as: shop.session, body: consultationPurchase })
    shop.stripe.outage = false

    const second = await openStripeCheckout(shop)

    expect(refusedNow).toEqual({ status: 503, body: { code: 'payment-unavailable' } })
    expect(second.url).toContain('/pages/pay/')
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ order: 1, openOrder: 1, auditEntry: 1 })
  })

  test('an order that waited for Stripe for too long gets a session that still lives an hour', async () => {
    const shop = await createShopSetup()
    shop.stripe.outage = true
    await shop.ask(payments.checkout, { as: shop.session, body: consultationPurchase })
    shop.stripe.outage = false
    shop.practice.clock.advance({ hours: 3 })

    const second = await openStripeCheckout(shop)

    expect(second.url).toContain('/pages/pay/')
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ order: 1 })
  })

  test('LIM-01 a session for which Stripe asks another amount is ended and sells nothing', async () => {
    const shop = await createShopSetup()
    const { sessions } = shop.stripe.client.checkout
    const create = sessions.create.bind(sessions)
    vi.spyOn(sessions, 'create').mockImplementation(async (...given) => ({
      ...(await create(...given)),
      amount_total: 7900,
    }))

    const answer = await shop.ask(payments.checkout, { as: shop.session, body: consultationPurchase })

    expect(answer).toEqual({ status: 500, body: { code: 'fault' } })
    expect(shop.stripe.standIn.sessions().map(({ status }) => status)).toEqual(['expired'])
  })
})

describe('a buyer without an account', () => {
  test('FUN-09 gets an order of nobody and comes back to pages that need nothing of the server', async () => {
    const shop = await createShopSetup()

    const { status, body } = await shop.ask(payments.checkoutAnonymous, { body: consultationPurchase })

    const order = await getStoredOrder(shop.practice, body.orderId)
    expect(status).toBe(200)
    expect(order).toMatchObject({ status: 'pending', totalCents: 8000 })
    expect(order).not.toHaveProperty('customerId')
    expect(shop.stripe.standIn.sessions()[0]).toMatchObject({
      success_url: 'https://habitat.test/pago-exitoso',
      cancel_url: 'https://habitat.test/primera-consulta?status=canceled',
      customer_email: null,
    })
  })
})

const refused = (code: string) => ({ status: 409, body: { code } })

describe('A-14 a minor', () => {
  test('buys only once their guardian has agreed', async () => {
    const { ask, practice, buyer, session } = await createShopSetup()
    await practice.data.users.patch({ userId: buyer.userId }).set({ birthDate: '2009-06-01' }).go()

    const before = await ask(payments.checkout, { as: session, body: consultationPurchase })
    const agreedAt = practice.now().toISOString()
    await practice.data.users.patch({ userId: buyer.userId }).set({ guardianConsentAt: agreedAt }).go()
    const after = await ask(payments.checkout, { as: session, body: consultationPurchase })

    expect(before).toEqual({ status: 409, body: { code: 'guardian-consent-required' } })
    expect(after.status).toBe(200)
  })

  test('A-20 somebody whose age was never asked buys as before', async () => {
    const { ask, practice, buyer, session } = await createShopSetup()
    await practice.data.users.patch({ userId: buyer.userId }).remove(['birthDate']).go()

    expect(await ask(payments.checkout, { as: session, body: consultationPurchase })).toMatchObject({ status: 200 })
  })
})
