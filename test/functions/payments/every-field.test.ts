import { expect, test } from 'vitest'
import { Payment, payments } from '#contract/payments'
import { withServices } from '../../../functions/payments/handler.ts'
import { asking } from '../../support/asking.ts'
import { aCliente, anAdministrador, aPasswordSession } from '../../support/people.ts'
import { aPractice } from '../../support/practice.ts'
import { samplesOfEach } from '../../support/schema-samples.ts'

test('every field of a payment is told as it is kept, to its client and to the practice', async () => {
  const practice = await aPractice()
  const [boss, client] = [await anAdministrador(practice), await aCliente(practice)]
  const ask = asking(withServices(() => practice))
  const { customerId } = client
  const stored = { ...samplesOfEach(Payment.shape, 'Muestra'), customerId }
  await practice.data.payments.put(stored as never).go()

  const own = await ask(payments.list, { as: aPasswordSession(client, practice) })
  const theirs = await ask(payments.listOfCustomer, { as: aPasswordSession(boss, practice), params: { customerId } })

  expect(own.body.items).toEqual([stored])
  expect(theirs.body.items).toEqual([stored])
})
