import { expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as servePayments } from '../../../functions/payments/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { signInAtPool } from '../../support/identity-setup.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { getOrderCheckoutSession } from '../../support/shop.ts'
import { createStripeSetup } from '../../support/stripe-setup.ts'
import {
  UNCLAIMED_EMAIL,
  createUnclaimedCustomerSetup,
  ownerRegistrationForm,
  OWNER_PASSWORD,
  parseVerificationLink,
} from '../../support/unclaimed-address.ts'

const HIS = 'Del-Intruso-1'

/** Seconds that the pool takes to create an account and its mail, and to refuse an existing one. */
const took = { made: 0.7, refused: 0.03 }

async function aSetup() {
  const setup = await createUnclaimedCustomerSetup()
  const { clock, pool } = setup
  const stripe = await createStripeSetup(clock)
  const pause = async (ms: number) => clock.advance({ seconds: ms / 1000 })
  const practice = { ...setup.practice, stripe: stripe.access, pause }
  const ask = createEndpointCaller(serveAccount(() => practice))
  const pay = createEndpointCaller(servePayments(() => practice))
  const room = createOutboxReader(practice)
  let asked: string[] = []
  pool.sdk.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (given) => {
        asked.push(commandName)
        const isSignUp = commandName === 'SignUpCommand'
        try {
          const answer = await next(given)
          if (isSignUp) clock.advance({ seconds: took.made })
          return answer
        } catch (error) {
          if (isSignUp) clock.advance({ seconds: took.refused })
          throw error
        }
      },
    { step: 'initialize' },
  )
  return {
    ...setup,
    ask,
    register: async (email: string) => {
      asked = []
      const began = clock.now().getTime()
      const { status, body } = await ask(account.signUp, { body: { ...ownerRegistrationForm, email, password: HIS } })
      const seen = { status, body: { ...body, token: body.token.length }, ms: clock.now().getTime() - began }
      return { seen, asked }
    },
    reserve: async (email: string, password: string) => {
      const { body } = await ask(account.signUp, {
        body: { ...ownerRegistrationForm, email, password, flow: 'purchase' },
      })
      return pay(payments.checkoutNewAccount, { body: { product: 'primera-consulta', email, token: body.token } })
    },
    settle: async ({ url, orderId }: { url: string; orderId: string }) => {
      await stripe.fillIn(url, 'pay', UNCLAIMED_EMAIL)
      await pay(payments.confirm, { body: { sessionId: await getOrderCheckoutSession(practice, orderId) } })
    },
    receipts: async () =>
      (await room.post()).filter(({ subject }) => subject?.includes('tu pago')).map(({ text }) => text),
  }
}

test('REG-26 A-23 whoever registers cannot tell an address with an account from one without, by the answer or by its time', async () => {
  const setup = await aSetup()
  const { body } = await setup.ask(account.signUp, { body: ownerRegistrationForm })
  const [{ proof } = parseVerificationLink('')] = setup.mailed()
  await setup.ask(account.verifyAddress, { body: { email: UNCLAIMED_EMAIL, proof, token: body.token } })
  const { as } = await signInAtPool(setup, UNCLAIMED_EMAIL, { password: OWNER_PASSWORD })
  await setup.ask(account.session, { as })

  const owned = await setup.register(UNCLAIMED_EMAIL)
  const free = await setup.register('nadie@correo.test')

  expect(owned).toEqual(free)
  expect(free).toEqual({
    seen: { status: 200, body: { token: 43, verified: false }, ms: 2000 },
    asked: ['AdminGetUserCommand', 'SignUpCommand'],
  })
})

test('one whose account was replaced too often today is answered at the same moment', async () => {
  const setup = await aSetup()
  for (let n = 0; n < 5; n++) await setup.register(UNCLAIMED_EMAIL)

  const { seen } = await setup.register(UNCLAIMED_EMAIL)

  expect(seen).toEqual((await setup.register('nadie@correo.test')).seen)
})

test('A-24 a stranger who takes over a paid attempt and buys learns nothing of the payment, and its reader is told', async () => {
  const setup = await aSetup()
  const { body: hers } = await setup.reserve(UNCLAIMED_EMAIL, OWNER_PASSWORD)
  await setup.settle(hers)

  const his = await setup.reserve(UNCLAIMED_EMAIL, HIS)
  const free = await setup.reserve('nadie@correo.test', HIS)

  const shape = {
    status: 200,
    body: { orderId: expect.any(String), url: expect.any(String), totalCents: 8000, heldUntil: null },
  }
  expect([his, free]).toEqual([shape, shape])
  const [first, again, others] = setup.pool.mails.map(({ subject }) => subject)
  expect(first).toBe(others)
  expect(again).toBe('Tu pago te espera: verifica tu correo en Hábitat Interior')
  expect(setup.pool.mails[1]?.html).toContain('No tienes que pagar otra vez.')
})

test('A-24 a buyer who pays twice all the same reads in the receipt how one comes back', async () => {
  const setup = await aSetup()
  await setup.settle((await setup.reserve(UNCLAIMED_EMAIL, OWNER_PASSWORD)).body)
  const [first] = await setup.receipts()
  await setup.settle((await setup.reserve(UNCLAIMED_EMAIL, 'Calabaza-9')).body)

  const [, second] = await setup.receipts()

  expect(first).not.toContain('dos veces')
  expect(second).toContain('Si has pagado dos veces sin querer, escríbenos y te devolvemos uno.')
})
