import { expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveUpdates } from '../../../functions/customers/update-lists.handler.ts'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { BUDGET_ID, createBudgetContent } from '../../support/budgets.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims, writeSignInSession } from '../../support/people.ts'
import { createShopSetup } from '../../support/shop.ts'

/** The clock is 2026-11-21. */
async function withABudget() {
  const shop = await createShopSetup()
  const { practice, stripe, buyer, session, ask } = shop
  const { customerId } = buyer
  const boss = await createAdministrador(practice)
  const asBoss = () => ({ as: createPasswordSessionClaims(boss, practice) })
  const askCustomers = createEndpointCaller(serveCustomers(() => practice))
  await practice.data.consultations
    .put({
      customerId,
      consultationId: 'con_11111111',
      startsAt: '2026-11-20T09:00:00.000Z',
      durationMinutes: 30,
      type: 'primera_consulta',
      status: 'completed',
      toConfirm: false,
      version: 1,
      sequence: 0,
      createdAt: '2026-11-10T09:00:00.000Z',
    })
    .go()
  const params = { customerId, budgetId: BUDGET_ID }
  const own = { budgetId: BUDGET_ID }
  await ask(payments.saveBudget, { ...asBoss(), params, body: { content: createBudgetContent(), revision: 0 } })
  await ask(payments.publishBudget, { ...asBoss(), params, body: { revision: 1 } })
  const update = serveUpdates(() => practice)
  return {
    practice,
    ask,
    asBoss,
    asClient: { as: session },
    params,
    own,
    signIn: () => Promise.all([boss, buyer].map((person) => writeSignInSession(person, practice))),
    where: async () => {
      const { body } = await askCustomers(customers.readOwnPathway, { as: session })
      return [body.state, body.turn, body.due?.day]
    },
    tasks: async () => {
      practice.clock.advance({ minutes: 1 })
      await update()
      const { items } = (await askCustomers(customers.listTasks, asBoss())).body
      return items.map(({ kind }) => kind).filter((kind) => kind.startsWith('budget-'))
    },
    acceptAndPay: async (inParts: boolean) => {
      const consents = { expressRequest: true, acknowledgement: true }
      const billing = { taxId: '00000000T', address: 'Calle de Ejemplo, 12, 28010 Madrid' }
      const body = { version: 1, optionId: 2, inParts, ...billing, consents }
      const { orderId, url } = (await ask(payments.acceptBudget, { as: session, params: own, body })).body
      await stripe.fillIn(url, 'pay', buyer.email)
      const { data: order } = await practice.data.orders.get({ orderId }).go()
      await ask(payments.confirm, { body: { sessionId: order?.checkoutSessionId } })
      return orderId
    },
  }
}

const nobody = ['without-budget', 'nobody', undefined]

test('A-73 whose turn it is in the process and by when follows from what became of the budget', async () => {
  const { where, acceptAndPay, ask, asClient, own } = await withABudget()
  expect(await where()).toEqual(['budget-to-answer', 'client', '2026-12-05'])

  await ask(payments.declineBudget, { ...asClient, params: own, body: { version: 1, reason: 'price' } })
  expect(await where()).toEqual(nobody)

  await acceptAndPay(true)
  expect(await where()).toEqual(['analyses-to-request', 'practice', '2026-11-24'])

  await ask(payments.cancelBudget, { ...asClient, params: own, body: { refundCents: 14_000 } })
  expect(await where()).toEqual(nobody)
})

test('A-73 nobody is late once a budget has lapsed, and another one that is published waits for the client', async () => {
  const { where, practice, signIn, ask, asBoss, params } = await withABudget()
  practice.clock.advance({ days: 15 })
  await signIn()
  expect(await where()).toEqual(nobody)

  const another = { ...params, budgetId: 'bud_33333333-3333-4333-8333-333333333333' }
  const content = createBudgetContent({ validUntil: '2026-12-20' })
  await ask(payments.saveBudget, { ...asBoss(), params: another, body: { content, revision: 0 } })
  expect(await where()).toEqual(nobody)
  await ask(payments.publishBudget, { ...asBoss(), params: another, body: { revision: 1 } })

  expect(await where()).toEqual(['budget-to-answer', 'client', '2026-12-20'])
})

test('A-73 a question about a budget waits for the practice until it is answered', async () => {
  const { tasks, ask, asClient, asBoss, own, params } = await withABudget()
  expect(await tasks()).toEqual([])
  const body = { text: '¿La analítica se hace en ayunas?' }
  const { question } = (await ask(payments.askAboutBudget, { ...asClient, params: own, body })).body
  expect(await tasks()).toEqual(['budget-question'])

  const answer = { askedAt: question?.askedAt, answer: 'Sí, ocho horas' }
  await ask(payments.answerBudgetQuestion, { ...asBoss(), params, body: answer })

  expect(await tasks()).toEqual([])
})

test('A-73 the invoice of a payment and the one of its refund wait until the practice has issued them', async () => {
  const { tasks, acceptAndPay, ask, asClient, asBoss, own, params } = await withABudget()
  const orderId = await acceptAndPay(false)
  expect(await tasks()).toEqual(['budget-invoice'])

  const invoice = { kind: 'invoice', orderId, refundId: null, done: true }
  await ask(payments.noteBudgetInvoice, { ...asBoss(), params, body: invoice })
  expect(await tasks()).toEqual([])
  await ask(payments.cancelBudget, { ...asClient, params: own, body: { refundCents: 42_000 } })

  expect(await tasks()).toEqual(['budget-credit-note'])
})

test('A-73 a part that is late waits until it is paid', async () => {
  const { tasks, acceptAndPay, practice, signIn } = await withABudget()
  await acceptAndPay(true)
  expect(await tasks()).toEqual(['budget-invoice'])

  practice.clock.advance({ days: 60 })
  await signIn()

  expect(await tasks()).toEqual(['budget-late', 'budget-invoice'])
})

test('A-73 of a budget that has ended no part is late, also while its hours are still being cancelled', async () => {
  const { tasks, acceptAndPay, practice, params, signIn } = await withABudget()
  await acceptAndPay(true)
  const ended = { status: 'ended', endedAt: practice.now().toISOString(), nextDueDay: '2026-11-21' } as const
  await practice.data.budgetAgreements
    .patch(params)
    .set({ ...ended, hoursToCancel: ['con_aaaaaaaa'] })
    .go()

  practice.clock.advance({ days: 1 })
  await signIn()

  expect(await tasks()).toEqual(['budget-invoice'])
})
