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
