import { describe, expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { payments } from '#contract/payments-domain'
import { privacy } from '#contract/privacy'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createLambdaHandler as servePrivacy } from '../../../functions/privacy/handler.ts'
import { createScheduleErasureWrite } from '../../../functions/privacy/public/erasure.ts'
import { createBudgetContent, createBudgetOption } from '../../support/budgets.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createPublishedBudgetSetup, day } from '../../support/published-budget.ts'
import { erasureConfirmation } from '../../support/privacy-setup.ts'
import { interruptNextWrite, synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'

async function withAPublishedBudget(content = createBudgetContent()) {
  const budget = await createPublishedBudgetSetup(content)
  const { practice, asBoss, params } = budget
  const ask = createEndpointCaller(serveCustomers(() => practice))
  const askPrivacy = createEndpointCaller(servePrivacy(() => ({ ...practice, exportFiles: {} as never })))
  const { customerId } = params
  return {
    ...budget,
    customerId,
    remove: () => ask(customers.remove, { ...asBoss(), params: { customerId } }),
    leave: () => askPrivacy(privacy.requestDeletion, { ...budget.asClient, body: erasureConfirmation }),
    readAgreement: async () => (await practice.data.budgetAgreements.get(params).go({ consistent: true })).data,
    listForPractice: async () =>
      (await budget.ask(payments.listBudgetsOfCustomer, { ...asBoss(), params: { customerId } })).body.items,
  }
}
type Setup = Awaited<ReturnType<typeof withAPublishedBudget>>

describe('A-73 a client with a budget in use', () => {
  test('is not deleted by the practice before it has ended, and is afterwards', async () => {
    const { accept, cancelByPractice, remove } = await withAPublishedBudget()
    await accept()

    expect((await remove()).body.code).toBe('budget-active')
    expect((await cancelByPractice(0)).status).toBe(200)
    expect((await remove()).status).toBe(200)
  })

  test('who accepts at the moment at which they are deleted has accepted or is deleted', async () => {
    const { practice, accept, remove, readAgreement, customerId } = await withAPublishedBudget()
    synchronizeNextWrites(practice, 2)

    const [accepted, removed] = await Promise.all([accept(), remove()])

    expect([accepted.status, removed.status].filter((status) => status === 200)).toHaveLength(1)
    const { data: customer } = await practice.data.customers.get({ customerId }).go({ consistent: true })
    expect(Boolean(await readAgreement())).toBe(Boolean(customer))
  })

  test('who accepts and pays while they ask for their erasure is asked to end it first', async () => {
    const { practice, acceptAndPay, leave, readAgreement, listPaidAndRefunded } = await withAPublishedBudget()
    interruptNextWrite(practice, 'erasure', acceptAndPay)

    expect(await leave()).toEqual({ status: 409, body: { code: 'budget-active' } })

    expect(await readAgreement()).toMatchObject({ status: 'active' })
    expect(await listPaidAndRefunded()).toMatchObject([{ status: 'completed', refundedCents: 0 }])
  })

  test('who asks for their erasure while they accept has accepted nothing', async () => {
    const { practice, accept, leave, readAgreement } = await withAPublishedBudget()
    interruptNextWrite(practice, 'agreement', leave)

    expect(await accept()).toEqual({ status: 404, body: { code: 'not-found' } })

    expect(await readAgreement()).toBeNull()
  })
})

const served = createBudgetContent({
  options: [
    createBudgetOption({
      consultations: { count: 1, type: 'seguimiento', durationMinutes: 30, referenceCents: 6000 },
      months: { count: 1, referenceCents: 0 },
      priceCents: 20_000,
      laterParts: [{ kind: 'analysis', number: 1 }],
    }),
  ],
  recommended: null,
})

async function withAServedBudget({ isAnalysed = true, inParts = false, hour = day('12-09') } = {}) {
  const setup = await withAPublishedBudget(served)
  await setup.acceptAndPay({ optionId: 1, inParts })
  if (isAnalysed) await setup.note(1)
  await setup.request(hour)
  const patchHour = async (changes: { status: 'completed' | 'no_show'; heldMinutes?: number }) => {
    const { consultations } = setup.practice.data
    for (const { customerId, consultationId, startsAt } of (await consultations.scan.go()).data)
      await consultations
        .patch({ customerId, consultationId })
        .set({ ...changes, startsAt })
        .go()
  }
  setup.practice.clock.advance({ days: 30 })
  return { ...setup, patchHour }
}

describe('A-73 a client whose budget is paid, used up and over', () => {
  test('asks for their erasure without ending what has ended by itself', async () => {
    const { leave, read, practice } = await withAServedBudget()

    expect((await read())?.inUse).toBe(true)
    practice.clock.advance({ days: 1 })

    expect((await read())?.inUse).toBe(false)
    expect((await leave()).status).toBe(200)
  })

  test('is deleted by the practice once the years of the invoices are over', async () => {
    const { remove, practice, signIn } = await withAServedBudget()
    practice.clock.advance({ days: 11 * 366 })
    await signIn()

    expect((await remove()).status).toBe(200)
  })

  test.each([
    ['an analysis was not made', { isAnalysed: false }],
    ['a part is not paid', { inParts: true }],
    ['an hour lies ahead', { hour: day('12-30') }],
  ])('ends it first while %s', async (_, state) => {
    const { leave, practice } = await withAServedBudget(state)
    practice.clock.advance({ days: 1 })

    expect((await leave()).body).toEqual({ code: 'budget-active' })
  })

  test('ends it first while the minutes of an hour that was broken off go back by that', async () => {
    const { leave, patchHour, practice } = await withAServedBudget()
    await patchHour({ status: 'completed', heldMinutes: 10 })
    practice.clock.advance({ days: 1 })

    expect((await leave()).body).toEqual({ code: 'budget-active' })
  })
})

const scheduleErasure = ({ practice, customerId, userId }: Setup) =>
  practice.data.transact((entities) => ({
    erasure: createScheduleErasureWrite(
      entities,
      { customerId, userId, email: 'quien-se-va@correo.test', dueAt: '2026-12-05T09:00:00.000Z' },
      practice,
    ),
  }))

const gone: Readonly<Record<string, (setup: Setup) => Promise<unknown>>> = {
  'has been deleted by the practice': async (setup) => {
    const { practice, customerId } = setup
    const { data: customer } = await practice.data.customers.get({ customerId }).go()
    if (!customer) throw new Error('no client')
    const removedAt = practice.now().toISOString()
    await practice.data.removedCustomers.put({ ...customer, removedAt, accountClosed: true }).go()
    await practice.data.customers.delete({ customerId }).go()
    await scheduleErasure(setup)
  },
  'has asked for their erasure': async (setup) => {
    const { practice, userId } = setup
    const leavingSince = practice.now().toISOString()
    await practice.data.users.patch({ userId }).set({ status: 'leaving', leavingSince }).go()
    await scheduleErasure(setup)
  },
}

test.each(Object.entries(gone))(
  'A-73 what is paid for a budget of whoever %s goes back whole, and it ends',
  async (_, leave) => {
    const setup = await withAPublishedBudget()
    const { body } = await setup.accept()
    await leave(setup)

    await setup.settle(body)
    setup.practice.clock.advance({ minutes: 2 })
    await setup.proceed()

    const { data: atStripe } = await setup.stripe.client.refunds.list()
    expect(atStripe).toMatchObject([{ amount: 14_000, status: 'succeeded' }])
    expect(await setup.listPaidAndRefunded()).toEqual([
      { amountCents: 14_000, refundedCents: 14_000, status: 'refunded' },
    ])
    const agreement = await setup.readAgreement()
    expect(agreement).toMatchObject({ status: 'ended', endedBy: 'stripe' })
    expect(agreement?.startDay).toBeUndefined()
  },
)

test.each(Object.entries(gone))(
  'A-73 what is being booked for a budget of whoever %s at that moment goes back whole, and it ends',
  async (_, leave) => {
    const setup = await withAPublishedBudget()
    const { body } = await setup.accept()
    interruptNextWrite(setup.practice, 'payment', () => leave(setup))

    await setup.settle(body)
    setup.practice.clock.advance({ minutes: 2 })
    await setup.proceed()

    const { data: atStripe } = await setup.stripe.client.refunds.list()
    expect(atStripe).toMatchObject([{ amount: 14_000, status: 'succeeded' }])
    expect(await setup.readAgreement()).toMatchObject({ status: 'ended', endedBy: 'stripe' })
  },
)

async function withoutItsOffer() {
  const setup = await withAPublishedBudget()
  await setup.acceptAndPay({ optionId: 1, inParts: false })
  await setup.practice.data.budgets.delete(setup.params).go()
  return setup
}

describe('A-73 a budget whose offer went with the consent for health data', () => {
  test('stays with the practice as it was accepted, and nothing of what was offered beside it', async () => {
    const { listForPractice } = await withoutItsOffer()

    const [budget, ...others] = await listForPractice()

    expect(others).toEqual([])
    expect(budget).toMatchObject({
      state: 'accepted',
      content: { options: [{ title: 'Esencial' }], recommended: null, recommendation: null },
      published: { agreement: { consultations: { count: 1, used: 0, free: 1 } } },
      invoices: [{ kind: 'invoice', amountCents: 24_000, doneAt: null }],
    })
  })

  test('has its invoice noted', async () => {
    const { ask, asBoss, params, listForPractice } = await withoutItsOffer()
    const [budget] = await listForPractice()
    const { kind, orderId, refundId } = budget?.invoices[0] ?? {}

    const noted = await ask(payments.noteBudgetInvoice, {
      ...asBoss(),
      params,
      body: { kind, orderId, refundId, done: true },
    })

    expect(noted.status).toBe(200)
    expect((await listForPractice())[0]?.invoices[0]?.doneAt).toBe('2026-11-21T09:00:00.000Z')
  })

  test('is cancelled by the practice, and what was not used goes back', async () => {
    const { cancelByPractice, listPaidAndRefunded, listForPractice } = await withoutItsOffer()

    expect((await cancelByPractice(24_000)).status).toBe(200)

    expect(await listPaidAndRefunded()).toEqual([{ amountCents: 24_000, refundedCents: 24_000, status: 'refunded' }])
    expect((await listForPractice())[0]).toMatchObject({ state: 'ended' })
  })
})
