import assert from 'node:assert/strict'
import { expect, test, vi } from 'vitest'
import { payments } from '#contract/payments-domain'
import { claimUnclaimedCustomer } from '../../../functions/customers/public/unclaimed-customer.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  recordSecondFactorProof,
} from '../../support/people.ts'
import { listAuditedActions, listAuditChanges } from '../../support/practice.ts'
import {
  payWithoutAccount,
  createShopSetup,
  listShopStripeEvents,
  getStoredOrder,
  type ShopSetup,
} from '../../support/shop.ts'
import { testPromotionCodes, deliverStripeEvent } from '../../support/stripe-setup.ts'

const ADDRESS = 'marta@correo.test'

async function aSetup() {
  const shop = await createShopSetup()
  const { orderId, sessionId } = await payWithoutAccount(shop, ADDRESS)
  await shop.ask(payments.confirm, { body: { sessionId } })
  const { customerId = '' } = (await getStoredOrder(shop.practice, orderId)) ?? {}
  const boss = await createAdministrador(shop.practice)
  const as = createPasswordSessionClaims(boss, shop.practice)
  const params = { customerId, paymentId: orderId.replace('ord_', 'pay_') }
  return {
    ...shop,
    orderId,
    customerId,
    boss,
    refund: () => shop.ask(payments.refundUnproven, { as, params }),
    refundPart: () => {
      const body = { refundId: 'ref_22222222-2222-4222-8222-222222222222', amountCents: 3000, reason: 'Se cortó antes' }
      return shop.ask(payments.refundOfCustomer, { as, params, body })
    },
    unproven: async () => (await shop.ask(payments.listUnproven, { as, params: { customerId } })).body.items,
    waiting: async () => (await shop.practice.data.ordersToSchedule.query.byCustomer({ customerId }).go()).data,
    refunds: async () => (await shop.practice.data.refunds.query.byOrder({ orderId }).go()).data,
    payment: async () => (await shop.practice.data.payments.get(params).go()).data,
    mails: async () =>
      (await createOutboxReader(shop.practice).post()).filter(({ subject }) =>
        /devolución|devuelto/.test(subject ?? ''),
      ),
  }
}

const refundsAt = async ({ stripe }: ShopSetup) => (await stripe.client.refunds.list()).data.map(({ amount }) => amount)
const told = async (shop: ShopSetup) => {
  for (const event of listShopStripeEvents(shop, 'charge.refunded'))
    expect(await deliverStripeEvent(event, shop.practice)).toBe(200)
}

test('A-64 what was paid under an unproven address is given back: the order waits for no date, its buyer is told, and it is written down who did it', async () => {
  const setup = await aSetup()

  const { status, body } = await setup.refund()

  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'refunded', refundedCents: 8000 })
  expect(await refundsAt(setup)).toEqual([8000])
  expect(await getStoredOrder(setup.practice, setup.orderId)).toMatchObject({ status: 'refunded' })
  expect(await setup.waiting()).toEqual([])
  expect(await setup.unproven()).toEqual([])
  const [mail] = await setup.mails()
  expect(mail).toMatchObject({ subject: 'Te hemos devuelto tu pago', to: [{ address: ADDRESS }] })
  expect(mail?.text).toContain('80,00')
  const entries = (await listAuditChanges(setup.practice)).filter(({ action }) => /REFUND/.test(action))
  expect(entries.map(({ action, userId }) => [action, userId])).toEqual([
    ['REFUND_REQUESTED', setup.boss.userId],
    ['PAYMENT_REFUNDED', setup.boss.userId],
  ])
})

test('A-64 twice at once, twice in turn and told by Stripe besides, it is given back and told once', async () => {
  const setup = await aSetup()

  const atOnce = await Promise.all([setup.refund(), setup.refund()])
  const after = await setup.refund()
  await told(setup)

  expect(atOnce.map(({ status }) => status)).toContain(200)
  expect(after).toMatchObject({ status: 200, body: { status: 'refunded', refundedCents: 8000 } })
  expect(await refundsAt(setup)).toEqual([8000])
  expect(await setup.mails()).toHaveLength(1)
  const actions = await listAuditedActions(setup.practice)
  expect(actions.filter((action) => /REFUND/.test(action))).toEqual(['REFUND_REQUESTED', 'PAYMENT_REFUNDED'])
})

test('A-64 two presses at once are one request to Stripe, and the refund there names the order and ours', async () => {
  const setup = await aSetup()
  const create = vi.spyOn(setup.stripe.client.refunds, 'create')

  await Promise.all([setup.refund(), setup.refund()])

  const [refund] = await setup.refunds()
  const keys = create.mock.calls.map(([, options]) => options?.idempotencyKey)
  expect(new Set(keys)).toEqual(new Set([`refund:${setup.orderId}:${refund?.refundId}:8000`]))
  const { data } = await setup.stripe.client.refunds.list()
  expect(data.map(({ metadata }) => metadata)).toEqual([{ order_id: setup.orderId, refund_id: refund?.refundId }])
})

test.each([
  ['while another press is at it', 'idempotency_key_in_use'],
  ['while too little money is on the account at Stripe', 'balance_insufficient'],
])('A-64 %s the refund stays asked for, and the next press makes it', async (_, code) => {
  const setup = await aSetup()
  const create = vi.spyOn(setup.stripe.client.refunds, 'create')
  create.mockRejectedValueOnce(Object.assign(new Error('Stripe says no'), { code }))

  const during = await setup.refund()
  const meanwhile = await setup.refunds()
  const after = await setup.refund()

  expect(during.status).toBe(503)
  expect(meanwhile).toMatchObject([{ status: 'requested', amountCents: 8000 }])
  expect(after.body).toMatchObject({ status: 'refunded' })
  expect(await refundsAt(setup)).toEqual([8000])
})

test('A-64 without a code of the last five minutes nothing is given back, and nothing is written', async () => {
  const setup = await aSetup()
  setup.practice.clock.advance({ minutes: 6 })
  const before = await setup.payment()

  const stale = await setup.refund()
  const unpaid = await refundsAt(setup)
  await recordSecondFactorProof(setup.boss, setup.practice)

  expect(stale).toEqual({ status: 403, body: { code: 'proof-required' } })
  expect(unpaid).toEqual([])
  expect(before).not.toHaveProperty('refundRequestedAt')
  expect((await setup.refund()).status).toBe(200)
})

test('A-64 while Stripe does not answer the refund stays asked for, and the next press gives it back', async () => {
  const setup = await aSetup()
  setup.stripe.outage = true

  const during = await setup.refund()
  const meanwhile = await setup.refunds()
  setup.stripe.outage = false
  const after = await setup.refund()

  expect(during).toEqual({ status: 503, body: { code: 'payment-unavailable' } })
  expect(meanwhile).toMatchObject([{ status: 'requested', amountCents: 8000 }])
  expect(after.body).toMatchObject({ status: 'refunded' })
  expect(await refundsAt(setup)).toEqual([8000])
  const actions = await listAuditedActions(setup.practice)
  expect(actions.filter((action) => action === 'REFUND_REQUESTED')).toHaveLength(1)
})

test('A-64 a refund that was cut off between Stripe and the table is finished by the next press, or by what Stripe tells', async () => {
  const setup = await aSetup()
  setup.stripe.outage = true
  await setup.refund()
  setup.stripe.outage = false
  const { data } = await setup.stripe.client.charges.list({ limit: 1 })
  const [{ refundId } = { refundId: '' }] = await setup.refunds()
  await setup.stripe.client.refunds.create({ charge: data[0]?.id ?? '', metadata: { refund_id: refundId } })

  const { body } = await setup.refund()

  expect(body).toMatchObject({ status: 'refunded', refundedCents: 8000 })
  expect(await refundsAt(setup)).toEqual([8000])
  expect(await setup.mails()).toHaveLength(1)
})

test('A-64 of a payment that was given back in part, the rest is given back', async () => {
  const setup = await aSetup()
  const { data } = await setup.stripe.client.charges.list({ limit: 1 })
  await setup.stripe.client.refunds.create({ charge: data[0]?.id ?? '', amount: 3000 })
  await told(setup)

  await setup.refund()

  expect(await refundsAt(setup)).toEqual(expect.arrayContaining([3000, 5000]))
  expect((await setup.mails())[0]?.text).toContain('50,00')
})

test('A-64 while a part waits for Stripe, the press that gives everything back makes both', async () => {
  const setup = await aSetup()
  setup.stripe.outage = true
  await setup.refundPart()
  setup.stripe.outage = false

  const { status, body } = await setup.refund()
  const again = await setup.refund()

  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'refunded', refundedCents: 8000 } })
  expect(again).toMatchObject({ status: 200, body: { status: 'refunded' } })
  expect(new Set(await refundsAt(setup))).toEqual(new Set([3000, 5000]))
  expect(await setup.waiting()).toEqual([])
  expect(await setup.refunds()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ reason: 'practice', amountCents: 3000, status: 'succeeded' }),
      expect.objectContaining({ reason: 'unproven', amountCents: 5000, status: 'succeeded' }),
    ]),
  )
})

test('A-64 what Stripe refuses for good of an unproven payment is said to be paid still', async () => {
  const setup = await aSetup()
  const refusal = { type: 'StripeInvalidRequestError', code: 'charge_disputed' }
  vi.spyOn(setup.stripe.client.refunds, 'create').mockRejectedValueOnce(Object.assign(new Error('disputed'), refusal))

  const { status, body } = await setup.refund()

  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'completed', refundedCents: 0 } })
  expect(await setup.waiting()).toHaveLength(1)
})

test('A-64 what was given back at Stripe already is refused as such', async () => {
  const setup = await aSetup()
  const { data } = await setup.stripe.client.charges.list({ limit: 1 })
  await setup.stripe.client.refunds.create({ charge: data[0]?.id ?? '' })
  await told(setup)

  expect(await setup.refund()).toEqual({ status: 409, body: { code: 'payment-refunded' } })
})

test('A-64 once the address is proven the payment is its owner’s: nothing is given back from here', async () => {
  const setup = await aSetup()
  const { customerId } = setup
  await setup.practice.data.customers.patch({ customerId }).set({ userId: 'usr_of-the-owner' }).go()
  const before = await scanWholeTable(setup.practice)

  const answer = await setup.refund()

  expect(answer).toEqual({ status: 409, body: { code: 'address-proven' } })
  expect(await refundsAt(setup)).toEqual([])
  expect((await scanWholeTable(setup.practice)).length).toBeGreaterThanOrEqual(before.length)
  expect(await setup.payment()).toMatchObject({ status: 'completed' })
})

test('A-64 a purchase that a code made free is given back without asking Stripe', async () => {
  const shop = await createShopSetup()
  const { body } = await shop.ask(payments.checkoutAnonymous, {
    body: { product: 'primera-consulta', discountCode: testPromotionCodes.everythingOff },
  })
  await shop.stripe.fillIn(body.url, 'pay', ADDRESS)
  const { checkoutSessionId: sessionId = '' } = (await getStoredOrder(shop.practice, body.orderId)) ?? {}
  await shop.ask(payments.confirm, { body: { sessionId } })
  const { customerId = '' } = (await getStoredOrder(shop.practice, body.orderId)) ?? {}
  const boss = await createAdministrador(shop.practice)

  const answer = await shop.ask(payments.refundUnproven, {
    as: createPasswordSessionClaims(boss, shop.practice),
    params: { customerId, paymentId: body.orderId.replace('ord_', 'pay_') },
  })

  expect(answer.body).toMatchObject({ status: 'refunded', refundedCents: 0 })
  expect(await getStoredOrder(shop.practice, body.orderId)).toMatchObject({ status: 'refunded' })
})

test('A-64 what is given back while it moves to the account of its buyer arrives there as given back', async () => {
  const setup = await aSetup()
  const { data } = setup.practice
  const buyer = await createCliente(setup.practice)
  const { data: waiting } = await data.customers.get({ customerId: setup.customerId }).go()
  assert(waiting)
  const refunds: number[] = []
  let moves = 0
  const transact: typeof data.transact = async (writes) => {
    // After all reads and before any write.
    if (moves++ === 0) refunds.push((await setup.refund()).status)
    return data.transact(writes)
  }
  const owner = { userId: buyer.userId, email: ADDRESS, name: 'Marta Ruiz', caller: undefined }

  await claimUnclaimedCustomer(
    waiting,
    { owner, customerId: buyer.customerId },
    { ...setup.practice, data: { ...data, transact } },
  )

  expect({ moves, refunds }).toEqual({ moves: 2, refunds: [200] })
  const { data: moved } = await data.payments.query.byCustomer({ customerId: buyer.customerId }).go()
  expect(moved).toMatchObject([{ status: 'refunded', refundedCents: 8000 }])
  expect((await data.ordersToSchedule.query.byCustomer({ customerId: buyer.customerId }).go()).data).toEqual([])
  expect(await getStoredOrder(setup.practice, setup.orderId)).toMatchObject({
    status: 'refunded',
    userId: buyer.userId,
  })
  expect(await refundsAt(setup)).toEqual([8000])
})
