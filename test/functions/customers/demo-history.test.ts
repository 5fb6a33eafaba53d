import { expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { security } from '#contract/security'
import { toPracticeDay } from '#contract/calendar-days'
import { supplements } from '#contract/supplements-domain'
import { seedAuditHistory } from '../../../bin/local/demo-history.ts'
import { seedSupplementProtocol } from '../../../bin/local/demo-protocol.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

test('the record of the demo client begins with what is in it, told once however often it is seeded', async () => {
  const practice = await createTestPractice()
  const boss = await createAdministrador(practice)
  const { customerId, userId } = await createCliente(practice)
  const seed = () => seedAuditHistory(practice.data, { customerId, userId, by: boss.userId }, practice.now())
  await seed()
  await seed()

  const ask = await createDomainCaller('customers', practice)
  const { body } = await ask(customers.timeline, {
    as: createPasswordSessionClaims(boss, practice),
    params: { customerId },
  })

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

test('the history of the demo client says which dose of the prescription that is there now was changed', async () => {
  const practice = await createTestPractice()
  const boss = await createAdministrador(practice)
  const as = createPasswordSessionClaims(boss, practice)
  const { customerId, userId } = await createCliente(practice)
  const today = toPracticeDay(practice.now())
  await seedSupplementProtocol(practice.data, customerId, today)
  await seedAuditHistory(practice.data, { customerId, userId, by: boss.userId }, practice.now())

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
