import { describe, expect, test, vi } from 'vitest'
import { payments } from '#contract/payments-domain'
import { log } from '#platform/log'
import { createDisputedPayment } from '../../support/disputed-payment.ts'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'
import { recordSecondFactorProof } from '../../support/people.ts'
import { listShopStripeEvents } from '../../support/shop.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

function answerAtStripe({ stripe }: Awaited<ReturnType<typeof createDisputedPayment>>, changes: object) {
  const { disputes } = stripe.client
  vi.restoreAllMocks()
  const retrieve = disputes.retrieve.bind(disputes)
  vi.spyOn(disputes, 'retrieve').mockImplementation(async (...asked) => ({ ...(await retrieve(...asked)), ...changes }))
}

const HOUR = '2026-12-03T12:00:00.000Z'
const ANSWER_BY = '2026-12-05T09:00:00.000Z'

test('a disputed payment says so to the practice, with the term for its answer, and stays paid', async () => {
  const setup = await createDisputedPayment()

  await setup.dispute('open')

  expect(await setup.disputes()).toMatchObject([
    {
      orderId: setup.orderId,
      amountCents: 8000,
      state: 'needs-response',
      status: 'needs_response',
      reason: 'product_not_received',
      answerBy: ANSWER_BY,
      openedAt: '2026-11-21T09:00:00.000Z',
    },
  ])
  expect(await setup.listed()).toMatchObject({
    status: 'completed',
    refundedCents: 0,
    dispute: { state: 'needs-response', amountCents: 8000, answerBy: ANSWER_BY },
  })
  expect(await setup.order()).toMatchObject({ status: 'paid' })
  expect(await setup.actions()).toEqual(['DISPUTE_OPENED'])
})

test('the client reads nothing of it in their own list', async () => {
  const setup = await createDisputedPayment()

  await setup.dispute('open')

  expect(await setup.ownListed()).toMatchObject({ status: 'completed', isRefundUnderWay: false })
  expect(await setup.ownListed()).not.toHaveProperty('dispute')
})

test('its events twice, late and in the opposite order end in the same state, told once', async () => {
  const setup = await createDisputedPayment()
  await setup.act('open', 'answer', 'lose')
  const newestFirst = listShopStripeEvents(setup, ...setup.events).toReversed()

  for (const event of [...newestFirst, ...newestFirst]) await deliverStripeEvent(event, setup.practice)
  for (const event of newestFirst) await deliverStripeEvent({ ...event, id: `${event.id}again` }, setup.practice)

  expect(await setup.disputes()).toMatchObject([{ state: 'lost', status: 'lost' }])
  expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
  expect(await setup.actions()).toEqual(['DISPUTE_LOST'])
})

test('answered it waits for the bank; won, the payment is as it was', async () => {
  const setup = await createDisputedPayment()
  await setup.dispute('open')
  await setup.dispute('answer')
  const waiting = await setup.listed()
  setup.practice.clock.advance({ days: 5 })

  await setup.dispute('win')

  expect(waiting?.dispute).toMatchObject({ state: 'under-review' })
  expect(await setup.disputes()).toMatchObject([{ state: 'won', closedAt: '2026-11-26T09:00:00.000Z' }])
  expect(await setup.payment()).toMatchObject({ refundedCents: 0, status: 'completed' })
  expect(await setup.order()).toMatchObject({ status: 'paid' })
  expect(await setup.waiting()).toHaveLength(1)
  expect(await setup.actions()).toEqual(['DISPUTE_OPENED', 'DISPUTE_UPDATED', 'DISPUTE_WON'])
})

describe('lost, the money has gone back', () => {
  test('order and payment say so, and the consultation stays as one that is still to be paid', async () => {
    const setup = await createDisputedPayment()
    await setup.book(HOUR)

    await setup.dispute('open', 'lose')

    expect(await setup.order()).toMatchObject({ status: 'refunded' })
    expect(await setup.listed()).toMatchObject({
      status: 'refunded',
      refundedCents: 8000,
      dispute: { state: 'lost' },
      refunds: [{ reason: 'bank', status: 'succeeded', amountCents: 8000 }],
    })
    const [hour, ...others] = await setup.consultations()
    expect(others).toEqual([])
    expect(hour).toMatchObject({ status: 'scheduled', startsAt: HOUR })
    expect(hour).not.toHaveProperty('orderId')
    expect(await setup.mails()).toEqual([])
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('the consultation can be paid again by its client', async () => {
    const setup = await createDisputedPayment()
    const { consultationId } = await setup.book(HOUR)
    await setup.dispute('open', 'lose')

    const { status } = await setup.ask(payments.checkoutConsultation, {
      as: setup.session,
      params: { consultationId },
      body: { priceCents: 8000 },
    })

    expect(status).toBe(200)
  })

  test('it waits for no hour any more', async () => {
    const setup = await createDisputedPayment()

    await setup.dispute('open', 'lose')

    expect(await setup.waiting()).toEqual([])
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('and cannot be refunded again', async () => {
    const setup = await createDisputedPayment()
    await setup.dispute('open', 'lose')
    await recordSecondFactorProof(setup.boss, setup.practice)

    const { status, body } = await setup.refundByPractice()

    expect({ status, body }).toEqual({ status: 409, body: { code: 'payment-refunded' } })
    expect(await setup.atStripe()).toEqual([])
  })

  test('after a refund of a part, no more than the rest counts as taken by the bank', async () => {
    const setup = await createDisputedPayment()
    await recordSecondFactorProof(setup.boss, setup.practice)
    await setup.refundByPractice()

    await setup.dispute('open', 'lose')

    expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
    expect(await setup.stored()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ reason: 'practice', amountCents: 3000 }),
        expect.objectContaining({ reason: 'bank', amountCents: 5000 }),
      ]),
    )
  })
})

test('an inquiry takes no money: a refund is made meanwhile, and closed it leaves nothing to answer', async () => {
  const setup = await createDisputedPayment()
  await setup.dispute('inquire')
  await recordSecondFactorProof(setup.boss, setup.practice)

  const { body } = await setup.refundByPractice()
  await setup.dispute('close')

  expect(body).toMatchObject({ status: 'succeeded', amountCents: 3000 })
  expect(await setup.disputes()).toMatchObject([{ state: 'won', status: 'warning_closed' }])
  expect(await setup.payment()).toMatchObject({ refundedCents: 3000, status: 'partially-refunded' })
})

test('an inquiry that becomes a chargeback is opened again: there is something else to answer', async () => {
  const setup = await createDisputedPayment()

  await setup.dispute('inquire')
  await setup.dispute('escalate')

  expect(await setup.actions()).toEqual(['DISPUTE_OPENED', 'DISPUTE_OPENED'])
  expect(await setup.disputes()).toMatchObject([{ state: 'needs-response', status: 'needs_response' }])
})

test('a refund of the practice is refused while the bank has the money, and Stripe is not asked', async () => {
  const setup = await createDisputedPayment()
  await setup.dispute('open')
  await recordSecondFactorProof(setup.boss, setup.practice)
  setup.stripe.calls.length = 0

  const { status, body } = await setup.refundByPractice()

  expect({ status, body }).toEqual({ status: 409, body: { code: 'payment-disputed' } })
  expect(setup.stripe.calls).toEqual([])
  expect(await setup.stored()).toEqual([])
})

test.each([
  ['prevented', [-8000], 'lost', 8000],
  ['prevented', [], 'won', 0],
  ['warning_under_review', [], 'under-review', 0],
  ['yet_unknown', [-8000], 'under-review', 0],
])('of the status %s, with %j taken, the practice reads what it means', async (status, moved, state, takenCents) => {
  const setup = await createDisputedPayment()
  await setup.act('open')
  answerAtStripe(setup, { status, balance_transactions: moved.map((amount) => ({ amount })) })

  await setup.hear()

  expect(await setup.listed()).toMatchObject({ refundedCents: takenCents, dispute: { state } })
})

test('during an appeal what was lost is still gone, and there is something to answer; won, it is back', async () => {
  const setup = await createDisputedPayment()
  await setup.dispute('open', 'lose')
  answerAtStripe(setup, { status: 'appeal_needs_response' })
  await setup.hearAgain()
  const appealed = await setup.listed()

  answerAtStripe(setup, { status: 'won' })
  await setup.hearAgain()

  expect(appealed).toMatchObject({ status: 'refunded', refundedCents: 8000, dispute: { state: 'needs-response' } })
  expect(await setup.listed()).toMatchObject({ status: 'completed', refundedCents: 0, dispute: { state: 'won' } })
  expect(await setup.order()).toMatchObject({ status: 'paid' })
  expect(await setup.waiting()).toHaveLength(1)
})

describe('a refund that the client is owed meanwhile', () => {
  test('waits, without a failed run, and is made once the dispute is won', async () => {
    const setup = await createDisputedPayment()
    await setup.dispute('open')
    const { body } = await setup.refund()
    setup.practice.clock.advance({ minutes: 5 })
    await setup.proceed()
    const waiting = await setup.stored()

    await setup.dispute('answer', 'win')
    await setup.proceed()
    await setup.proceed()

    expect(body).toMatchObject({ status: 'requested' })
    expect(waiting).toMatchObject([{ status: 'requested' }])
    expect(await setup.stored()).toMatchObject([{ status: 'succeeded', amountCents: 8000 }])
    expect(await setup.atStripe()).toMatchObject([{ amount: 8000 }])
  })

  test('is not made a second time when the bank has given everything back, and nobody is told of a failure', async () => {
    const setup = await createDisputedPayment()
    await setup.dispute('open')
    await setup.refund()

    await setup.dispute('lose')
    setup.practice.clock.advance({ minutes: 5 })
    await setup.proceed()

    expect(await setup.stored()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ reason: 'client', status: 'failed' }),
        expect.objectContaining({ reason: 'bank', status: 'succeeded' }),
      ]),
    )
    expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
    expect(await setup.mails()).toEqual([])
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('waits also where Stripe refuses it before telling of the dispute', async () => {
    const setup = await createDisputedPayment()
    await setup.act('open')

    const { body } = await setup.refund()

    expect(body).toMatchObject({ status: 'requested' })
    expect(await setup.disputes()).toMatchObject([{ state: 'needs-response' }])
    setup.practice.clock.advance({ minutes: 5 })
    await setup.proceed()
    expect(await setup.stored()).toMatchObject([{ status: 'requested' }])
  })
})

test('a dispute of a payment that is not ours is logged, and Stripe does not repeat its event', async () => {
  const setup = await createDisputedPayment()
  await setup.act('open')
  const [event] = listShopStripeEvents(setup, 'charge.dispute.created')
  await setup.practice.data.orders.delete({ orderId: setup.orderId }).go()
  const errors = vi.spyOn(log, 'error').mockImplementation(() => undefined)

  const status = await deliverStripeEvent(event ?? {}, setup.practice)

  expect(status).toBe(200)
  expect(errors.mock.calls).toEqual([
    ['a payment is not one of ours', { mismatch: event?.id, type: 'charge.dispute.created' }],
  ])
  expect(await setup.disputes()).toEqual([])
})
