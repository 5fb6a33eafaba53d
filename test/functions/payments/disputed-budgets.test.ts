import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { createPublishedBudgetSetup } from '../../support/published-budget.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'
import type { DisputeAct } from '../../../bin/local/stripe/disputes.ts'

/** The first of three parts is paid, and disputed. */
async function createDisputedPart() {
  const setup = await createPublishedBudgetSetup()
  const { practice, stripe, acceptAndPay } = setup
  await acceptAndPay()
  const { data: charges } = await stripe.client.charges.list({ limit: 1 })
  const { id } = stripe.standIn.dispute(charges[0]?.id ?? '', 'open')
  const hear = async (...acts: readonly DisputeAct[]) => {
    for (const act of acts) stripe.standIn.dispute(id, act)
    const disputed = stripe.standIn.events().filter(({ type }) => type.startsWith('charge.dispute.'))
    for (const event of disputed.toReversed()) expect(await deliverStripeEvent(event, practice)).toBe(200)
  }
  await hear()
  return { ...setup, hear }
}

test('a part that the bank took back is unpaid, stops what comes after it, and asks for no credit note', async () => {
  const { hear, read, ask, asBoss, params } = await createDisputedPart()

  await hear('lose')

  const parts = (await read())?.parts ?? []
  expect(parts.map(({ state }) => state)).toEqual(['refunded', 'later', 'later'])
  const { body } = await ask(payments.listBudgetsOfCustomer, { ...asBoss(), params })
  expect(body.items[0]?.invoices.map(({ kind }: { kind: string }) => kind)).toEqual(['invoice'])
})

test('the refund of a budget that ended during a dispute is made once the loss is reversed', async () => {
  const { hear, cancel, terms, proceed, listPaidAndRefunded, stripe, practice } = await createDisputedPart()
  const { refundCents } = (await terms()).body
  await cancel(refundCents)
  await hear('lose')
  practice.clock.advance({ minutes: 5 })
  await proceed()
  const lost = (await stripe.client.refunds.list()).data

  await hear('win')
  await proceed()

  expect(lost).toEqual([])
  expect((await stripe.client.refunds.list()).data).toMatchObject([{ amount: refundCents, status: 'succeeded' }])
  expect(await listPaidAndRefunded()).toMatchObject([{ refundedCents: refundCents }])
})

test('a budget that ends during the dispute ends, and its refund waits until the dispute is won', async () => {
  const { hear, cancel, terms, proceed, listPaidAndRefunded, stripe, practice } = await createDisputedPart()
  const { refundCents } = (await terms()).body

  const { status } = await cancel(refundCents)
  practice.clock.advance({ minutes: 5 })
  await proceed()
  const before = (await stripe.client.refunds.list()).data
  await hear('answer', 'win')
  await proceed()

  expect(status).toBe(200)
  expect(before).toEqual([])
  expect((await stripe.client.refunds.list()).data).toMatchObject([{ amount: refundCents, status: 'succeeded' }])
  expect(await listPaidAndRefunded()).toMatchObject([{ refundedCents: refundCents }])
})
