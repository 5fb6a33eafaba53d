import { describe, expect, test, vi } from 'vitest'
import { payments } from '#contract/payments-domain'
import { practiceLegalDetails as practiceData } from '#contract/practice'
import { findCustomersByEmail } from '#data/email-holders'
import { scanWholeTable, countItemsByEntity } from '../../support/scan-whole-table.ts'
import { listAuditedActions, listAuditChanges } from '../../support/practice.ts'
import { shuffleItems } from '../../support/shuffled.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import {
  payWithoutAccount,
  createUnverifiedAccount,
  createShopSetup,
  openStripeCheckout,
  consultationPurchase,
  listShopStripeEvents,
  getStoredOrder,
  payAtStripe,
  toPurchaseRequest,
  getOrderCheckoutSession,
  type ShopSetup,
} from '../../support/shop.ts'
import {
  testPromotionCodes,
  deliverStripeEvent,
  deliverStripePayload,
  signStripePayload,
} from '../../support/stripe-setup.ts'

const ONCE = { payment: 1, receipt: 1, mail: 1 }

describe('a paid session', () => {
  test.each([1, 2, 3, 4, 5])('is one payment however its events repeat, race and come (order %i)', async (seed) => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop)
    const events = listShopStripeEvents(shop)
    const completed = listShopStripeEvents(shop, 'checkout.session.completed')
    expect(events.map(({ type }) => type)).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
    const deliveries = [...events, ...events, ...Array.from({ length: 20 }, () => completed).flat()]
    const calls = shuffleItems(
      [
        ...deliveries.map((event) => () => deliverStripeEvent(event, shop.practice)),
        ...Array.from({ length: 5 }, () => async () => (await confirm(shop, sessionId)).status),
      ],
      seed,
    )

    const answers = await Promise.all(calls.map((call) => call()))

    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await countItemsByEntity(shop.practice)).toMatchObject(ONCE)
    expect(await listAuditedActions(shop.practice)).toEqual(['ORDER_CREATED', 'PAYMENT_COMPLETED'])
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'paid' })
  })

  test('A-65 is asked after no more than thirty times in a quarter of an hour by one place', async () => {
    const shop = await createShopSetup()
    const answers = []
    for (let asked = 0; asked < 31; asked++) answers.push((await confirm(shop, 'cs_test_unknown0001')).status)

    expect(answers.slice(-2)).toEqual([409, 429])
  })

  test('FUN-11 PAY-28 is recorded when the buyer comes back, before any webhook', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop)

    const answer = await confirm(shop, sessionId)

    expect(answer).toEqual({ status: 200, body: { status: 'paid', startsAt: null } })
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({
      status: 'paid',
      paidAt: '2026-11-21T09:00:00.000Z',
      checkoutSessionId: sessionId,
    })
  })

  test('DATA-16 becomes a payment in the file of the buyer, and a receipt', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop)

    await confirm(shop, sessionId)

    const { customerId } = shop.buyer
    const paymentId = orderId.replace('ord_', 'pay_')
    const { data: payment } = await shop.practice.data.payments.get({ customerId, paymentId }).go()
    const { data: receipt } = await shop.practice.data.receipts.get({ orderId }).go()
    const common = { orderId, customerId, paymentId, amountCents: 8000, receiptNumber: '2026-000000000001' }
    expect(payment).toMatchObject({
      ...common,
      status: 'completed',
      currency: 'eur',
      refundedCents: 0,
      paidAt: '2026-11-21T09:00:00.000Z',
      paymentIntentId: expect.stringMatching(/^pi_/),
    })
    expect(receipt).toMatchObject({
      ...common,
      buyerName: 'Lucía Ferrer',
      issuer: { legalName: practiceData.legalName, taxId: practiceData.taxId, address: practiceData.address },
      vat: practiceData.vat,
      listCents: 10_000,
      concept: 'Primera consulta (30 minutos, por videollamada)',
      fileKey: `${customerId}/receipt/1795251600000-000000000001.pdf`,
    })
  })

  test.each([
    ['was the only one', ['card'], {}, 'card'],
    ['was one of several', ['card', 'bizum', 'link'], {}, undefined],
    ['has no Spanish word here', ['multibanco'], {}, undefined],
    ['paid nothing', ['card'], { discountCode: testPromotionCodes.everythingOff }, undefined],
  ])('has the means of payment on its receipt where Stripe says which: it %s', async (_, offered, discount, method) => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop, { ...consultationPurchase, ...discount })
    const { sessions } = (await shop.practice.stripe.client()).checkout
    const retrieve = sessions.retrieve.bind(sessions)
    vi.spyOn(sessions, 'retrieve').mockImplementation(async (...asked) => ({
      ...(await retrieve(...asked)),
      payment_method_types: offered,
    }))

    await confirm(shop, sessionId)

    const { data: receipt } = await shop.practice.data.receipts.get({ orderId }).go()
    expect(receipt?.receiptNumber).toBeDefined()
    expect(receipt?.paymentMethod).toBe(method)
  })

  test('DATA-08 is in the audit log with ids and amount, and no name', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop)

    await confirm(shop, sessionId)

    const entry = (await listAuditChanges(shop.practice)).find(({ action }) => action === 'PAYMENT_COMPLETED')
    expect(entry).toMatchObject({
      userId: 'stripe',
      subjectId: shop.buyer.customerId,
      details: { orderId, totalCents: 8000 },
    })
    expect(JSON.stringify(entry)).not.toMatch(/Ferrer|@/)
  })

  test('is paid also when a code left nothing to pay', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop, {
      ...consultationPurchase,
      discountCode: testPromotionCodes.everythingOff,
    })

    const answer = await confirm(shop, sessionId)

    expect(answer.status).toBe(200)
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'paid', totalCents: 0 })
  })

  test('that asks for nothing is not paid before its buyer has finished it', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await openStripeCheckout(shop, {
      ...consultationPurchase,
      discountCode: testPromotionCodes.everythingOff,
    })

    const answer = await confirm(shop, sessionId)

    expect(answer).toEqual({ status: 409, body: { code: 'payment-not-completed' } })
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'pending' })
  })

  test('is recorded although the machine stopped before the session was written down', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop)
    await shop.practice.data.orders.patch({ orderId }).remove(['checkoutSessionId']).go()

    const answer = await confirm(shop, sessionId)

    expect(answer.status).toBe(200)
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'paid', checkoutSessionId: sessionId })
  })

  test('A-24 pays for an account that is not verified yet', async () => {
    const shop = await createShopSetup()
    const account = await createUnverifiedAccount(shop)
    const { body } = await shop.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })
    await shop.stripe.fillIn(body.url, 'pay')

    await deliverAll(shop)

    const order = await getStoredOrder(shop.practice, body.orderId)
    const { data: waiting } = await shop.practice.data.customers.get({ customerId: order?.customerId ?? '' }).go()
    expect(order?.status).toBe('paid')
    // Waits under the address until somebody verifies it.
    expect(waiting).toMatchObject({ email: account.email })
    expect(waiting?.userId).toBeUndefined()
  })

  test('while Stripe does not answer nobody is told that it was paid, and the event comes again', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop)
    shop.stripe.outage = true
    const unanswered = [await confirm(shop, sessionId), await deliverAll(shop)]
    shop.stripe.outage = false

    await deliverAll(shop)

    expect(unanswered).toEqual([{ status: 503, body: { code: 'payment-unavailable' } }, [200, 200, 503]])
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'paid' })
  })
})

describe('what the webhook does not believe', () => {
  test.each([
    ['a signature made with another secret', (payload: string) => signStripePayload(payload, 0, 'whsec_of_somebody')],
    ['a signature of more than five minutes ago', (payload: string) => signStripePayload(payload, 301)],
    ['a signature of another body', (payload: string) => signStripePayload(`${payload} `)],
    ['no signature', () => ''],
    ['nonsense for a signature', () => 't=1,v1=00'],
  ])('%s', async (_, forge) => {
    const shop = await createShopSetup()
    await payAtStripe(shop)
    const before = await recordsIn(shop.practice)
    const payload = JSON.stringify(listShopStripeEvents(shop, 'checkout.session.completed')[0])

    const answer = await deliverStripePayload(payload, shop.practice, { signature: forge(payload) })

    expect(answer).toEqual({ status: 400, body: '{"code":"signature-invalid"}' })
    expect(await recordsIn(shop.practice)).toEqual(before)
  })

  test.each(['{}', 'null', '[]', '{"id":"evt_1","type":"x"}'])('a signed body that is no event: %s', async (body) => {
    const shop = await createShopSetup()
    const before = await recordsIn(shop.practice)

    const answer = await deliverStripePayload(body, shop.practice)

    expect(answer.status).toBe(400)
    expect(await recordsIn(shop.practice)).toEqual(before)
  })

  test('a signed body that is not JSON', async () => {
    const shop = await createShopSetup()

    const answer = await deliverStripePayload('{"id":', shop.practice)

    expect(answer.status).toBe(400)
  })

  test('the amount and state that an event claims: Stripe is asked', async () => {
    const shop = await createShopSetup()
    const { orderId } = await openStripeCheckout(shop)
    const [session] = shop.stripe.standIn.sessions()
    const claimed = { ...session, payment_status: 'paid', status: 'complete' }

    const status = await deliverStripeEvent(
      { id: 'evt_claim', object: 'event', type: 'checkout.session.completed', data: { object: claimed } },
      shop.practice,
    )

    expect(status).toBe(200)
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'pending' })
    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('payment')
  })

  test('but it does believe the same bytes in base64', async () => {
    const shop = await createShopSetup()
    const { orderId } = await payAtStripe(shop)
    const payload = JSON.stringify(listShopStripeEvents(shop, 'checkout.session.completed')[0])

    const answer = await deliverStripePayload(payload, shop.practice, { base64: true })

    expect(answer.status).toBe(200)
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'paid' })
  })
})

describe('a session that does not pay its order', () => {
  const mismatches: [string, (shop: ShopSetup, orderId: string) => Promise<unknown>][] = [
    ['at another price', ({ practice }, orderId) => change(practice, orderId, { totalCents: 8001 })],
    ['in another currency', ({ practice }, orderId) => change(practice, orderId, { currency: 'usd' })],
    [
      'that has another session',
      ({ practice }, orderId) => change(practice, orderId, { checkoutSessionId: 'cs_test_another' }),
    ],
    ['that is not there', ({ practice }, orderId) => practice.data.orders.remove({ orderId }).go()],
  ]
  test.each(mismatches)('an order %s is not paid by it, and nothing is written', async (_, spoil) => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop)
    await spoil(shop, orderId)
    const before = await recordsIn(shop.practice)

    const answer = await confirm(shop, sessionId)
    const unchanged = await recordsIn(shop.practice)
    const delivered = await deliverAll(shop)

    expect(answer).toEqual({ status: 409, body: { code: 'payment-mismatch' } })
    expect(unchanged).toEqual(before)
    expect(delivered).toEqual([200, 200, 200])
    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('payment')
  })

  test('a session of an order that was reopened since does not pay it', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop)
    await shop.practice.data.orders.patch({ orderId }).set({ version: 2 }).remove(['checkoutSessionId']).go()

    const answer = await confirm(shop, sessionId)

    expect(answer).toEqual({ status: 409, body: { code: 'payment-mismatch' } })
  })

  test("somebody else's paid session pays their order and not mine", async () => {
    const shop = await createShopSetup()
    const mine = await openStripeCheckout(shop)
    const other = await createCliente(shop.practice)
    const { body } = await shop.ask(payments.checkout, {
      as: createPasswordSessionClaims(other, shop.practice),
      body: consultationPurchase,
    })
    await shop.stripe.fillIn(body.url, 'pay')

    await confirm(shop, await getOrderCheckoutSession(shop.practice, body.orderId))

    expect(await getStoredOrder(shop.practice, mine.orderId)).toMatchObject({ status: 'pending' })
    expect(await getStoredOrder(shop.practice, body.orderId)).toMatchObject({
      status: 'paid',
      customerId: other.customerId,
    })
  })

  test('a session that Stripe does not know is none of ours', async () => {
    const shop = await createShopSetup()

    const answer = await confirm(shop, 'cs_test_0000000000000000')

    expect(answer).toEqual({ status: 409, body: { code: 'payment-mismatch' } })
  })

  test.each(['', 'cs_live', 'pi_000000000000', 'cs_test_../../charges', 'cs_test_a b c d e f g'])(
    'the session id %j is refused without asking Stripe',
    async (sessionId) => {
      const shop = await createShopSetup()
      shop.stripe.outage = true

      expect(await confirm(shop, sessionId)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    },
  )

  test('an unpaid session is not a payment', async () => {
    const shop = await createShopSetup()
    const { sessionId } = await openStripeCheckout(shop)
    const before = await recordsIn(shop.practice)

    const answer = await confirm(shop, sessionId)

    expect(answer).toEqual({ status: 409, body: { code: 'payment-not-completed' } })
    expect(await recordsIn(shop.practice)).toEqual(before)
  })
})

describe('a payment without an account', () => {
  test('makes a client of the practice, and the mail invites to create the account', async () => {
    const shop = await createShopSetup()
    const { orderId } = await payWithoutAccount(shop, 'Nadie@Correo.test')

    await deliverAll(shop)

    const order = await getStoredOrder(shop.practice, orderId)
    const { data: customer } = await shop.practice.data.customers.get({ customerId: order?.customerId ?? '' }).go()
    const { data: mail } = await receiptMail(shop, orderId)
    expect(customer).toMatchObject({ email: 'nadie@correo.test', name: 'nadie@correo.test' })
    expect(customer).not.toHaveProperty('userId')
    expect(mail).toMatchObject({
      to: 'nadie@correo.test',
      status: 'queued',
      content: { kind: 'receipt', invite: true },
    })
    expect(await listAuditedActions(shop.practice)).toEqual(['ORDER_CREATED', 'CUSTOMER_CREATED', 'PAYMENT_COMPLETED'])
  })

  test('is one payment and one client however its events repeat', async () => {
    const shop = await createShopSetup()
    const { sessionId } = await payWithoutAccount(shop, 'nadie@correo.test')
    const before = await countItemsByEntity(shop.practice)
    const events = Array.from({ length: 10 }, () => listShopStripeEvents(shop)).flat()

    await Promise.all([...events.map((event) => deliverStripeEvent(event, shop.practice)), confirm(shop, sessionId)])

    expect(await countItemsByEntity(shop.practice)).toMatchObject({ ...ONCE, customer: Number(before['customer']) + 1 })
  })

  test('with the address of a client goes to that client, who needs no invitation', async () => {
    const shop = await createShopSetup()
    const { orderId } = await payWithoutAccount(shop, shop.buyer.email.toUpperCase())
    const before = await countItemsByEntity(shop.practice)

    await deliverAll(shop)

    const { data: mail } = await receiptMail(shop, orderId)
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ customerId: shop.buyer.customerId })
    expect(mail).toMatchObject({ to: shop.buyer.email, content: { name: 'Lucía Ferrer', invite: false } })
    expect((await countItemsByEntity(shop.practice))['customer']).toBe(before['customer'])
  })

  test('with an address that an account claims and has not proven goes to a client of its own', async () => {
    const shop = await createShopSetup()
    const claimant = await createCliente(shop.practice, { status: 'unconfirmed' })
    const { orderId } = await payWithoutAccount(shop, claimant.email)

    await deliverAll(shop)

    const order = await getStoredOrder(shop.practice, orderId)
    const { data: mail } = await receiptMail(shop, orderId)
    expect(order?.customerId).not.toBe(claimant.customerId)
    expect(mail).toMatchObject({ to: claimant.email, content: { name: '', invite: true } })
  })

  test('with an address of two records goes to the one with the account, though the other is older', async () => {
    const shop = await createShopSetup()
    const { customerId, email } = shop.buyer
    const older = { customerId: 'cus_entered-by-hand', name: 'Ada', email, createdAt: '2020-01-01T00:00:00.000Z' }
    await shop.practice.data.customers.create(older).go()
    const { orderId } = await payWithoutAccount(shop, email)

    await deliverAll(shop)

    expect((await findCustomersByEmail(email, shop.practice.data)).map((each) => each.customerId)).toEqual([
      older.customerId,
      customerId,
    ])
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ customerId })
  })

  test('with the address of a client who has no account invites them', async () => {
    const shop = await createShopSetup()
    const ada = {
      customerId: 'cus_entered-by-hand',
      name: 'Ada',
      email: 'ada@correo.test',
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    await shop.practice.data.customers.create(ada).go()
    const { orderId } = await payWithoutAccount(shop, 'ada@correo.test')

    await deliverAll(shop)

    const { data: mail } = await receiptMail(shop, orderId)
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ customerId: ada.customerId })
    expect(mail).toMatchObject({ content: { name: 'Ada', invite: true } })
  })
})

/** Without rate-limit counters, which every confirmation changes. */
const recordsIn = async (practice: ShopSetup['practice']) =>
  (await scanWholeTable(practice)).filter(({ __edb_e__: entity }) => entity?.S !== 'rateLimit')

const confirm = ({ ask }: ShopSetup, sessionId: string) => ask(payments.confirm, { body: { sessionId } })

async function deliverAll(shop: ShopSetup): Promise<number[]> {
  const statuses: number[] = []
  for (const event of listShopStripeEvents(shop)) statuses.push(await deliverStripeEvent(event, shop.practice))
  return statuses
}

const change = ({ data }: ShopSetup['practice'], orderId: string, changes: object) =>
  data.orders.patch({ orderId }).set(changes).go()

const receiptMail = ({ practice }: ShopSetup, orderId: string) =>
  practice.data.mails.get({ mailId: `${orderId.replace('ord_', 'mai_')}-receipt` }).go()
