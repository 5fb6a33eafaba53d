import { expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createLambdaHandler as serveUpdates } from '../../../functions/customers/update-lists.handler.ts'
import { createDisputedPayment } from '../../support/disputed-payment.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'

test('a disputed payment is to be done, with its term, until it is answered in Stripe or closed', async () => {
  const setup = await createDisputedPayment()
  const { practice, asBoss, buyer } = setup
  const ask = createEndpointCaller(serveCustomers(() => practice))
  const readTasks = async () => {
    practice.clock.advance({ minutes: 1 })
    await serveUpdates(() => practice)()
    return (await ask(customers.listTasks, { as: asBoss })).body.items
  }

  await setup.dispute('inquire')
  const asked = await readTasks()
  await setup.dispute('answer')
  const answered = await readTasks()
  await setup.dispute('escalate')
  const escalated = await readTasks()
  await setup.dispute('lose')
  const closed = await readTasks()

  const task = { kind: 'payment-disputed', customerId: buyer.customerId, at: '2026-12-05T09:00:00.000Z' }
  expect(asked).toMatchObject([task])
  expect(answered).toEqual([])
  expect(escalated).toMatchObject([task])
  expect(closed).toEqual([])
})

test('a dispute that allows no answer leaves nothing to be done', async () => {
  const setup = await createDisputedPayment()
  const { practice, asBoss } = setup
  const ask = createEndpointCaller(serveCustomers(() => practice))
  await setup.disputeWithoutAnswer()
  practice.clock.advance({ minutes: 1 })

  await serveUpdates(() => practice)()

  expect(await setup.disputes()).toMatchObject([{ state: 'needs-response' }])
  expect((await ask(customers.listTasks, { as: asBoss })).body.items).toEqual([])
})
