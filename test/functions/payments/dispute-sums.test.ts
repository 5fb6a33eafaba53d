import { describe, expect, test } from 'vitest'
import { createDisputedPayment } from '../../support/disputed-payment.ts'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'
import { recordSecondFactorProof } from '../../support/people.ts'

const HOUR = '2026-12-03T12:00:00.000Z'
type Setup = Awaited<ReturnType<typeof createDisputedPayment>>

async function failAtStripe({ atStripe, stripe, tell }: Setup) {
  const [refund] = await atStripe()
  stripe.standIn.settleRefund(refund?.id ?? '', 'failed')
  await tell()
}

const sumsOf = async ({ stored }: Setup) =>
  (await stored()).map(({ reason, amountCents, status }) => `${reason} ${amountCents} ${status}`).toSorted()

async function proceedLater({ practice, proceed }: Setup) {
  practice.clock.advance({ minutes: 5 })
  await proceed()
}

describe('a refund that fails after the bank has taken the rest', () => {
  test('of a part: the bank has all of it, the hour is not paid, and nobody is asked to pay again', async () => {
    const setup = await createDisputedPayment()
    await setup.book(HOUR)
    await recordSecondFactorProof(setup.boss, setup.practice)
    await setup.refundByPractice()
    await setup.dispute('open', 'lose')
    await setup.mails()

    await failAtStripe(setup)

    expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
    expect(await sumsOf(setup)).toEqual(['bank 8000 succeeded', 'practice 3000 failed'])
    expect(await setup.order()).toMatchObject({ status: 'refunded' })
    expect(await setup.waiting()).toEqual([])
    expect(await setup.mails()).toEqual([])
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('of all of it: the order does not wait for an hour again', async () => {
    const setup = await createDisputedPayment()
    await setup.refund()
    await setup.dispute('open', 'lose')
    const before = await sumsOf(setup)
    await setup.mails()

    await failAtStripe(setup)

    expect(before).toEqual(['client 8000 succeeded'])
    expect(await sumsOf(setup)).toEqual(['bank 8000 succeeded', 'client 8000 failed'])
    expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
    expect(await setup.waiting()).toEqual([])
    expect(await setup.mails()).toEqual([])
  })
})

describe('a lost dispute of a part', () => {
  test('leaves the client the rest of what they are owed, and no sum is above the payment', async () => {
    const setup = await createDisputedPayment()
    await setup.book(HOUR)
    await setup.dispute('open-part')
    await setup.refund()

    await setup.dispute('lose')

    expect(await sumsOf(setup)).toEqual(['bank 4000 succeeded', 'client 4000 requested'])
    expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('and where Stripe refuses that, client and practice read of the rest alone', async () => {
    const setup = await createDisputedPayment()
    await setup.dispute('open-part')
    await setup.refund()
    await setup.dispute('lose')

    await proceedLater(setup)

    expect(await sumsOf(setup)).toEqual(['bank 4000 succeeded', 'client 4000 failed'])
    const texts = (await setup.mails()).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts.filter((text) => !/40,00\s€/.test(text ?? '') || /80,00\s€/.test(text ?? ''))).toEqual([])
  })
})

test('of a dispute that Stripe calls lost, only what it kept counts as taken, also where the practice reads of it', async () => {
  const setup = await createDisputedPayment()
  await setup.book(HOUR)

  await setup.dispute('open', 'lose-part')

  expect(await setup.listed()).toMatchObject({
    status: 'partially-refunded',
    refundedCents: 4000,
    dispute: { state: 'lost', amountCents: 4000 },
  })
  expect(await setup.order()).toMatchObject({ status: 'paid' })
  expect(await setup.consultations()).toMatchObject([{ status: 'scheduled', orderId: setup.orderId }])
})

test('a loss reversed on appeal restores the refund that the client was owed, and it is made', async () => {
  const setup = await createDisputedPayment()
  await setup.book(HOUR)
  await setup.dispute('open')
  await setup.refund()
  await setup.dispute('lose')
  const lost = await sumsOf(setup)

  await setup.dispute('win')
  const reversed = await sumsOf(setup)
  await proceedLater(setup)

  expect(lost).toEqual(['bank 8000 succeeded', 'client 8000 failed'])
  expect(reversed).toEqual(['bank 8000 failed', 'client 8000 requested'])
  expect(await sumsOf(setup)).toEqual(['bank 8000 failed', 'client 8000 succeeded'])
  expect(await setup.atStripe()).toMatchObject([{ amount: 8000 }])
  expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
  expect(await setup.waiting()).toEqual([])
  expect(await listBrokenInvariants(setup.practice)).toEqual({})
})
