import { expect, test } from 'vitest'
import { interruptRead } from '../../support/interrupted-reads.ts'
import { REFUND_ID, OTHER_ID, createPaidOrder } from '../../support/paid-order.ts'
import { recordSecondFactorProof } from '../../support/people.ts'

async function comeBeforeEachRead(story: (nth: number) => Promise<boolean>): Promise<number> {
  let nth = 1
  while (await story(nth)) nth += 1
  return nth - 1
}

const createRefundIds = () => Array.from({ length: 8 }, () => `ref_${crypto.randomUUID()}`)

const countAccepted = (answers: readonly { readonly status: number }[]): number =>
  answers.filter(({ status }) => status === 200).length

async function createConsultationHeldInPart() {
  const order = await createPaidOrder({ expressRequest: true, acknowledgement: true })
  const { consultationId, version } = await order.book('2026-11-24T12:00:00.000Z')
  order.practice.clock.advance({ days: 5 })
  await recordSecondFactorProof(order.boss, order.practice)
  const close = (heldMinutes: number, at: number) =>
    order.setStatus(consultationId, { status: 'completed', heldMinutes, version: at })
  await close(20, version)
  return { ...order, correctMinutes: () => close(25, version + 1) }
}

test('A-71 of two partial refunds the sum is that of both, whichever read of one the other comes before', async () => {
  const reads = await comeBeforeEachRead(async (nth) => {
    const order = await createPaidOrder()
    const hasHappened = interruptRead(nth, () => order.refundByPractice({ refundId: OTHER_ID }))

    const { status } = await order.refundByPractice({ refundId: REFUND_ID })

    const isBoth = hasHappened()
    const sum = (await order.atStripe()).reduce((total, { amount }) => total + amount, 0)
    expect({ status, sum }).toEqual({ status: 200, sum: isBoth ? 6000 : 3000 })
    expect(await order.payment()).toMatchObject({ refundedCents: sum, status: 'partially-refunded' })
    return isBoth
  })

  expect(reads).toBeGreaterThan(5)
}, 90_000)

test('A-71 eight refunds of 15,00 € at once never come to more than 80,00 €, and cancel nothing that is not refunded wholly', async () => {
  const order = await createPaidOrder()
  await order.book('2026-12-03T12:00:00.000Z')

  const answers = await Promise.all(
    createRefundIds().map((refundId) => order.refundByPractice({ refundId, amountCents: 1500 })),
  )

  expect(countAccepted(answers)).toBe(5)
  expect(await order.payment()).toMatchObject({ refundedCents: 7500, status: 'partially-refunded' })
  expect(await order.consultations()).toMatchObject([{ status: 'scheduled' }])
  expect((await order.stored()).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'succeeded'))
}, 90_000)

test('A-71 what the rule gives a client is given once, under eight ids at once', async () => {
  const order = await createConsultationHeldInPart()

  const answers = await Promise.all(createRefundIds().map((refundId) => order.refund({ refundId, amountCents: 2667 })))

  expect(countAccepted(answers)).toBe(1)
  expect(await order.atStripe()).toMatchObject([{ amount: 2667 }])
  expect(await order.payment()).toMatchObject({ refundedCents: 2667 })
}, 90_000)

test('A-71 what the rule gives a client is given once, whichever read the press under another id comes before', async () => {
  const reads = await comeBeforeEachRead(async (nth) => {
    const order = await createConsultationHeldInPart()
    const hasHappened = interruptRead(nth, () => order.refund({ refundId: OTHER_ID, amountCents: 2667 }))

    await order.refund({ refundId: REFUND_ID, amountCents: 2667 })

    const isTwice = hasHappened()
    expect(await order.atStripe()).toMatchObject([{ amount: 2667 }])
    return isTwice
  })

  expect(reads).toBeGreaterThan(5)
}, 90_000)

test('A-71 a refund follows the minutes of now, whichever of its reads the practice corrects them before', async () => {
  const reads = await comeBeforeEachRead(async (nth) => {
    const order = await createConsultationHeldInPart()
    const refundedBefore: number[] = []
    const hasHappened = interruptRead(nth, async () => {
      refundedBefore.push((await order.payment())?.refundedCents ?? 0)
      await order.correctMinutes()
    })

    const { status } = await order.refund({ refundId: REFUND_ID, amountCents: 2667 })

    const isCorrected = hasHappened()
    expect(status).toBe(isCorrected && refundedBefore[0] === 0 ? 409 : 200)
    return isCorrected
  })

  expect(reads).toBeGreaterThan(5)
}, 90_000)
