import { describe, expect, test, vi } from 'vitest'
import { payments } from '#contract/payments-domain'
import { toAuditedValueChanges } from '../../../functions/security/public/audited-value-changes.ts'
import { REFUND_ID, OTHER_ID, createPaidOrder } from '../../support/paid-order.ts'
import { recordSecondFactorProof } from '../../support/people.ts'
import { listAuditedActions, listAuditChanges } from '../../support/practice.ts'
import { consultationPurchase, getStoredOrder, payAtStripe } from '../../support/shop.ts'

describe('A-71 a client takes back what was paid', () => {
  test('and not used: all of it, once, with a mail that is the receipt; the order waits for no date', async () => {
    const setup = await createPaidOrder()
    const before = await setup.options()

    const { status, body } = await setup.refund()

    expect(before).toMatchObject({ refundCents: 8000, rule: 'unused', consultationId: null })
    expect({ status, body }).toEqual({
      status: 200,
      body: { refundId: REFUND_ID, amountCents: 8000, status: 'succeeded', isHeldUp: false },
    })
    expect(await setup.atStripe()).toMatchObject([
      { amount: 8000, metadata: { order_id: setup.orderId, refund_id: REFUND_ID } },
    ])
    expect(await setup.waiting()).toEqual([])
    expect(await getStoredOrder(setup.practice, setup.orderId)).toMatchObject({ status: 'refunded' })
    const [mail, ...others] = await setup.mails()
    expect(others).toEqual([])
    expect(mail?.text).toMatch(/80,00.*mismo medio[\s\S]*justificante de la devolución. Número: 111111111111/)
    expect(mail?.text).toMatch(/^Hola, Lucía:[^]*Ver mis pagos:\nhttps:/)
    expect(await setup.options()).toMatchObject({ refundCents: 0, rule: 'refunded' })
  })

  test('two hours before, on day 13: the consultation is cancelled in the same transaction', async () => {
    const setup = await createPaidOrder()
    const { consultationId } = await setup.book('2026-12-03T12:00:00.000Z')
    const paidAt = Date.parse((await setup.payment())?.paidAt ?? '')
    setup.practice.clock.advance({ minutes: (Date.parse('2026-12-03T10:00:00.000Z') - paidAt) / 60_000 })

    const { body: shown } = await setup.optionsOf(consultationId)
    const { status } = await setup.refund()

    expect(shown).toMatchObject({ mayMove: false, mayCancel: true, refundCents: 8000, rule: 'withdrawal' })
    expect(status).toBe(200)
    expect(await setup.consultations()).toMatchObject([{ status: 'cancelled' }])
    expect(await setup.waiting()).toEqual([])
  })

  test('two hours before, on day 15: nothing, and the hour stays', async () => {
    const setup = await createPaidOrder()
    const { consultationId } = await setup.book('2026-12-09T12:00:00.000Z')
    const paidAt = Date.parse((await setup.payment())?.paidAt ?? '')
    setup.practice.clock.advance({ minutes: (Date.parse('2026-12-09T10:00:00.000Z') - paidAt) / 60_000 })

    const answer = await setup.refund()

    expect((await setup.optionsOf(consultationId)).body).toMatchObject({ mayCancel: false, rule: 'by-the-practice' })
    expect(answer).toEqual({ status: 409, body: { code: 'too-late' } })
    expect(await setup.consultations()).toMatchObject([{ status: 'scheduled' }])
    expect(await setup.atStripe()).toEqual([])
  })

  test('of a consultation missed on day 5: all of it; of one that was held as asked for: nothing', async () => {
    const setup = await createPaidOrder({ expressRequest: true, acknowledgement: true })
    const booked = await setup.book('2026-11-24T12:00:00.000Z')
    setup.practice.clock.advance({ days: 5 })
    await recordSecondFactorProof(setup.boss, setup.practice)
    await setup.setStatus(booked.consultationId, { status: 'completed', version: booked.version })
    const held = await setup.options()
    await setup.setStatus(booked.consultationId, { status: 'no_show', version: booked.version + 1 })

    expect(held).toMatchObject({ refundCents: 0, rule: 'held' })
    expect(await setup.options()).toMatchObject({ refundCents: 8000, rule: 'withdrawal' })
    expect((await setup.refund()).status).toBe(200)
    expect(await setup.consultations()).toMatchObject([{ status: 'no_show' }])
  })

  const asked = { expressRequest: true, acknowledgement: true }

  test.each([
    ['in full, asked for and acknowledged: nothing', asked, {}, [0, 'held']],
    [
      'in full, asked for and not acknowledged: the right stands, and all is owed',
      { expressRequest: true, acknowledgement: false },
      {},
      [0, 'withdrawal-in-part'],
    ],
    ['in full, never asked for: all of it', undefined, {}, [8000, 'withdrawal']],
    ['for ten of thirty minutes, asked for: in proportion', asked, { heldMinutes: 10 }, [5334, 'withdrawal-in-part']],
    ['for ten of thirty minutes, never asked for: all of it', undefined, { heldMinutes: 10 }, [8000, 'withdrawal']],
  ] as const)('of a consultation that was held %s', async (_, consents, minutes, [refundCents, rule]) => {
    const setup = await createPaidOrder(consents)
    const booked = await setup.book('2026-11-24T12:00:00.000Z')
    setup.practice.clock.advance({ days: 5 })
    await recordSecondFactorProof(setup.boss, setup.practice)
    await setup.setStatus(booked.consultationId, { status: 'completed', version: booked.version, ...minutes })

    const shown = await setup.options()
    const { status } = await setup.refund({ amountCents: refundCents })

    expect(shown).toMatchObject({ refundCents, rule })
    expect(status).toBe(refundCents > 0 ? 200 : 409)
    expect(await setup.payment()).toMatchObject({ refundedCents: refundCents })
    expect(await setup.consultations()).toMatchObject([{ status: 'completed' }])
    expect(await setup.options()).toMatchObject({ refundCents: 0 })
  })

  test('and sees the sum that is refunded: another one by now is refused', async () => {
    const setup = await createPaidOrder()

    expect(await setup.refund({ amountCents: 7999 })).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect(await setup.stored()).toEqual([])
  })
})

describe('A-71 a refund happens once', () => {
  test('pressed fifty times at once and told by Stripe before and after', async () => {
    const setup = await createPaidOrder()

    const answers = await Promise.all(Array.from({ length: 50 }, () => setup.refund()))
    await setup.tell()
    await setup.tell()

    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await setup.atStripe()).toHaveLength(1)
    expect(await setup.stored()).toMatchObject([{ status: 'succeeded', amountCents: 8000 }])
    expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
    expect(await setup.mails()).toHaveLength(1)
    const actions = (await listAuditedActions(setup.practice)).filter((action) => /REFUND/.test(action))
    expect(actions).toEqual(['REFUND_REQUESTED', 'PAYMENT_REFUNDED'])
  }, 90_000)

  test('and both lines of the log say how much', async () => {
    const setup = await createPaidOrder()
    await setup.refund()
    await setup.tell()

    const lines = (await listAuditChanges(setup.practice)).filter(({ action }) => /REFUND/.test(action))
    expect(lines.map(({ action, details }) => toAuditedValueChanges(action, details))).toEqual(
      Array.from({ length: 2 }, () => [{ name: 'Importe', before: null, after: '80,00\u00A0€' }]),
    )
  })

  test('that Stripe has made without our hearing of it is found there a day later, when its key is forgotten', async () => {
    const setup = await createPaidOrder()
    await recordSecondFactorProof(setup.boss, setup.practice)
    // The existing refunds are listed before one is requested.
    setup.stripe.cut = { nth: setup.stripe.calls.length + 2, when: 'after' }
    const { body } = await setup.refundByPractice()
    setup.practice.clock.advance({ hours: 25 })

    await setup.proceed()

    expect(body).toMatchObject({ amountCents: 3000, status: 'requested' })
    expect((await setup.atStripe()).map(({ amount }) => amount)).toEqual([3000])
    expect(await setup.stored()).toMatchObject([{ status: 'succeeded', amountCents: 3000 }])
    expect(await setup.payment()).toMatchObject({ refundedCents: 3000, status: 'partially-refunded' })
  })

  test('by client and practice at once: no more than was paid, asked for and made', async () => {
    const setup = await createPaidOrder()

    const answers = await Promise.all([
      setup.refund(),
      setup.refundByPractice({ refundId: OTHER_ID, amountCents: 8000 }),
      setup.refundByPractice({ refundId: 'ref_33333333-3333', amountCents: 5000 }),
    ])

    const sum = (await setup.atStripe()).reduce((total, { amount }) => total + amount, 0)
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBeLessThanOrEqual(8000)
    expect(await setup.payment()).toMatchObject({ refundedCents: sum })
  })

  test.each(['before', 'after'])(
    'when the answer is cut off %s it took effect, and Stripe forgot the key',
    async (when) => {
      const setup = await createPaidOrder()
      const { client } = setup.stripe
      const create = client.refunds.create.bind(client.refunds)
      const { StripeConnectionError } = (await import('stripe')).default.errors
      vi.spyOn(client.refunds, 'create').mockImplementationOnce(async (...asked) => {
        if (when === 'after') await create(...asked)
        throw new StripeConnectionError({ message: 'cut off' })
      })

      const first = await setup.refund()
      setup.practice.clock.advance({ days: 2 })
      const continued = await setup.proceed()

      expect(first.body).toMatchObject({ status: 'requested' })
      expect(continued).toEqual({ continued: 1 })
      expect(await setup.atStripe()).toHaveLength(1)
      expect(await setup.stored()).toMatchObject([{ status: 'succeeded' }])
      expect(await setup.mails()).toHaveLength(1)
      expect(await setup.proceed()).toEqual({ continued: 0 })
    },
  )

  test('asked for while Stripe does not answer: it is made by the next run, and nothing can be booked meanwhile', async () => {
    const setup = await createPaidOrder()
    setup.stripe.outage = true

    const { body } = await setup.refund()
    const waiting = await setup.waiting()
    setup.stripe.outage = false
    setup.practice.clock.advance({ minutes: 5 })
    await setup.proceed()

    expect(body).toMatchObject({ status: 'requested' })
    expect(waiting).toEqual([])
    expect(await setup.atStripe()).toMatchObject([{ amount: 8000 }])
  })
})

describe('A-71 a refund that a bank refuses', () => {
  test('is told to client and practice, is written down, and the payment is good again', async () => {
    const setup = await createPaidOrder()
    setup.stripe.refundsStayPending = true
    const { body } = await setup.refund()
    const [made] = await setup.atStripe()
    setup.stripe.standIn.settleRefund(made?.id ?? '', 'failed')

    await setup.tell('refund.failed', 'refund.updated')
    await setup.tell()

    expect(body).toMatchObject({ status: 'pending' })
    expect(await setup.stored()).toMatchObject([{ status: 'failed', failure: 'expired_or_canceled_card' }])
    expect(await setup.payment()).toMatchObject({ refundedCents: 0, status: 'completed' })
    expect(await getStoredOrder(setup.practice, setup.orderId)).toMatchObject({ status: 'paid' })
    expect(await setup.waiting()).toHaveLength(1)
    const told = (await setup.mails()).map(({ subject, to }) => [subject, to?.[0]?.address])
    expect(told).toEqual(
      expect.arrayContaining([
        ['No hemos podido hacerte una devolución', expect.stringContaining('@')],
        ['Una devolución no se ha podido hacer', 'consulta@habitat.test'],
      ]),
    )
    expect(told).toHaveLength(3)
    expect((await listAuditedActions(setup.practice)).filter((action) => action === 'REFUND_FAILED')).toHaveLength(1)
  })

  test('and is told before the events of its beginning leaves nothing refunded', async () => {
    const setup = await createPaidOrder()
    setup.stripe.refundsStayPending = true
    await setup.refund()
    const [made] = await setup.atStripe()
    setup.stripe.standIn.settleRefund(made?.id ?? '', 'failed')

    await setup.tell('refund.failed')
    await setup.tell('charge.refunded', 'refund.created')

    expect(await setup.payment()).toMatchObject({ refundedCents: 0, status: 'completed' })
  })
})

test('A-71 a refund that the bank has not made yet is under way for the client, and no longer when it has', async () => {
  const setup = await createPaidOrder()
  setup.stripe.refundsStayPending = true
  await setup.refund()
  const list = async () => (await setup.ask(payments.list, { as: setup.session })).body.items
  const before = await list()
  const [made] = await setup.atStripe()
  setup.stripe.standIn.settleRefund(made?.id ?? '', 'succeeded')
  await setup.tell('refund.updated')

  expect(before).toMatchObject([{ status: 'refunded', isRefundUnderWay: true }])
  expect(await list()).toMatchObject([{ status: 'refunded', isRefundUnderWay: false }])
})

test('A-71 one refund id for two payments refunds each of them, with a mail of its own', async () => {
  const setup = await createPaidOrder()
  const second = await payAtStripe(setup, consultationPurchase)
  await setup.ask(payments.confirm, { body: { sessionId: second.sessionId } })
  const paymentId = second.orderId.replace('ord_', 'pay_')

  const first = await setup.refund()
  const other = await setup.ask(payments.refundOwn, {
    as: setup.session,
    params: { paymentId },
    body: { refundId: REFUND_ID, amountCents: 8000 },
  })

  expect([first.body, other.body]).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
  expect((await setup.atStripe()).map(({ amount }) => amount)).toEqual([8000, 8000])
  expect(await setup.mails()).toHaveLength(2)
})

test('A-71 a payment that Stripe does not know cannot be refunded, and client and practice are told so', async () => {
  const setup = await createPaidOrder()
  const payment = await setup.payment()
  await setup.practice.data.payments
    .patch({ customerId: payment?.customerId ?? '', paymentId: payment?.paymentId ?? '' })
    .remove(['paymentIntentId'])
    .go()

  const { body } = await setup.refund()

  expect(body).toMatchObject({ status: 'failed' })
  const told = (await setup.mails()).map(({ subject }) => subject)
  expect(new Set(told)).toEqual(
    new Set(['No hemos podido hacerte una devolución', 'Una devolución no se ha podido hacer']),
  )
  expect(told).toHaveLength(2)
})

describe('A-71 a refund in Stripe’s dashboard', () => {
  test('is applied, whichever of its events comes', async () => {
    const setup = await createPaidOrder()
    await setup.stripe.client.refunds.create({ charge: await setup.charge(), amount: 3000 })

    await setup.tell('refund.created')
    await setup.tell('charge.refunded')

    expect(await setup.payment()).toMatchObject({ refundedCents: 3000, status: 'partially-refunded' })
    expect(await setup.stored()).toMatchObject([{ reason: 'stripe', amountCents: 3000 }])
    expect(await setup.mails()).toEqual([])
    expect(await setup.options()).toMatchObject({ refundCents: 5000 })
  })

  test('of everything, while ours is asked for, leaves one refund and says nothing of a failure', async () => {
    const setup = await createPaidOrder()
    setup.stripe.outage = true
    await setup.refund()
    setup.stripe.outage = false
    await setup.stripe.client.refunds.create({ charge: await setup.charge() })
    setup.practice.clock.advance({ minutes: 5 })

    await setup.proceed()

    expect(await setup.atStripe()).toHaveLength(1)
    expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
    expect(await setup.mails()).toEqual([])
    expect(await setup.waiting()).toEqual([])
  })
})

describe('A-71 the practice refunds', () => {
  test('and reads first what the client is owed, then each refund with its state and reason, Stripe’s own too', async () => {
    const setup = await createPaidOrder()
    const { customerId } = setup.buyer
    const params = { customerId, paymentId: setup.orderId.replace('ord_', 'pay_') }
    const options = await setup.ask(payments.refundOptionsOfCustomer, { as: setup.asBoss, params })
    await setup.refundByPractice()
    await setup.stripe.client.refunds.create({ charge: await setup.charge(), amount: 1000 })
    await setup.tell('refund.created')

    const { body } = await setup.ask(payments.listOfCustomer, { as: setup.asBoss, params: { customerId } })

    expect(options.body).toMatchObject({ refundCents: 8000, rule: 'unused' })
    expect(body.items[0]?.refunds).toHaveLength(2)
    expect(body.items[0]?.refunds).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ refundId: REFUND_ID, amountCents: 3000, explanation: 'Se cortó la llamada' }),
        expect.objectContaining({ amountCents: 1000, reason: 'stripe', status: 'succeeded', explanation: null }),
      ]),
    )
  })

  test('a part with its reason, and the rest later; the order waits until all is refunded', async () => {
    const setup = await createPaidOrder()

    const part = await setup.refundByPractice()
    const waiting = await setup.waiting()
    const rest = await setup.refundByPractice({ refundId: OTHER_ID, amountCents: 5000 })
    const more = await setup.refundByPractice({ refundId: 'ref_33333333-3333', amountCents: 1 })

    expect([part.status, rest.status]).toEqual([200, 200])
    expect(waiting).toHaveLength(1)
    expect(more).toEqual({ status: 409, body: { code: 'payment-refunded' } })
    expect(await setup.waiting()).toEqual([])
    expect((await setup.atStripe()).map(({ amount }) => amount)).toEqual([5000, 3000])
    const requested = (await listAuditChanges(setup.practice)).filter(({ action }) => action === 'REFUND_REQUESTED')
    expect(requested[0]).toMatchObject({
      userId: setup.boss.userId,
      details: { amountCents: 3000, explanation: 'Se cortó la llamada' },
    })
  })

  test('with a code of the last five minutes only', async () => {
    const setup = await createPaidOrder()
    setup.practice.clock.advance({ minutes: 6 })

    expect(await setup.refundByPractice()).toEqual({ status: 403, body: { code: 'proof-required' } })
    expect(await setup.stored()).toEqual([])
  })

  test('the same press with another sum is refused, and no more than was paid', async () => {
    const setup = await createPaidOrder()
    await setup.refundByPractice()

    const other = await setup.refundByPractice({ amountCents: 4000 })
    const tooMuch = await setup.refundByPractice({ refundId: OTHER_ID, amountCents: 5001 })

    expect([other.body, tooMuch.body]).toEqual([{ code: 'changed-meanwhile' }, { code: 'payment-refunded' }])
    expect(await setup.atStripe()).toHaveLength(1)
  })
})
