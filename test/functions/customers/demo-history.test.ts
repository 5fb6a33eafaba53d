import { expect, test } from 'vitest'
import { customers } from '#contract/customers'
import { seedHistory } from '../../../bin/local/demo-history.ts'
import { askingDomain } from '../../support/endpoints.ts'
import { aCliente, anAdministrador, aPasswordSession } from '../../support/people.ts'
import { aPractice } from '../../support/practice.ts'

test('the record of the demo client begins with what is in it, told once however often it is seeded', async () => {
  const practice = await aPractice()
  const boss = await anAdministrador(practice)
  const { customerId, userId } = await aCliente(practice)
  const seed = () => seedHistory(practice.data, { customerId, userId, by: boss.userId }, practice.now())
  await seed()
  await seed()

  const ask = await askingDomain('customers', practice)
  const { body } = await ask(customers.timeline, { as: aPasswordSession(boss, practice), params: { customerId } })

  expect(body.items.map(({ action }) => action)).toEqual([
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
