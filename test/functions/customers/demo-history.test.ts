import { expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { security } from '#contract/security'
import { toPracticeDay } from '#contract/calendar-days'
import { supplements } from '#contract/supplements-domain'
import { seedAuditHistory } from '../../../bin/local/demo-history.ts'
import { DEMO_ORDER_ID, seedConsultationPurchase } from '../../../bin/local/demo-orders.ts'
import { seedConsultations } from '../../../bin/local/demo-panel.ts'
import { seedSupplementProtocol } from '../../../bin/local/demo-protocol.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

/** A client with the demo's payment and consultations, and the functions that write their protocol and history. */
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
    'FILE_ADDED',
    'SUPPLEMENT_ADDED',
    'SUPPLEMENT_ADDED',
    'SUPPLEMENT_ADDED',
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
