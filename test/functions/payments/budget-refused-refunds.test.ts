import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { createPublishedBudgetSetup } from '../../support/published-budget.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

async function withARefusedRefund() {
  const budget = await createPublishedBudgetSetup()
  const { practice, stripe, acceptAndPay, cancel, terms } = budget
  stripe.refundsStayPending = true
  await acceptAndPay({ optionId: 1, inParts: false })
  await cancel((await terms()).body.refundCents)
  const [made] = (await stripe.client.refunds.list()).data
  stripe.standIn.settleRefund(made?.id ?? '', 'failed')
  const failures = stripe.standIn.events().filter(({ type }) => type === 'refund.failed')
  for (const event of failures) await deliverStripeEvent(event, practice)
  stripe.refundsStayPending = false
  return budget
}

test('A-73 what the bank refuses to give back of a budget is not said to be given back, to the client and to the practice', async () => {
  const { ask, asBoss, params, read } = await withARefusedRefund()

  expect(await read()).toMatchObject({ refundedCents: 0, failedRefundCents: 24_000 })
  const { customerId } = params
  const { body } = await ask(payments.listBudgetsOfCustomer, { ...asBoss(), params: { customerId } })
  expect(body.items[0]?.published?.agreement).toMatchObject({ refundedCents: 0, failedRefundCents: 24_000 })
})

test('A-73 a refund that the practice makes afterwards makes up for the refused one', async () => {
  const { practice, ask, asBoss, params, read, proveBoss } = await withARefusedRefund()
  practice.clock.advance({ minutes: 5 })
  const { customerId } = params
  const [paid] = (await practice.data.payments.query.byCustomer({ customerId }).go()).data
  await proveBoss()
  const refund = (amountCents: number, refundId: string) =>
    ask(payments.refundOfCustomer, {
      ...asBoss(),
      params: { customerId, paymentId: paid?.paymentId ?? '' },
      body: { refundId, amountCents, reason: 'El banco rechazó la anterior' },
    })

  expect((await refund(10_000, 'ref_11111111-1111-4111-8111-111111111111')).status).toBe(200)
  expect(await read()).toMatchObject({ refundedCents: 10_000, failedRefundCents: 14_000 })

  expect((await refund(14_000, 'ref_22222222-2222-4222-8222-222222222222')).status).toBe(200)
  expect(await read()).toMatchObject({ refundedCents: 24_000, failedRefundCents: 0 })
})
