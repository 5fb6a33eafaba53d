import { describe, expect, test } from 'vitest'
import { createDisputedPayment } from '../../support/disputed-payment.ts'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'

const HOUR = '2026-12-03T12:00:00.000Z'
type Setup = Awaited<ReturnType<typeof createDisputedPayment>>

async function proceedLater({ practice, proceed }: Setup) {
  practice.clock.advance({ minutes: 5 })
  await proceed()
}

async function createPendingRefund() {
  const setup = await createDisputedPayment()
  await setup.book(HOUR)
  setup.stripe.refundsStayPending = true
  await setup.refund()
  await setup.tell()
  await setup.mails()
  setup.stripe.refundsStayPending = false
  return setup
}

describe('a refund that the bank had not made yet when its payment was disputed', () => {
  test('waits for the end of the dispute, and nobody is asked to pay a second time', async () => {
    const setup = await createPendingRefund()

    await setup.dispute('open')
    await setup.tell()
    await proceedLater(setup)

    expect(await setup.atStripe()).toMatchObject([{ failure_reason: 'charge_for_pending_refund_disputed' }])
    expect(await setup.stored()).toMatchObject([{ status: 'requested', amountCents: 8000 }])
    expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
    expect(await setup.waiting()).toEqual([])
    expect(await setup.mails()).toEqual([])
  })

  test('waits also where Stripe tells first that it has failed', async () => {
    const setup = await createPendingRefund()
    await setup.act('open')

    await setup.tell()
    await proceedLater(setup)

    expect(await setup.stored()).toMatchObject([{ status: 'requested' }])
    expect(await setup.disputes()).toMatchObject([{ state: 'needs-response' }])
    expect(await setup.mails()).toEqual([])
  })

  test('is made once when the dispute is won, and the client reads of it', async () => {
    const setup = await createPendingRefund()
    await setup.dispute('open')
    await setup.tell()

    await setup.dispute('answer', 'win')
    await proceedLater(setup)
    await setup.tell()
    await proceedLater(setup)

    expect(await setup.stored()).toMatchObject([{ status: 'succeeded', amountCents: 8000 }])
    const made = (await setup.atStripe()).filter(({ status }) => status !== 'failed')
    expect(made).toMatchObject([{ amount: 8000, status: 'succeeded' }])
    expect(await setup.mails()).toMatchObject([{ subject: 'Te hemos devuelto tu pago' }])
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('is given up when the dispute is lost: the bank has made it', async () => {
    const setup = await createPendingRefund()
    await setup.dispute('open')
    await setup.tell()

    await setup.dispute('lose')
    await proceedLater(setup)

    expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
    expect((await setup.stored()).map(({ reason, status }) => `${reason} ${status}`).toSorted()).toEqual([
      'bank succeeded',
      'client failed',
    ])
    expect(await setup.mails()).toEqual([])
  })
})

test('a refund that Stripe refused because of a dispute is asked for anew when it is won the same day', async () => {
  const setup = await createDisputedPayment()
  await setup.act('open')
  await setup.refund()

  await setup.dispute('answer', 'win')
  await proceedLater(setup)

  expect(await setup.stored()).toMatchObject([{ status: 'succeeded', amountCents: 8000 }])
  expect(await setup.atStripe()).toMatchObject([{ amount: 8000 }])
})

test('a refund that waits for a dispute is made though Stripe never told of its end', async () => {
  const setup = await createDisputedPayment()
  await setup.dispute('open')
  await setup.refund()
  await setup.act('answer', 'win')

  await proceedLater(setup)

  expect(await setup.disputes()).toMatchObject([{ state: 'won' }])
  expect(await setup.stored()).toMatchObject([{ status: 'succeeded' }])
})
