import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { BUDGET_ID, createBudgetContent, createBudgetOption } from '../../support/budgets.ts'
import { createPublishedBudgetSetup, day, OTHER_BUDGET_ID } from '../../support/published-budget.ts'

const ofLength = (durationMinutes: number) =>
  createBudgetContent({
    options: [
      createBudgetOption({
        consultations: { count: 2, type: 'seguimiento', durationMinutes, referenceCents: 6000 },
        laterParts: [],
      }),
    ],
    recommended: null,
  })

async function withTwoBudgets() {
  const setup = await createPublishedBudgetSetup(ofLength(60))
  const { practice, accept, settle, offer, ask, asClient } = setup
  await settle((await accept({ optionId: 1, inParts: false })).body)
  practice.clock.advance({ minutes: 1 })
  await offer(OTHER_BUDGET_ID, ofLength(30))
  await settle((await accept({ optionId: 1, inParts: false }, OTHER_BUDGET_ID)).body)
  const readUsed = async (budgetId: string) => {
    const { items } = (await ask(payments.listBudgets, asClient)).body
    return items.find((each) => each.budgetId === budgetId)?.agreement?.consultations.used
  }
  return { ...setup, readUsed }
}

test('A-73 of two budgets of one type an hour uses up the one that has hours of its length', async () => {
  const { request, readUsed } = await withTwoBudgets()

  const short = await request(day('12-10'), { durationMinutes: 30 })
  const long = await request(day('12-11'), { durationMinutes: 60 })

  expect([short.status, long.status]).toEqual([201, 201])
  expect([await readUsed(BUDGET_ID), await readUsed(OTHER_BUDGET_ID)]).toEqual([1, 1])
})

test('A-73 an hour of a length that no budget has is refused', async () => {
  const { request, readUsed } = await withTwoBudgets()

  expect((await request(day('12-10'), { durationMinutes: 45 })).status).toBe(400)

  expect([await readUsed(BUDGET_ID), await readUsed(OTHER_BUDGET_ID)]).toEqual([0, 0])
})
