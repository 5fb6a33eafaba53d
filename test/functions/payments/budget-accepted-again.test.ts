import { describe, expect, test } from 'vitest'
import { billing, createPublishedBudgetSetup } from '../../support/published-budget.ts'
import { interruptNextWrite, synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'

test('A-73 accepting again in a page that was left open leads to no payment of a later part', async () => {
  const { accept, settle, countChanges, read } = await createPublishedBudgetSetup()
  const { body: first } = await accept()
  expect((await accept()).body).toMatchObject({ orderId: first.orderId, totalCents: 14_000 })
  await settle(first)

  expect((await accept()).body.code).toBe('order-already-paid')
  expect(await countChanges('ORDER_CREATED')).toBe(1)
  expect((await read())?.parts.map(({ state }) => state)).toEqual(['paid', 'due', 'later'])
})

describe('A-73 accepting again with another NIF and address', () => {
  const other = { taxId: '12345678Z', address: 'Calle Nueva, 3, 28013 Madrid' }

  test('before anything is paid keeps the new ones, in one entry of the log, also twice at the same moment', async () => {
    const { practice, accept, countChanges, read } = await createPublishedBudgetSetup()
    const { body: first } = await accept()
    await read()
    synchronizeNextWrites(practice, 2)

    const both = await Promise.all([accept(other), accept(other)])
    const again = await accept(other)

    expect([...both, again].map(({ status, body }) => [status, body.orderId])).toEqual(
      Array.from({ length: 3 }, () => [200, first.orderId]),
    )
    expect(await read()).toMatchObject(other)
    expect([await countChanges('BUDGET_BILLING_CHANGED'), await countChanges('BUDGET_ACCEPTED')]).toEqual([1, 1])
  })

  test.each([
    ['NIF', { taxId: other.taxId }],
    ['address', { address: other.address }],
  ])('keeps a new %s also where it alone is corrected', async (_, corrected) => {
    const { accept, read, countChanges } = await createPublishedBudgetSetup()
    await accept()

    expect((await accept(corrected)).status).toBe(200)

    expect(await read()).toMatchObject({ taxId: '00000000T', address: billing.address, ...corrected })
    expect(await countChanges('BUDGET_BILLING_CHANGED')).toBe(1)
  })

  test('once the first part is paid is refused, and the first ones stay', async () => {
    const { acceptAndPay, accept, read } = await createPublishedBudgetSetup()
    await acceptAndPay()

    expect((await accept(other)).body.code).toBe('order-already-paid')

    expect(await read()).toMatchObject({ taxId: '00000000T', address: billing.address })
  })

  test('at the moment at which the first part is paid is refused, and the payment is kept', async () => {
    const { practice, accept, settle, read } = await createPublishedBudgetSetup()
    const { body } = await accept()
    interruptNextWrite(practice, 'agreement', () => settle(body))

    expect((await accept(other)).body.code).toBe('order-already-paid')

    expect(await read()).toMatchObject({ taxId: '00000000T', parts: [{ state: 'paid' }, {}, {}] })
  })
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
