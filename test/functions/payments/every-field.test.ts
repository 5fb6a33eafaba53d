import { expect, test } from 'vitest'
import { Payment } from '#contract/payment'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler } from '../../../functions/payments/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'

test('every field of a payment is told as it is kept, to its client and to the practice', async () => {
  const practice = await createTestPractice()
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const { customerId } = client
  const stored = { ...createFieldSamples(Payment.shape, 'Muestra'), customerId }
  await practice.data.payments.put(stored as never).go()

  const own = await ask(payments.list, { as: createPasswordSessionClaims(client, practice) })
  const theirs = await ask(payments.listOfCustomer, {
    as: createPasswordSessionClaims(boss, practice),
    params: { customerId },
  })

  expect(own.body.items).toEqual([{ ...stored, isRefundUnderWay: false, isRefundHeldUp: false }])
  expect(theirs.body.items).toEqual([{ ...stored, refunds: [], dispute: null, isRefundHeldUp: false }])
})
