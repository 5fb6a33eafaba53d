import { expect, test } from 'vitest'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { createOpenCheckoutSession, createPaidCheckoutSession, startTestStripe } from './start-test-stripe.ts'

test('a payment is given back whole', async () => {
  const bench = await startTestStripe()
  const { intent } = await createPaidCheckoutSession(bench)

  const refund = await bench.client.refunds.create({ payment_intent: intent, reason: 'requested_by_customer' })

  const [charge] = (await bench.client.charges.list({ expand: ['data.refunds'] })).data
  expect(refund).toMatchObject({ amount: 8000, status: 'succeeded', reason: 'requested_by_customer' })
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 8000, refunds: { data: [{ id: refund.id }] } })
})

test('a payment is given back in parts until nothing is left', async () => {
  const bench = await startTestStripe()
  const { intent } = await createPaidCheckoutSession(bench)

  await bench.client.refunds.create({ payment_intent: intent, amount: 3000 })
  const [partly] = (await bench.client.charges.list()).data
  await bench.client.refunds.create({ payment_intent: intent, amount: 5000 })
  const [wholly] = (await bench.client.charges.list()).data

  expect(partly).toMatchObject({ refunded: false, amount_refunded: 3000 })
  expect(wholly).toMatchObject({ refunded: true, amount_refunded: 8000 })
})

test('more than was paid is not given back', async () => {
  const bench = await startTestStripe()
  const { intent } = await createPaidCheckoutSession(bench)
  await bench.client.refunds.create({ payment_intent: intent, amount: 3000 })

  const refused = bench.client.refunds.create({ payment_intent: intent, amount: 5001 })

  await expect(refused).rejects.toMatchObject({ statusCode: 400, param: 'amount' })
  expect((await bench.client.refunds.list({ payment_intent: intent })).data).toHaveLength(1)
})

test('what was given back whole is not given back again', async () => {
  const bench = await startTestStripe()
  const { intent } = await createPaidCheckoutSession(bench)
  await bench.client.refunds.create({ payment_intent: intent })

  const refused = bench.client.refunds.create({ payment_intent: intent })

  await expect(refused).rejects.toMatchObject({ code: 'charge_already_refunded' })
})

test.each([0, -100])('an amount of %i cents is not given back', async (amount) => {
  const bench = await startTestStripe()
  const { intent } = await createPaidCheckoutSession(bench)

  const refused = bench.client.refunds.create({ payment_intent: intent, amount })

  await expect(refused).rejects.toMatchObject({ statusCode: 400, param: 'amount' })
})

test('a payment that failed has nothing to give back', async () => {
  const bench = await startTestStripe()
  const { page } = await createOpenCheckoutSession(bench)
  await bench.submit(page, { act: 'decline', email: 'ana@example.com' })
  const [intent] = (await bench.client.paymentIntents.list()).data

  const refused = bench.client.refunds.create({ payment_intent: intent?.id ?? '' })

  await expect(refused).rejects.toMatchObject({ statusCode: 400 })
})

test('a refund is announced with what has been given back so far', async () => {
  const bench = await startTestStripe()
  const { intent } = await createPaidCheckoutSession(bench)

  await bench.client.refunds.create({ payment_intent: intent, amount: 3000 })

  expect(bench.standIn.events().slice(0, 2)).toMatchObject([
    { type: 'charge.refunded', data: { object: { amount_refunded: 3000, payment_intent: intent } } },
    { type: 'refund.created', data: { object: { amount: 3000, payment_intent: intent } } },
  ])
})

test('the same idempotency key gives money back once', async () => {
  const bench = await startTestStripe()
  const { intent } = await createPaidCheckoutSession(bench)
  const wish = { payment_intent: intent, amount: 3000 }

  await bench.client.refunds.create(wish, { idempotencyKey: 'refund:1' })
  await bench.client.refunds.create(wish, { idempotencyKey: 'refund:1' })

  expect((await bench.client.refunds.list({ payment_intent: intent })).data).toHaveLength(1)
})

test('an idempotency key repeats the refusal that its request was answered with, though another key is not refused any more', async () => {
  let isBalanceEmpty = true
  const bench = await startTestStripe({ isBalanceEmpty: () => isBalanceEmpty })
  const { intent } = await createPaidCheckoutSession(bench)
  const ask = (idempotencyKey: string) =>
    bench.client.refunds.create({ payment_intent: intent, amount: 3000 }, { idempotencyKey })
  const refusal = { statusCode: 400, code: 'balance_insufficient' }
  await expect(ask('refund:1')).rejects.toMatchObject(refusal)
  isBalanceEmpty = false

  await expect(ask('refund:1')).rejects.toMatchObject({ ...refusal, headers: { 'idempotent-replayed': 'true' } })

  expect(await ask('refund:2')).toMatchObject({ status: 'succeeded', amount: 3000 })
})

test('a refund that the bank refuses is announced as failed and is no part of the refunded amount any more', async () => {
  const bench = await startTestStripe()
  const { intent } = await createPaidCheckoutSession(bench)
  const { id } = await bench.client.refunds.create({ payment_intent: intent, amount: 3000 })

  bench.standIn.settleRefund(id, 'failed')

  expect(await bench.client.refunds.retrieve(id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  expect((await bench.client.charges.list()).data).toMatchObject([{ amount_refunded: 0, refunded: false }])
  const types = bench.standIn.events().map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['refund.failed', 'refund.updated', 'charge.refund.updated']))
  expect(() => bench.standIn.settleRefund(id, 'failed')).toThrow(/already/)
})

test('refunds are listed by charge or payment, and by nothing that Stripe does not know', async () => {
  const bench = await startTestStripe()
  const { intent } = await createPaidCheckoutSession(bench)
  await bench.client.refunds.create({ payment_intent: intent, amount: 3000 })
  const [charge] = (await bench.client.charges.list()).data

  expect((await bench.client.refunds.list({ charge: charge?.id ?? '' })).data).toHaveLength(1)
  await expect(bench.client.refunds.list({ customer: 'cus_1' } as object)).rejects.toMatchObject({
    code: 'parameter_unknown',
  })
})

test('a payment of before is there once, without events, and is given back after a restart too', async () => {
  const store = openDocumentStore()
  const past = {
    reference: 'ord_past',
    amountCents: 8000,
    currency: 'eur',
    productName: 'Primera consulta',
    metadata: { order_id: 'ord_past' },
    email: 'ana@example.com',
    paidAt: new Date('2026-10-01T10:00:00.000Z'),
  }
  const before = await startTestStripe({ store })
  const session = before.standIn.seedPayment(past)
  const again = before.standIn.seedPayment(past)
  const events = before.standIn.events()

  const { client } = await startTestStripe({ store })
  const refund = await client.refunds.create({ payment_intent: String(session.payment_intent), amount: 3000 })

  expect([again.id, events]).toEqual([session.id, []])
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', client_reference_id: 'ord_past' })
  expect([refund.status, (await client.charges.list()).data[0]?.created]).toEqual([
    'succeeded',
    past.paidAt.getTime() / 1000,
  ])
})
