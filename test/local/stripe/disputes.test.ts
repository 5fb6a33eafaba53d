import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createPaidCheckoutSession, startTestStripe } from './start-test-stripe.ts'

async function startDisputable() {
  const bench = await startTestStripe()
  const { intent } = await createPaidCheckoutSession(bench)
  const { latest_charge: charge } = await bench.client.paymentIntents.retrieve(intent)
  const types = () =>
    bench.standIn
      .events()
      .map(({ type }) => type)
      .filter((type) => type.startsWith('charge.dispute.'))
      .toReversed()
  return { ...bench, intent, charge: typeof charge === 'string' ? charge : '', types }
}

test('a chargeback takes the money at once, with a term for its answer, and is found by its payment', async () => {
  const { standIn, client, intent, charge, clock, types } = await startDisputable()

  const { id } = standIn.dispute(charge, 'open')

  const seconds = Math.floor(clock.now.getTime() / 1000)
  const dispute = {
    id,
    object: 'dispute',
    amount: 8000,
    charge,
    payment_intent: intent,
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: { due_by: seconds + 14 * 86_400, has_evidence: false },
    balance_transactions: [{ amount: -8000 }],
  }
  expect(await client.disputes.retrieve(id)).toMatchObject(dispute)
  expect((await client.disputes.list({ payment_intent: intent })).data).toMatchObject([dispute])
  expect((await client.disputes.list({ payment_intent: 'pi_other' })).data).toEqual([])
  expect(await client.charges.retrieve(charge)).toMatchObject({ disputed: true })
  expect(types()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
})

test('its refunds are refused as Stripe refuses them, until it is won', async () => {
  const { standIn, client, intent, charge, types } = await startDisputable()
  const { id } = standIn.dispute(charge, 'open')
  const refund = () => client.refunds.create({ payment_intent: intent, amount: 3000 })

  const refused: unknown = await refund().catch((error: unknown) => error)
  standIn.dispute(id, 'answer')
  standIn.dispute(id, 'win')

  expect(refused).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(refused).toMatchObject({ code: 'charge_disputed', statusCode: 400 })
  expect(await refund()).toMatchObject({ status: 'succeeded' })
  expect(types().slice(2)).toEqual([
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ])
  expect(() => standIn.dispute(id, 'lose')).toThrow(/is won/)
})

test('an inquiry takes nothing and hinders no refund, and becomes a chargeback or is closed', async () => {
  const { standIn, client, intent, charge, types } = await startDisputable()
  const asked = standIn.dispute(charge, 'inquire')

  await client.refunds.create({ payment_intent: intent, amount: 3000 })
  standIn.dispute(asked.id, 'escalate')
  standIn.dispute(asked.id, 'lose')

  expect(asked).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
  })
  expect(await client.disputes.retrieve(asked.id)).toMatchObject({ status: 'lost' })
  expect(types()).toEqual([
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
  ])
  expect(() => standIn.dispute(charge, 'open')).toThrow(/disputed already/)
})
