import { afterEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { advancePendingSignUp, findPendingSignUp } from '../../../functions/account/public/email-proof.ts'
import { createLambdaHandler as servePayments } from '../../../functions/payments/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createIdentitySetup, type IdentitySetup } from '../../support/identity-setup.ts'
import { repeatCalls } from '../../support/repeated-calls.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { getOrderCheckoutSession, getStoredOrder } from '../../support/shop.ts'
import { createStripeSetup } from '../../support/stripe-setup.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const ADDRESS = 'marta@correo.test'
const form = {
  email: ADDRESS,
  password: 'Zanahoria-7',
  firstName: 'Marta',
  lastName: 'Ruiz',
  flow: 'purchase',
  acceptedTerms: true,
} as const

async function createSignUpSetup() {
  const setup = await createIdentitySetup({ ownMails: true })
  open.push(setup)
  const stripe = await createStripeSetup(setup.clock)
  const practice = { ...setup.practice, stripe: stripe.access }
  const ask = createEndpointCaller(serveAccount(() => practice))
  const pay = createEndpointCaller(servePayments(() => practice))
  return {
    practice,
    stripe,
    pool: setup.pool,
    buy: (token: string) =>
      pay(payments.checkoutNewAccount, { body: { product: 'primera-consulta', email: ADDRESS, token } }),
    signUp: async () => (await ask(account.signUp, { body: form })).body.token,
    confirm: async (orderId: string) =>
      pay(payments.confirm, { body: { sessionId: await getOrderCheckoutSession(practice, orderId) } }),
    readSessionStates: () =>
      Object.fromEntries(stripe.standIn.sessions().map(({ client_reference_id: of, status }) => [of, status])),
  }
}

describe('A-64 whoever signs up again while a page of Stripe is open', () => {
  test('has one page that can be paid: the one before ends when the new attempt buys', async () => {
    const setup = await createSignUpSetup()
    const first = await setup.buy(await setup.signUp())
    const token = await setup.signUp()
    const meanwhile = setup.readSessionStates()

    const second = await setup.buy(token)
    const again = await setup.buy(token)

    expect(meanwhile).toEqual({ [first.body.orderId]: 'open' })
    expect(second.status).toBe(200)
    expect(again).toEqual(second)
    expect(setup.readSessionStates()).toEqual({ [first.body.orderId]: 'expired', [second.body.orderId]: 'open' })
  })

  test('has it also after another attempt that bought nothing', async () => {
    const setup = await createSignUpSetup()
    const first = await setup.buy(await setup.signUp())
    await setup.signUp()

    const second = await setup.buy(await setup.signUp())

    expect(setup.readSessionStates()).toEqual({ [first.body.orderId]: 'expired', [second.body.orderId]: 'open' })
  })

  test('is let buy, and not told, where the one before was paid: that is recorded, once', async () => {
    const setup = await createSignUpSetup()
    const first = await setup.buy(await setup.signUp())
    const token = await setup.signUp()
    await setup.stripe.fillIn(first.body.url, 'pay', ADDRESS)

    const second = await setup.buy(token)

    expect(second.status).toBe(200)
    expect(await getStoredOrder(setup.practice, first.body.orderId)).toMatchObject({ status: 'paid' })
    await setup.confirm(first.body.orderId)
    expect(await countItemsByEntity(setup.practice)).toMatchObject({ payment: 1 })
  })

  test('is let buy where a bank has yet to answer about the one before', async () => {
    const setup = await createSignUpSetup()
    const first = await setup.buy(await setup.signUp())
    const token = await setup.signUp()
    await setup.stripe.fillIn(first.body.url, 'later', ADDRESS)

    expect((await setup.buy(token)).status).toBe(200)

    expect(await getStoredOrder(setup.practice, first.body.orderId)).toMatchObject({ status: 'pending' })
  })

  test('gets no page as long as the one before cannot be ended, and has it at the next press', async () => {
    const setup = await createSignUpSetup()
    const first = await setup.buy(await setup.signUp())
    const token = await setup.signUp()
    setup.stripe.outage = true
    const refused = await setup.buy(token)
    setup.stripe.outage = false

    const second = await setup.buy(token)

    expect(refused).toEqual({ status: 503, body: { code: 'payment-unavailable' } })
    expect(setup.readSessionStates()).toEqual({ [first.body.orderId]: 'expired', [second.body.orderId]: 'open' })
  })

  test('leaves an order without a page none that could be shown', async () => {
    const setup = await createSignUpSetup()
    const token = await setup.signUp()
    setup.stripe.outage = true
    await setup.buy(token)
    setup.stripe.outage = false
    const { orderId = '' } = (await findPendingSignUp(ADDRESS, setup.practice.data)) ?? {}

    await setup.buy(await setup.signUp())

    expect(await getStoredOrder(setup.practice, orderId)).toMatchObject({ status: 'pending', version: 2 })
  })
})

test('A-64 an attempt is not replaced by what was read before it began to buy', async () => {
  const setup = await createSignUpSetup()
  const token = await setup.signUp()
  const before = await findPendingSignUp(ADDRESS, setup.practice.data)
  await setup.buy(token)

  const replaced = await advancePendingSignUp(ADDRESS, before, { tokenHash: 'another' }, setup.practice)

  expect(replaced).toBeUndefined()
  expect((await setup.buy(token)).status).toBe(200)
})

test('A-64 whoever signs up has an account to buy with where Cognito had made it, was not heard and was asked again', async () => {
  const setup = await createSignUpSetup()
  repeatCalls(setup.pool.sdk, 'SignUpCommand', { times: 1 })

  const token = await setup.signUp()

  expect((await setup.buy(token)).status).toBe(200)
})

test('A-64 a repeated sign-up does not take the account of somebody who has signed up meanwhile', async () => {
  const setup = await createSignUpSetup()
  const other: { token?: string } = {}
  repeatCalls(setup.pool.sdk, 'SignUpCommand', {
    times: 1,
    meanwhile: async () => void (other.token = await setup.signUp()),
  })

  const token = await setup.signUp()

  expect(await setup.buy(token)).toMatchObject({ status: 409, body: { code: 'account-unknown' } })
  expect((await setup.buy(other.token ?? '')).status).toBe(200)
})
