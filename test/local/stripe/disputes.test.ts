import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createPaidCheckoutSession, startTestStripe } from './start-test-stripe.ts'

async function startDisputable(options: Parameters<typeof startTestStripe>[0] = {}) {
  const bench = await startTestStripe(options)
  const { intent } = await createPaidCheckoutSession(bench)
  const { latest_charge: charge } = await bench.client.paymentIntents.retrieve(intent)
  const types = (begins = 'charge.dispute.') =>
    bench.standIn
      .events()
      .map(({ type }) => type)
      .filter((type) => type.startsWith(begins))
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

test('a chargeback ends the refunds that are still pending, with the reason that Stripe gives', async () => {
  const { standIn, client, intent, charge, types } = await startDisputable({ refundsStayPending: () => true })
  await client.refunds.create({ payment_intent: intent, amount: 3000 })

  standIn.dispute(charge, 'open')

  expect((await client.refunds.list({ payment_intent: intent })).data).toMatchObject([
    { status: 'failed', failure_reason: 'charge_for_pending_refund_disputed' },
  ])
  expect(await client.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0 })
  expect(types('refund.failed')).toHaveLength(1)
})

test('a part can be disputed, lost in part, and won on appeal', async () => {
  const { standIn, client, charge } = await startDisputable()

  const { id } = standIn.dispute(charge, 'open-part')
  const sums = async () => (await client.disputes.retrieve(id)).balance_transactions.map(({ amount }) => amount)
  standIn.dispute(id, 'lose-part')
  const lost = await client.disputes.retrieve(id)
  standIn.dispute(id, 'win')

  expect(lost).toMatchObject({ amount: 4000, status: 'lost' })
  expect(await sums()).toEqual([-4000, 2000, 2000])
  expect(await client.disputes.retrieve(id)).toMatchObject({ status: 'won' })
})
