import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createPublishedBudgetSetup } from '../../support/published-budget.ts'
import { listShopStripeEvents } from '../../support/shop.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

async function createFirstPartPaidSetup() {
  const setup = await createPublishedBudgetSetup()
  const { practice, acceptAndPay, ask, asBoss, proveBoss, params } = setup
  await acceptAndPay()
  const { customerId } = params
  const { data: paid } = await practice.data.payments.query.byCustomer({ customerId }).go()
  const { orderId = '', paymentId = '' } = paid[0] ?? {}
  await proveBoss()
  const refund = (amountCents: number, refundId = 'ref_11111111-1111-4111-8111-111111111111') =>
    ask(payments.refundOfCustomer, {
      ...asBoss(),
      params: { customerId, paymentId },
      body: { refundId, amountCents, reason: 'Una atención' },
    })
  return { ...setup, orderId, refund }
}

test('A-73 no refund that the practice makes takes the place of the one by which a budget ends', async () => {
  const { orderId, refund, terms, cancel, listPaidAndRefunded } = await createFirstPartPaidSetup()

  expect((await refund(100, orderId.replace('ord_', 'ref_'))).body.code).toBe('changed-meanwhile')
  expect((await refund(100)).status).toBe(200)

  const { refundCents } = (await terms()).body
  expect((await cancel(refundCents)).status).toBe(200)
  expect(await listPaidAndRefunded()).toEqual([{ amountCents: 14_000, refundedCents: 14_000, status: 'refunded' }])
})

test('A-73 after a part that the practice gave back whole nobody is asked for another one', async () => {
  const { practice, refund, signIn, remind, read, checkout } = await createFirstPartPaidSetup()
  expect((await refund(14_000)).status).toBe(200)
  practice.clock.advance({ days: 100 })
  await signIn()

  await remind()

  const parts = (await read())?.parts ?? []
  expect(parts.map(({ state }) => state)).toEqual(['refunded', 'later', 'later'])
  expect((await checkout(parts[1]?.orderId)).body.code).toBe('changed-meanwhile')
  const { post } = createOutboxReader(practice)
  expect((await post()).filter(({ subject }) => subject?.includes('pendiente'))).toEqual([])
})

test('A-73 a part that the bank is paying is so too after the practice gave back the one before', async () => {
  const { practice, stripe, refund, read, checkout } = await createFirstPartPaidSetup()
  const { body } = await checkout((await read())?.parts[1]?.orderId)
  await stripe.fillIn(body.url, 'later', 'ana@correo.test')
  for (const event of listShopStripeEvents({ stripe })) await deliverStripeEvent(event, practice)

  expect((await refund(14_000)).status).toBe(200)

  const parts = (await read())?.parts ?? []
  expect(parts.map(({ state, isPaying }) => [state, isPaying])).toEqual([
    ['refunded', false],
    ['later', true],
    ['later', false],
  ])
})
