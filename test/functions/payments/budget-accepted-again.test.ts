import { expect, test } from 'vitest'
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
