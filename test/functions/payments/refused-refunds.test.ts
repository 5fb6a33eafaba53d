import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { OTHER_ID, createPaidOrder } from '../../support/paid-order.ts'
import { recordSecondFactorProof } from '../../support/people.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { getStoredOrder } from '../../support/shop.ts'

type PaidOrderSetup = Awaited<ReturnType<typeof createPaidOrder>>

const createRefusal = (code: string | undefined, message: string) =>
  new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    message,
    ...(code && { code }),
  } as never)

const refuseAtStripe = ({ stripe }: PaidOrderSetup, code: string | undefined) =>
  vi.spyOn(stripe.client.refunds, 'create').mockRejectedValue(createRefusal(code, 'cannot issue a refund'))

const listSubjects = async ({ mails }: PaidOrderSetup) =>
  (await mails()).map(({ subject = '' }) => subject).toSorted((one, other) => one.localeCompare(other))

const listCentsAtStripe = async ({ atStripe }: PaidOrderSetup) =>
  (await atStripe()).map(({ amount }) => amount).toSorted((one, other) => one - other)

async function refundPartInDashboard(setup: PaidOrderSetup, ask: () => Promise<unknown>, amount: number) {
  setup.stripe.outage = true
  await ask()
  setup.stripe.outage = false
  await setup.stripe.client.refunds.create({ charge: await setup.charge(), amount })
  setup.practice.clock.advance({ minutes: 5 })
}

const listRefunds = async ({ stored }: PaidOrderSetup) =>
  (await stored())
    .map(({ reason, amountCents, status }) => [reason, amountCents, status])
    .toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))

test.each([['charge_disputed'], ['charge_not_refundable'], [undefined]])(
  'A-71 a refund that Stripe refuses for good (%s) has failed: client and practice are told at once, and the payment is good again',
  async (code) => {
    const setup = await createPaidOrder()
    await setup.book('2026-12-03T12:00:00.000Z')
    refuseAtStripe(setup, code)

    const { status, body } = await setup.refund()

    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'failed' } })
    expect(await setup.stored()).toMatchObject([{ status: 'failed', failure: code ?? 'invalid_request_error' }])
    expect(await setup.payment()).toMatchObject({ refundedCents: 0, status: 'completed' })
    expect(await getStoredOrder(setup.practice, setup.orderId)).toMatchObject({ status: 'paid' })
    expect(await setup.waiting()).toHaveLength(1)
    expect(await listSubjects(setup)).toEqual([
      'No hemos podido hacerte una devolución',
      'Una devolución no se ha podido hacer',
    ])
    setup.practice.clock.advance({ minutes: 5 })
    expect(await setup.proceed()).toEqual({ continued: 0 })
    expect(await listAuditedActions(setup.practice)).toContain('REFUND_FAILED')
  },
)

test('A-71 a refund that fails after its hour was removed lets the order wait for another hour again', async () => {
  const setup = await createPaidOrder()
  const { practice, buyer } = setup
  const { consultationId, version } = await setup.book('2026-12-03T12:00:00.000Z')
  const removed = await createEndpointCaller(serveConsultations(() => practice))(consultations.remove, {
    as: setup.asBoss,
    params: { customerId: buyer.customerId, consultationId },
    query: { version },
  })
  refuseAtStripe(setup, 'charge_disputed')

  await setup.refund()

  expect(removed.status).toBe(200)
  expect(await setup.consultations()).toMatchObject([{ status: 'removed', orderId: setup.orderId }])
  expect(await setup.stored()).toMatchObject([{ status: 'failed' }])
  expect(await setup.waiting()).toMatchObject([{ orderId: setup.orderId }])
})

test('A-71 after such a refusal the practice may ask for it again', async () => {
  const setup = await createPaidOrder()
  const refusing = refuseAtStripe(setup, 'charge_disputed')
  await setup.refund()
  refusing.mockRestore()
  await recordSecondFactorProof(setup.boss, setup.practice)

  const { body } = await setup.refundByPractice({ refundId: OTHER_ID, amountCents: 8000 })

  expect(body).toMatchObject({ status: 'succeeded', amountCents: 8000 })
  expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
})

test.each([['balance_insufficient'], ['lock_timeout']])(
  'A-71 a refund that Stripe may make later (%s) stays asked for, and the next run makes it',
  async (code) => {
    const setup = await createPaidOrder()
    const refusing = refuseAtStripe(setup, code)
    const { status, body } = await setup.refund()
    setup.practice.clock.advance({ minutes: 5 })
    await expect(setup.proceed()).rejects.toThrow('1 refunds could not be made')
    refusing.mockRestore()

    await setup.proceed()

    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'requested' } })
    expect(await setup.stored()).toMatchObject([{ status: 'succeeded', amountCents: 8000 }])
    expect(await listSubjects(setup)).toEqual(['Te hemos devuelto tu pago'])
  },
)

test('A-71 a refund for which the money comes after an hour is made by the next run, exactly once, though Stripe repeats its refusal for a day', async () => {
  const setup = await createPaidOrder()
  setup.stripe.balanceEmpty = true
  expect((await setup.refund()).body).toMatchObject({ status: 'requested' })
  for (let runs = 0; runs < 12; runs++) {
    setup.practice.clock.advance({ minutes: 5 })
    await expect(setup.proceed()).rejects.toThrow('1 refunds could not be made')
  }
  setup.stripe.balanceEmpty = false
  setup.practice.clock.advance({ minutes: 5 })

  await setup.proceed()
  await setup.proceed()

  expect(await listCentsAtStripe(setup)).toEqual([8000])
  expect(await setup.stored()).toMatchObject([{ status: 'succeeded', amountCents: 8000 }])
})

test('A-71 of an error that does not say whether the money went back another request waits a minute, and finds what was made', async () => {
  const setup = await createPaidOrder()
  const { refunds } = setup.stripe.client
  const create = refunds.create.bind(refunds)
  vi.spyOn(refunds, 'create').mockImplementationOnce(async (...given) => {
    await create(...given)
    throw new Stripe.errors.StripeAPIError({ type: 'api_error', message: 'try again', statusCode: 500 } as never)
  })
  vi.spyOn(refunds, 'list').mockResolvedValueOnce({ data: [] } as never)
  const asked = await setup.refundByPractice()
  vi.spyOn(refunds, 'list').mockResolvedValueOnce({ data: [] } as never)

  await setup.refundByPractice()

  expect(asked.body).toMatchObject({ status: 'requested' })
  expect(await listCentsAtStripe(setup)).toEqual([3000])
  setup.practice.clock.advance({ minutes: 5 })
  await setup.proceed()
  expect(await listCentsAtStripe(setup)).toEqual([3000])
  expect(await setup.stored()).toMatchObject([{ status: 'succeeded', amountCents: 3000 }])
})

test.each([
  [409, 'idempotency_key_in_use'],
  [429, 'rate_limit'],
])('A-71 of an answer that Stripe does not keep (%s) the next request has the same key', async (statusCode, code) => {
  const setup = await createPaidOrder()
  const create = vi.spyOn(setup.stripe.client.refunds, 'create')
  const type = statusCode === 429 ? Stripe.errors.StripeRateLimitError : Stripe.errors.StripeIdempotencyError
  create.mockRejectedValueOnce(new type({ message: 'not now', statusCode, code }))
  await setup.refund()
  setup.practice.clock.advance({ minutes: 5 })

  await setup.proceed()

  const keys = create.mock.calls.map(([, options]) => (options as { idempotencyKey?: string }).idempotencyKey)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('A-71 of a whole refund that waited, the client gets what is left after the practice gave a part back in the dashboard', async () => {
  const setup = await createPaidOrder()
  await setup.book('2026-12-03T12:00:00.000Z')
  await refundPartInDashboard(setup, setup.refund, 3000)

  await setup.proceed()
  await setup.tell()

  expect(await listCentsAtStripe(setup)).toEqual([3000, 5000])
  expect(await listRefunds(setup)).toEqual([
    ['client', 5000, 'succeeded'],
    ['stripe', 3000, 'succeeded'],
  ])
  expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
  expect(await setup.consultations()).toMatchObject([{ status: 'cancelled' }])
  expect(await setup.waiting()).toEqual([])
  const [mail, ...others] = await setup.mails()
  expect(others).toEqual([])
  expect(mail?.text).toContain('50,00')
})

test('A-71 so it is where Stripe told of the part before the next run', async () => {
  const setup = await createPaidOrder()
  await refundPartInDashboard(setup, setup.refund, 3000)
  await setup.tell()

  await setup.proceed()

  expect(await listCentsAtStripe(setup)).toEqual([3000, 5000])
  expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
})

const tellInTime = ({ tell }: PaidOrderSetup) => tell()
const tellLater = async () => undefined

test.each([
  ['told', tellInTime],
  ['not told', tellLater],
])(
  'A-71 a part for which too little is left has failed, and client and practice are told (Stripe has %s of the other)',
  async (_, tellBefore) => {
    const setup = await createPaidOrder()
    await refundPartInDashboard(setup, setup.refundByPractice, 6000)
    await tellBefore(setup)

    await setup.proceed()
    await setup.tell()

    expect(await listRefunds(setup)).toEqual([
      ['practice', 3000, 'failed'],
      ['stripe', 6000, 'succeeded'],
    ])
    expect(await setup.payment()).toMatchObject({ refundedCents: 6000, status: 'partially-refunded' })
    expect(await listSubjects(setup)).toEqual([
      'No hemos podido hacerte una devolución',
      'Una devolución no se ha podido hacer',
    ])
  },
)
