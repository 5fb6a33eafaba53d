import { expect, test } from 'vitest'
import { createDisputedPayment } from '../../support/disputed-payment.ts'
import { createDisputedPart } from '../../support/disputed-part.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'

const HOUR = '2026-12-03T12:00:00.000Z'

test('who asks for the money that their bank holds reads before and after that it waits for the bank', async () => {
  const setup = await createDisputedPayment()
  await setup.dispute('open')

  const options = await setup.options()
  const { body } = await setup.refund()

  expect(options).toMatchObject({ refundCents: 8000, heldUpCents: 8000 })
  expect(body).toMatchObject({ status: 'requested', isHeldUp: true })
  expect(await setup.ownListed()).toMatchObject({ isRefundUnderWay: true, isRefundHeldUp: true })
  expect(await setup.listed()).toMatchObject({ dispute: { state: 'needs-response' }, isRefundHeldUp: true })
})

test('once the bank has decided nothing waits for it any more', async () => {
  const setup = await createDisputedPayment()
  await setup.dispute('open')
  await setup.refund()

  await setup.dispute('answer', 'win')

  expect(await setup.ownListed()).toMatchObject({ isRefundUnderWay: true, isRefundHeldUp: false })
  expect(await setup.listed()).toMatchObject({ isRefundHeldUp: false })
})

test('an inquiry of the bank holds nothing up', async () => {
  const setup = await createDisputedPayment()
  await setup.dispute('inquire')

  const options = await setup.options()
  const { body } = await setup.refund()

  expect(options).toMatchObject({ refundCents: 8000, heldUpCents: 0 })
  expect(body).toMatchObject({ status: 'succeeded', isHeldUp: false })
  expect(await setup.ownListed()).toMatchObject({ isRefundHeldUp: false })
})

test('a refund that only Stripe keeps waiting is not said to wait for the bank', async () => {
  const setup = await createDisputedPayment()
  setup.stripe.refundsStayPending = true

  const { body } = await setup.refund()

  expect(body).toMatchObject({ isHeldUp: false })
  expect(await setup.ownListed()).toMatchObject({ isRefundUnderWay: true, isRefundHeldUp: false })
})

test('the mail of a cancelled hour says that its money comes when the bank has decided', async () => {
  const setup = await createDisputedPayment()
  const { practice, buyer } = setup
  await setup.book(HOUR)
  const mailbox = createOutboxReader(practice)
  await setup.dispute('open')
  await setup.refund()
  practice.clock.advance({ minutes: 11 })

  const sent = (await mailbox.post()).filter(({ to }) => to?.[0]?.address === buyer.email)

  const text = sent.at(-1)?.text?.replaceAll(/\s+/g, ' ')
  expect(text).toContain('se ha cancelado')
  expect(text).toContain(
    'Has reclamado el pago a tu banco y, mientras no decida, no podemos devolvértelo. Si no te lo devuelve él, te devolvemos 80,00 €',
  )
})

test('who ends a budget reads which part of the money waits for the bank, before and after', async () => {
  const { terms, cancel, read, listOfPractice } = await createDisputedPart()
  const { refundCents, heldUpCents } = (await terms()).body

  await cancel(refundCents)

  expect(refundCents).toBeGreaterThan(0)
  expect(heldUpCents).toBe(refundCents)
  expect(await read()).toMatchObject({ refundedCents: refundCents, heldUpRefundCents: refundCents })
  expect(await listOfPractice()).toMatchObject({ heldUpRefundCents: refundCents })
})

test('of a budget with one disputed part, the other part goes back at once', async () => {
  const { terms, cancel, read, payNext, stripe } = await createDisputedPart()
  await payNext()
  const { refundCents, heldUpCents } = (await terms()).body

  await cancel(refundCents)

  const made = (await stripe.client.refunds.list()).data
  expect(heldUpCents).toBeGreaterThan(0)
  expect(made).toMatchObject([{ amount: refundCents - heldUpCents, status: 'succeeded' }])
  expect(await read()).toMatchObject({ refundedCents: refundCents, heldUpRefundCents: heldUpCents })
})
