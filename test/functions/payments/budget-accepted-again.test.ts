import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { createPublishedBudgetSetup } from '../../support/published-budget.ts'

test('A-73 accepting again in a page that was left open leads to no payment of a later part', async () => {
  const { accept, settle, countChanges, read } = await createPublishedBudgetSetup()
  const { body: first } = await accept()
  expect((await accept()).body).toMatchObject({ orderId: first.orderId, totalCents: 14_000 })
  await settle(first)

  expect((await accept()).body.code).toBe('order-already-paid')
  expect(await countChanges('ORDER_CREATED')).toBe(1)
  expect((await read())?.parts.map(({ state }) => state)).toEqual(['paid', 'due', 'later'])
})

test('A-73 what is paid after a budget has ended counts among what goes back of it', async () => {
  const { practice, accept, settle, cancel, proceed, read } = await createPublishedBudgetSetup()
  const { body } = await accept()
  await cancel(0)
  practice.clock.advance({ minutes: 1 })

  await settle(body)
  await proceed()

  expect(await read()).toMatchObject({ refundedCents: 14_000 })
  expect((await cancel(0)).status).toBe(200)
})

test('A-73 no refund that the practice makes takes the place of the one by which a budget ends', async () => {
  const { practice, acceptAndPay, ask, asBoss, proveBoss, params, terms, cancel, refundsAtStripe } =
    await createPublishedBudgetSetup()
  await acceptAndPay()
  const { data: paid } = await practice.data.payments.query.byCustomer({ customerId: params.customerId }).go()
  const { orderId = '', paymentId = '' } = paid[0] ?? {}
  await proveBoss()
  const refund = (refundId: string) =>
    ask(payments.refundOfCustomer, {
      ...asBoss(),
      params: { customerId: params.customerId, paymentId },
      body: { refundId, amountCents: 100, reason: 'Una atención' },
    })

  expect((await refund(orderId.replace('ord_', 'ref_'))).body.code).toBe('changed-meanwhile')
  expect((await refund('ref_11111111-1111-4111-8111-111111111111')).status).toBe(200)

  const { refundCents } = (await terms()).body
  expect((await cancel(refundCents)).status).toBe(200)
  expect(await refundsAtStripe()).toEqual([{ amountCents: 14_000, refundedCents: 14_000, status: 'refunded' }])
})
