import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { createDisputedPart } from '../../support/disputed-part.ts'

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
