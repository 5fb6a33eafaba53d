import { expect, test } from 'vitest'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { formatRoundCents } from '#contract/money'
import { payments } from '#contract/payments-domain'
import { analysesOfFinisher, seedAnalyses } from '../../../bin/local/demo-analyses.ts'
import { seedAcceptedBudget, seedBudgetTemplates, seedOpenBudget } from '../../../bin/local/demo-budgets.ts'
import { seedMessages } from '../../../bin/local/demo-messages.ts'
import { landingCost } from '../../../frontend/src/content/landing-cost.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createShopSetup } from '../../support/shop.ts'

async function aDemoClient() {
  const { practice, buyer, session, ask } = await createShopSetup()
  const boss = await createAdministrador(practice)
  const now = practice.now()
  return { practice, buyer, as: session, ask, boss, now, asBoss: createPasswordSessionClaims(boss, practice) }
}

test('the demo’s accepted budget is paid in part, its next consultation is booked, and nothing of it is late or to be invoiced', async () => {
  const { practice, buyer, as, ask, asBoss, now } = await aDemoClient()
  const { customerId, userId } = buyer
  await seedAcceptedBudget(practice.data, { sub: userId.slice('usr_'.length), firstName: 'Ada', lastName: 'Gil' }, now)

  const { body } = await ask(payments.listBudgets, { as })

  expect(customerId).toBe(userId.replace('usr_', 'cus_'))
  expect(body.items).toHaveLength(1)
  expect(body.items[0]).toMatchObject({
    state: 'accepted',
    options: [{}, {}, {}],
    agreement: {
      earlyStartUntil: null,
      consultations: { count: 3, used: 1 },
      parts: [{ state: 'paid', amountCents: 13_000 }, { state: 'due' }, { state: 'later' }],
    },
  })
  const { body: record } = await ask(payments.listBudgetsOfCustomer, { as: asBoss, params: { customerId } })
  expect(record.items[0]?.invoices.filter(({ doneAt }) => doneAt === null)).toEqual([])
})

test('the demo’s open budget has three options to compare, and templates stand beside it', async () => {
  const { practice, buyer, as, ask, asBoss, now } = await aDemoClient()
  await seedOpenBudget(practice.data, buyer.customerId, now)
  await seedBudgetTemplates(practice.data, now)

  const { body } = await ask(payments.listBudgets, { as })

  expect(body.items[0]).toMatchObject({ state: 'open', recommended: 2, agreement: null })
  expect(body.items[0]?.options.map(({ title, parts }) => [title, parts.length])).toEqual([
    ['Esencial', 0],
    ['Completo', 3],
    ['Acompañado', 3],
  ])
  expect((await ask(payments.listBudgetTemplates, { as: asBoss })).body.items).toHaveLength(2)
})

test('the demo’s budgets cost what the landing page tells, from the cheapest to the dearest, each with kit and laboratory', async () => {
  const { practice, buyer, as, ask, now } = await aDemoClient()
  await seedOpenBudget(practice.data, buyer.customerId, now)

  const { body } = await ask(payments.listBudgets, { as })

  const options = body.items[0]?.options ?? []
  const costs = options.map(({ priceCents }) => formatRoundCents(priceCents))
  const told = landingCost.parts.find(({ name }) => name === 'El presupuesto que elijas')?.sum
  expect(`De ${costs[0]} a ${costs.at(-1)}`).toBe(told)
  expect(options.map(({ priceCents }) => priceCents)).toEqual(
    options.map(({ priceCents }) => priceCents).toSorted((a, b) => a - b),
  )
  expect(options.filter(({ analyses }) => analyses.count === 0)).toEqual([])
})

test('the demo’s analyses are of two methods, and its thread waits for nobody', async () => {
  const { practice, boss, now } = await aDemoClient()
  const client = await createCliente(practice)
  const { customerId, userId } = client
  const as = createPasswordSessionClaims(client, practice)
  await seedAnalyses(practice.data, { customerId, by: boss.userId }, analysesOfFinisher, now)
  await seedMessages(practice.data, { customerId, userId, by: boss.userId }, now)

  const { body } = await (await createDomainCaller('files', practice))(files.listAnalysesOfMine, { as, query: {} })
  const { body: thread } = await (await createDomainCaller('messages', practice))(messages.listMine, { as, query: {} })

  const methods = body.items.map(({ method }: { readonly method: string }) => method)
  expect(methods.toSorted()).toEqual(['ELISA y cultivo', 'ELISA y cultivo', 'ELISA y cultivo', 'Turbidimetría'])
  expect(thread.items).toHaveLength(3)
  expect(thread.thread).toMatchObject({ question: null })
})
