import { S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, onTestFinished, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { security } from '#contract/security'
import { toPracticeDay } from '#contract/calendar-days'
import { supplements } from '#contract/supplements-domain'
import { seedAcceptedBudget } from '../../../bin/local/demo-budgets.ts'
import { seedFinishedCustomer } from '../../../bin/local/demo-finished.ts'
import { seedAuditHistory } from '../../../bin/local/demo-history.ts'
import { DEMO_ORDER_ID, seedConsultationPurchase } from '../../../bin/local/demo-orders.ts'
import { seedConsultations, seedCustomerPanel } from '../../../bin/local/demo-panel.ts'
import { seedSupplementProtocol } from '../../../bin/local/demo-protocol.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

async function aDemoClient() {
  const practice = await createTestPractice()
  const boss = await createAdministrador(practice)
  const { customerId, userId, sub } = await createCliente(practice)
  const { data } = practice
  const now = practice.now()
  const at = new Date(now.getTime() - 20 * 86_400_000)
  const buyer = { sub, firstName: 'Lucía', lastName: 'Ferrer Gil' }
  await seedConsultationPurchase(data, { buyer, orderId: DEMO_ORDER_ID, at })
  await seedConsultations(data, customerId, toPracticeDay(now))
  return {
    practice,
    customerId,
    as: createPasswordSessionClaims(boss, practice),
    seed: () => seedAuditHistory(data, { customerId, userId, by: boss.userId }, now),
  }
}

test('the record of the demo client begins with what is in it, told once however often it is seeded', async () => {
  const { practice, customerId, as, seed } = await aDemoClient()
  await seed()
  await seed()

  const ask = await createDomainCaller('customers', practice)
  const { body } = await ask(customers.timeline, { as, params: { customerId } })

  expect(body.items.map(({ action }) => action)).toEqual([
    'SUPPLEMENT_CHANGED',
    'CONSULTATION_BOOKED',
    'SUPPLEMENT_ADDED',
    'SUPPLEMENT_ADDED',
    'SUPPLEMENT_ADDED',
    'FILE_ADDED',
    'CONSULTATION_STATUS_SET',
    'FILE_ADDED',
    'CONSULTATION_BOOKED',
    'PAYMENT_COMPLETED',
    'ACCOUNT_CREATED',
  ])
})

const hour = /^Cita: {2}→ \d+\/\d+\/\d+, \d+:\d\d/
const expected = {
  payments: [/^Importe: {2}→ 80,00\u00A0€$/],
  consultations: [hour, new RegExp(`${hour.source}; Estado: Programada → Completada$`), hour],
  files: [/^Archivo: {2}→ Analítica$/, /^Archivo: {2}→ Factura$/],
}

test.for(['payments', 'consultations', 'files'] as const)(
  'in the record of the demo client each line about %s has its values',
  async (kind) => {
    const { practice, customerId, as, seed } = await aDemoClient()
    await seed()

    const ask = await createDomainCaller('customers', practice)
    const { body } = await ask(customers.timeline, { as, params: { customerId }, query: { kind } })

    const lines = body.items.map(({ values }) =>
      values.map(({ name, before, after }) => `${name}: ${before ?? ''} → ${after}`).join('; '),
    )
    expect(lines).toEqual(expected[kind].map((pattern) => expect.stringMatching(pattern)))
  },
)

test('the history of the demo client says which dose of the prescription that is there now was changed', async () => {
  const { practice, customerId, as, seed } = await aDemoClient()
  await seedSupplementProtocol(practice.data, customerId, toPracticeDay(practice.now()))
  await seed()

  const log = await (await createDomainCaller('security', practice))(security.audit, { as, query: { customerId } })
  const list = await (
    await createDomainCaller('supplements', practice)
  )(supplements.listOfCustomer, { as, params: { customerId } })

  const changes = log.body.items.filter(({ action }) => action.startsWith('SUPPLEMENT_'))
  expect(changes.map(({ values }) => values.map(({ name, before, after }) => [name, before, after]))).toEqual([
    [['Dosis de Magnesio bisglicinato', '100', '200 mg']],
    [['Dosis de Probiótico multicepa', null, '1 cápsula']],
    [['Dosis de Magnesio bisglicinato', null, '100 mg']],
    [['Dosis de Omega 3', null, '2 cápsulas']],
  ])
  expect(list.body.items.find(({ name }) => name === 'Magnesio bisglicinato')).toMatchObject({
    amount: 200,
    version: 2,
  })
})

const lucia = { sub: '0a5f6c1e-52c6-4a3e-9d52-6f1b0c7e1a02', firstName: 'Lucía', lastName: 'Ferrer' }

const first = (instants: readonly string[]) => instants.toSorted().slice(0, 1)

async function readStory(now: Date) {
  const storage = mockClient(S3Client)
  onTestFinished(() => storage.restore())
  storage.resolves({})
  const { data } = await createTestPractice()
  const [middle, finished] = [{ customerId: `cus_${lucia.sub}` }, { customerId: 'cus_aaaaaaaa' }]
  await seedCustomerPanel(data, { ...middle, by: 'usr_aaaaaaaa' }, now)
  await seedAcceptedBudget(data, lucia, now)
  await seedFinishedCustomer(data, { ...finished, by: 'usr_aaaaaaaa' }, now)
  const read = async (key: { readonly customerId: string }) => {
    const { data: consultations } = await data.consultations.query.byCustomer(key).go()
    const { data: agreements } = await data.budgetAgreements.query.byCustomer(key).go()
    const { data: analyses } = await data.analyses.query.byCustomer(key).go()
    const { data: prescriptions } = await data.clientSupplements.query.byCustomer(key).go()
    return [
      ...first(consultations.map(({ startsAt }) => startsAt)),
      ...first(agreements.map(({ acceptedAt }) => acceptedAt)),
      ...first(analyses.map(({ sampledOn }) => sampledOn)),
      ...first(analyses.map(({ savedAt }) => savedAt)),
      ...first(prescriptions.map(({ createdAt }) => createdAt)),
    ]
  }
  return [await read(middle), await read(finished)]
}

test.each([0, 1, 2, 3, 4, 5, 6])(
  'the demo clients have, on day %i of the week: first consultation, budget, sample, explained results, and the plan after them',
  async (day) => {
    const stories = await readStory(new Date(Date.UTC(2026, 10, 22 + day, 9)))

    expect(stories.map(({ length }) => length)).toEqual([5, 4])
    for (const story of stories) expect(story).toEqual(story.toSorted())
  },
)
