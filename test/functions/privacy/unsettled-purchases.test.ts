import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, test, vi } from 'vitest'
import { createAgreement } from '../../support/budgets.ts'
import { readLogged } from '../../support/logged.ts'
import { createPrivacySetup, type PrivacySetup } from '../../support/privacy-setup.ts'

const orderId = 'ord_11111111-1111-4111-8111-111111111111'
const paymentId = orderId.replace('ord_', 'pay_')
const paidAt = '2026-11-20T09:00:00.000Z'

const hour = {
  consultationId: 'con_11111111-1111-4111-8111-111111111111',
  orderId,
  startsAt: '2027-01-11T09:00:00.000Z',
  type: 'primera_consulta' as const,
  durationMinutes: 30,
  status: 'scheduled' as const,
  toConfirm: false,
  version: 1,
  sequence: 1,
  createdAt: paidAt,
}
const toWaiting = (customerId: string) => ({ customerId, orderId, concept: 'Primera consulta', paidAt })

type Setup = Pick<PrivacySetup, 'client' | 'practice'>

interface Purchase {
  readonly unsettled: string
  readonly make: (setup: Setup) => Promise<unknown>
  readonly settle: (setup: Setup) => Promise<unknown>
}

const pay = ({ practice, client: { customerId } }: Setup, refunded: object = {}) =>
  practice.data.payments
    .put({
      customerId,
      orderId,
      paymentId,
      paidAt,
      concept: 'Primera consulta',
      amountCents: 8000,
      refundedCents: 0,
      currency: 'eur',
      status: 'completed',
      receiptNumber: '2026-111111111111',
      ...refunded,
    })
    .go()

const askForRefund = ({ practice: { data } }: Setup, status: 'requested' | 'succeeded') =>
  data.refunds
    .put({
      refundId: 'ref_11111111-1111-4111-8111-111111111111',
      orderId,
      amountCents: 8000,
      status,
      reason: 'practice',
      requestedBy: 'stripe',
      requestedAt: paidAt,
    })
    .go()

const purchases: Readonly<Record<string, Purchase>> = {
  'a paid consultation that waits for its hour': {
    unsettled: 'consultation-unused',
    make: async (setup) => {
      await pay(setup)
      await setup.practice.data.ordersToSchedule.create(toWaiting(setup.client.customerId)).go()
    },
    settle: (setup) => pay(setup, { refundedCents: 8000, status: 'refunded' }),
  },
  'a paid consultation that lies ahead': {
    unsettled: 'consultation-unused',
    make: async (setup) => {
      const { customerId } = setup.client
      await pay(setup)
      await setup.practice.data.consultations.create({ ...hour, customerId }).go()
    },
    settle: ({ practice, client: { customerId } }) =>
      practice.data.consultations
        .patch({ customerId, consultationId: hour.consultationId })
        .set({ status: 'cancelled', startsAt: hour.startsAt })
        .go(),
  },
  'a budget in use': {
    unsettled: 'budget-active',
    make: ({ practice, client }) => practice.data.budgetAgreements.create(createAgreement(client)).go(),
    settle: ({ practice, client }) =>
      practice.data.budgetAgreements
        .patch(createAgreement(client))
        .set({ status: 'ended', nextDueDay: '9999-12-31' })
        .go(),
  },
  'a refund that Stripe does not have yet': {
    unsettled: 'refund-requested',
    make: async (setup) => {
      await pay(setup, { refundedCents: 8000, status: 'refunded' })
      await askForRefund(setup, 'requested')
    },
    settle: (setup) => askForRefund(setup, 'succeeded'),
  },
}

describe.each(Object.entries(purchases))('A-71 an erasure that is due and would take away %s', (_, purchase) => {
  test('stops before anything is removed, raises the alarm, and is done once that is settled', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const setup = await createPrivacySetup()
    const { customerId } = setup.client
    await setup.leave()
    await purchase.make(setup)
    setup.practice.clock.advance({ days: 15 })

    await expect(setup.erase()).rejects.toThrow('1 of 1 were not erased')

    const { unsettled } = purchase
    expect(readLogged(errors)).toMatchObject([{ level: 'ERROR', customerId, unsettled }])
    const read = async () => (await setup.practice.data.customers.get({ customerId }).go()).data
    expect(await read()).not.toBeNull()
    const { data: erasure } = await setup.practice.data.erasures.get({ customerId }).go()
    expect(erasure).toMatchObject({ status: 'waiting' })
    await purchase.settle(setup)
    expect(await setup.erase()).toMatchObject({ erased: 1 })
    expect(await read()).toBeNull()
  })
})

test('A-71 a paid hour that is given up while a request for erasure looks for it is found: its payment waits then', async () => {
  const setup = await createPrivacySetup()
  const { customerId } = setup.client
  const { data } = setup.practice
  await data.consultations.create({ ...hour, customerId }).go()
  const elsewhere = AsyncLocalStorage.snapshot()
  const cancelHour = async () => {
    await data.ordersToSchedule.create(toWaiting(customerId)).go()
    await data.consultations.delete({ customerId, consultationId: hour.consultationId }).go()
  }
  const { query } = data.consultations
  const { byCustomer } = query
  vi.spyOn(query, 'byCustomer').mockImplementationOnce((key) => {
    const asked = byCustomer(key)
    const { go } = asked
    asked.go = (async (options) => {
      await elsewhere(cancelHour)
      return go(options)
    }) as typeof go
    return asked
  })

  expect(await setup.leave()).toEqual({ status: 409, body: { code: 'consultation-unused' } })
})
