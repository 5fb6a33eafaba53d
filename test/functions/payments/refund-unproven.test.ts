import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { payments } from '#contract/payments'
import { adoptCustomer } from '#platform/waiting-customer'
import { everythingIn } from '../../support/everything.ts'
import { mailroom } from '../../support/mailed.ts'
import { aCliente, anAdministrador, aPasswordSession, proveSecondFactor } from '../../support/people.ts'
import { auditActionsOf, auditOf } from '../../support/practice.ts'
import { anonymouslyPaid, aShop, eventsOf, orderIn, type Shop } from '../../support/shop.ts'
import { codes, deliver } from '../../support/stripe.ts'

const ADDRESS = 'marta@correo.test'

/** Somebody has paid with an address that nobody has proven, and an administrador has just proven the app. */
async function aDesk() {
  const shop = await aShop()
  const { orderId, sessionId } = await anonymouslyPaid(shop, ADDRESS)
  await shop.ask(payments.confirm, { body: { sessionId } })
  const { customerId = '' } = (await orderIn(shop.practice, orderId)) ?? {}
  const boss = await anAdministrador(shop.practice)
  const as = aPasswordSession(boss, shop.practice)
  const params = { customerId, paymentId: orderId.replace('ord_', 'pay_') }
  return {
    ...shop,
    orderId,
    customerId,
    boss,
    refund: () => shop.ask(payments.refundUnproven, { as, params }),
    unproven: async () => (await shop.ask(payments.listUnproven, { as, params: { customerId } })).body.items,
    waiting: async () => (await shop.practice.data.ordersToSchedule.query.byCustomer({ customerId }).go()).data,
    payment: async () => (await shop.practice.data.payments.get(params).go({ consistent: true })).data,
    mails: async () => (await mailroom(shop.practice).post()).filter(({ subject }) => /devuelto/.test(subject ?? '')),
  }
}

const refundsAt = async ({ stripe }: Shop) => (await stripe.client.refunds.list()).data.map(({ amount }) => amount)
const told = async (shop: Shop) => {
  for (const event of eventsOf(shop, 'charge.refunded')) expect(await deliver(event, shop.practice)).toBe(200)
}

test('A-64 what was paid under an unproven address is given back: the order waits for no date, its buyer is told, and it is written down who did it', async () => {
  const desk = await aDesk()

  const { status, body } = await desk.refund()

  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'refunded', refundedCents: 8000 })
  expect(await refundsAt(desk)).toEqual([8000])
  expect(await orderIn(desk.practice, desk.orderId)).toMatchObject({ status: 'reembolsado' })
  expect(await desk.waiting()).toEqual([])
  expect(await desk.unproven()).toEqual([])
  const [mail] = await desk.mails()
  expect(mail).toMatchObject({ subject: 'Te hemos devuelto tu pago', to: [{ address: ADDRESS }] })
  expect(mail?.text).toContain('80,00')
  const entries = (await auditOf(desk.practice)).filter(({ action }) => /REFUND/.test(action))
  expect(entries.map(({ action, userId }) => [action, userId])).toEqual([
    ['REFUND_REQUESTED', desk.boss.userId],
    ['PAYMENT_REFUNDED', desk.boss.userId],
  ])
})

test('A-64 twice at once, twice in turn and told by Stripe besides, it is given back and told once', async () => {
  const desk = await aDesk()

  const atOnce = await Promise.all([desk.refund(), desk.refund()])
  const after = await desk.refund()
  await told(desk)

  expect(atOnce.map(({ status }) => status)).toContain(200)
  expect(after).toEqual({ status: 409, body: { code: 'payment-refunded' } })
  expect(await refundsAt(desk)).toEqual([8000])
  expect(await desk.mails()).toHaveLength(1)
  const actions = await auditActionsOf(desk.practice)
  expect(actions.filter((action) => /REFUND/.test(action))).toEqual(['REFUND_REQUESTED', 'PAYMENT_REFUNDED'])
})

test('A-64 without a code of the last five minutes nothing is given back, and nothing is written', async () => {
  const desk = await aDesk()
  desk.practice.clock.advance({ minutes: 6 })
  const before = await desk.payment()

  const stale = await desk.refund()
  const unpaid = await refundsAt(desk)
  await proveSecondFactor(desk.boss, desk.practice)

  expect(stale).toEqual({ status: 403, body: { code: 'proof-required' } })
  expect(unpaid).toEqual([])
  expect(before).not.toHaveProperty('refundRequestedAt')
  expect((await desk.refund()).status).toBe(200)
})

test('A-64 while Stripe does not answer the payment stays, and the next press gives it back', async () => {
  const desk = await aDesk()
  desk.stripe.outage = true

  const during = await desk.refund()
  const meanwhile = await desk.payment()
  desk.stripe.outage = false
  const after = await desk.refund()

  expect(during).toEqual({ status: 503, body: { code: 'payment-unavailable' } })
  expect(meanwhile).toMatchObject({ status: 'completed', refundedCents: 0 })
  expect(after.body).toMatchObject({ status: 'refunded' })
  expect(await refundsAt(desk)).toEqual([8000])
  const actions = await auditActionsOf(desk.practice)
  expect(actions.filter((action) => action === 'REFUND_REQUESTED')).toHaveLength(1)
})

test('A-64 a refund that was cut off between Stripe and the table is finished by the next press, or by what Stripe tells', async () => {
  const desk = await aDesk()
  desk.stripe.outage = true
  await desk.refund()
  desk.stripe.outage = false
  const { data } = await desk.stripe.client.charges.list({ limit: 1 })
  await desk.stripe.client.refunds.create({ charge: data[0]?.id ?? '' })

  const { body } = await desk.refund()

  expect(body).toMatchObject({ status: 'refunded', refundedCents: 8000 })
  expect(await refundsAt(desk)).toEqual([8000])
  expect(await desk.mails()).toHaveLength(1)
})

test('A-64 of a payment that was given back in part, the rest is given back', async () => {
  const desk = await aDesk()
  const { data } = await desk.stripe.client.charges.list({ limit: 1 })
  await desk.stripe.client.refunds.create({ charge: data[0]?.id ?? '', amount: 3000 })
  await told(desk)

  await desk.refund()

  expect(await refundsAt(desk)).toEqual(expect.arrayContaining([3000, 5000]))
  expect((await desk.mails())[0]?.text).toContain('50,00')
})

test('A-64 what was given back at Stripe already is refused as such', async () => {
  const desk = await aDesk()
  const { data } = await desk.stripe.client.charges.list({ limit: 1 })
  await desk.stripe.client.refunds.create({ charge: data[0]?.id ?? '' })
  await told(desk)

  expect(await desk.refund()).toEqual({ status: 409, body: { code: 'payment-refunded' } })
})

test('A-64 once the address is proven the payment is its owner’s: nothing is given back from here', async () => {
  const desk = await aDesk()
  const { customerId } = desk
  await desk.practice.data.customers.patch({ customerId }).set({ userId: 'usr_of-the-owner' }).go()
  const before = await everythingIn(desk.practice)

  const answer = await desk.refund()

  expect(answer).toEqual({ status: 409, body: { code: 'address-proven' } })
  expect(await refundsAt(desk)).toEqual([])
  expect((await everythingIn(desk.practice)).length).toBeGreaterThanOrEqual(before.length)
  expect(await desk.payment()).toMatchObject({ status: 'completed' })
})

test('A-64 a purchase that a code made free is given back without asking Stripe', async () => {
  const shop = await aShop()
  const { body } = await shop.ask(payments.checkoutAnonymous, {
    body: { product: 'primera-consulta', discountCode: codes.everythingOff },
  })
  await shop.stripe.fillIn(body.url, 'pay', ADDRESS)
  const { checkoutSessionId: sessionId = '' } = (await orderIn(shop.practice, body.orderId)) ?? {}
  await shop.ask(payments.confirm, { body: { sessionId } })
  const { customerId = '' } = (await orderIn(shop.practice, body.orderId)) ?? {}
  const boss = await anAdministrador(shop.practice)

  const answer = await shop.ask(payments.refundUnproven, {
    as: aPasswordSession(boss, shop.practice),
    params: { customerId, paymentId: body.orderId.replace('ord_', 'pay_') },
  })

  expect(answer.body).toMatchObject({ status: 'refunded', refundedCents: 0 })
  expect(await orderIn(shop.practice, body.orderId)).toMatchObject({ status: 'reembolsado' })
})

test('A-64 what is given back while it moves to the account of its buyer arrives there as given back', async () => {
  const desk = await aDesk()
  const { data } = desk.practice
  const buyer = await aCliente(desk.practice)
  const { data: waiting } = await data.customers.get({ customerId: desk.customerId }).go()
  assert(waiting)
  const refunds: number[] = []
  let moves = 0
  const transact: typeof data.transact = async (writes) => {
    // After all of it has been read, and before any of it is written.
    if (moves++ === 0) refunds.push((await desk.refund()).status)
    return data.transact(writes)
  }
  const owner = { userId: buyer.userId, email: ADDRESS, name: 'Marta Ruiz', caller: undefined }

  await adoptCustomer(
    waiting,
    { owner, customerId: buyer.customerId },
    { ...desk.practice, data: { ...data, transact } },
  )

  expect({ moves, refunds }).toEqual({ moves: 2, refunds: [200] })
  const { data: moved } = await data.payments.query.byCustomer({ customerId: buyer.customerId }).go()
  expect(moved).toMatchObject([{ status: 'refunded', refundedCents: 8000 }])
  expect((await data.ordersToSchedule.query.byCustomer({ customerId: buyer.customerId }).go()).data).toEqual([])
  expect(await orderIn(desk.practice, desk.orderId)).toMatchObject({ status: 'reembolsado', userId: buyer.userId })
  expect(await refundsAt(desk)).toEqual([8000])
})
