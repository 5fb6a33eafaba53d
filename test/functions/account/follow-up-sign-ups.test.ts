import { AdminGetUserCommand, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import { payments } from '#contract/payments-domain'
import { cognitoSignUpAttributes } from '#contract/sign-up'
import { users } from '#contract/users'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveFollowUp } from '../../../functions/account/follow-up-sign-ups.handler.ts'
import { createSignUpSweepUserAccess } from '../../../functions/account/sign-up-sweep.ts'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createLambdaHandler as servePayments } from '../../../functions/payments/handler.ts'
import { createLambdaHandler as serveUsers } from '../../../functions/users/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createIdentitySetup, type IdentitySetup, signInAtPool } from '../../support/identity-setup.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { recordPastConsultations } from '../../support/long-history.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { getOrderCheckoutSession } from '../../support/shop.ts'
import { createStripeSetup } from '../../support/stripe-setup.ts'
import { validSignUpAttributes } from '../../support/triggers.ts'
import { testPoolClientId, testUserPoolId } from '../../local/cognito/running-user-pool.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const ADDRESS = 'marta@correo.test'
const HERS = 'Zanahoria-7'
const HIS = 'Del-Intruso-1'
const form = {
  email: ADDRESS,
  password: HERS,
  firstName: 'Marta',
  lastName: 'Ruiz',
  flow: 'purchase',
  acceptedTerms: true,
} as const

async function aSetup() {
  const setup = await createIdentitySetup({ ownMails: true })
  open.push(setup)
  const stripe = await createStripeSetup(setup.clock)
  const practice = { ...setup.practice, stripe: stripe.access }
  const ask = createEndpointCaller(serveAccount(() => practice))
  const pay = createEndpointCaller(servePayments(() => practice))
  const { pool, clock } = setup
  const room = createOutboxReader(practice)
  return {
    ...setup,
    practice,
    ask,
    pay,
    room,
    signUp: async (changes: object = {}) => (await ask(account.signUp, { body: { ...form, ...changes } })).body,
    buy: async (token: string) => {
      const { body } = await pay(payments.checkoutNewAccount, {
        body: { product: 'primera-consulta', email: ADDRESS, token },
      })
      await stripe.fillIn(body.url, 'pay', ADDRESS)
      await pay(payments.confirm, { body: { sessionId: await getOrderCheckoutSession(practice, body.orderId) } })
      return body.orderId
    },
    followUp: serveFollowUp(() => ({ ...practice, pool: createSignUpSweepUserAccess(testUserPoolId, pool.sdk) })),
    later: (hours: number) => clock.advance({ hours }),
    proofs: () => pool.mails.map(({ html }) => /proof=([\w-]+)/.exec(html)?.[1] ?? ''),
    verify: (proof: string | undefined, more: object = {}) =>
      ask(account.verifyAddress, { body: { email: ADDRESS, proof, ...more } }),
    inPool: () =>
      pool.sdk.send(new AdminGetUserCommand({ UserPoolId: testUserPoolId, Username: ADDRESS })).then(
        () => true,
        () => false,
      ),
  }
}

/** Signs up without our server: the pool's client id is public. */
const signUpAtCognito = ({ pool, practice }: Pick<IdentitySetup, 'pool' | 'practice'>, email: string) => {
  const given = {
    ...validSignUpAttributes,
    email,
    [cognitoSignUpAttributes.termsAcceptedAt]: practice.wallClock().toISOString(),
  }
  return pool.sdk.send(
    new SignUpCommand({
      ClientId: testPoolClientId,
      Username: email,
      Password: HIS,
      UserAttributes: Object.entries(given).map(([Name, Value]) => ({ Name, Value })),
    }),
  )
}

describe('A-64 an account that nobody has proven', () => {
  test('is removed after 48 hours, also one that was made without our server', async () => {
    const setup = await aSetup()
    await setup.signUp()
    await signUpAtCognito(setup, 'directo@correo.test')
    setup.later(47.9)
    const early = await setup.followUp()
    setup.later(0.2)

    const due = await setup.followUp()

    expect([early.removed, due.removed]).toEqual([0, 2])
    expect(await setup.inPool()).toBe(false)
    expect((await setup.practice.data.pendingSignUps.scan.go()).data).toEqual([])
  })

  test('that was proven in time stays', async () => {
    const setup = await aSetup()
    const { token } = await setup.signUp()
    await setup.verify(setup.proofs()[0], { token })
    setup.later(72)

    expect(await setup.followUp()).toEqual({ reminded: 0, removed: 0 })
    await expect(signInAtPool(setup, ADDRESS, { password: HERS })).resolves.toBeDefined()
  })

  test('whose buyer paid is not swept, reminds her after 24 and 72 hours, and waits for her click of 30 days later', async () => {
    const setup = await aSetup()
    const { token } = await setup.signUp()
    const orderId = await setup.buy(token)
    const [receipt] = await setup.room.post()
    const ada = await createAdministrador(setup.practice)
    const as = createPasswordSessionClaims(ada, setup.practice)
    const { body: agenda } = await createEndpointCaller(serveConsultations(() => setup.practice))(
      consultations.toSchedule,
      { as },
    )
    const params = { customerId: agenda.items[0]?.customerId ?? '' }
    const { body: unproven } = await setup.pay(payments.listUnproven, { as, params })
    const [proof] = setup.proofs()
    const reminded: number[] = []
    for (const hours of [23, 2, 1, 47, 1, 24 * 27]) {
      setup.later(hours)
      const { reminded: mails, removed } = await setup.followUp()
      reminded.push(mails)
      expect(removed).toBe(0)
    }

    const click = await setup.verify(proof, { token })
    const her = await signInAtPool(setup, ADDRESS, { password: HERS })
    const session = await setup.ask(account.session, { as: her.as })

    expect(agenda.items).toMatchObject([{ orderId, customerEmail: ADDRESS, emailUnproven: true }])
    expect(unproven.items).toMatchObject([{ orderId, amountCents: 8000 }])
    expect(reminded).toEqual([0, 1, 0, 1, 0, 0])
    expect(click.body).toEqual({ state: 'verified' })
    const { data: order } = await setup.practice.data.orders.get({ orderId }).go()
    expect(session.body.customerId).toBe(order?.customerId)
    const { body: paid } = await setup.pay(payments.list, { as: her.as })
    expect(paid.items).toMatchObject([{ orderId, amountCents: 8000 }])
    expect(
      (await setup.pay(payments.listUnproven, { as: createPasswordSessionClaims(ada, setup.practice), params })).body
        .items,
    ).toEqual([])
    expect(receipt?.subject).toBe('Hemos recibido tu pago: verifica tu correo')
    expect(receipt?.text).toContain('/auth/callback#email=marta%40correo.test&proof=')
  })

  test('of a paid buyer, replaced by a stranger, gives him nothing: the order is hers when she proves the address', async () => {
    const setup = await aSetup()
    const { token } = await setup.signUp()
    const orderId = await setup.buy(token)
    const [proof] = setup.proofs()
    const { token: his } = await setup.signUp({ password: HIS, firstName: 'Intruso' })

    const again = await setup.pay(payments.checkoutNewAccount, {
      body: { product: 'primera-consulta', email: ADDRESS, token: his },
    })
    const bare = await setup.verify(proof, { token })
    await setup.ask(account.chooseFirstPassword, { body: { email: ADDRESS, proof, password: 'Calabaza-9' } })
    const her = await signInAtPool(setup, ADDRESS, { password: 'Calabaza-9' })
    const { body: session } = await setup.ask(account.completeRegistration, {
      as: her.as,
      body: { firstName: 'Marta', lastName: 'Ruiz', birthDate: '1990-05-17', acceptedTerms: true },
    })

    expect(again).toMatchObject({ status: 200 })
    expect(again.body.orderId).not.toBe(orderId)
    expect(bare.body).toEqual({ state: 'password-needed' })
    await expect(signInAtPool(setup, ADDRESS, { password: HIS })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
    const { data: order } = await setup.practice.data.orders.get({ orderId }).go()
    expect(session.customerId).toBe(order?.customerId)
  })

  test('of a stranger who replaced a paid buyer is swept like any other, also one made at Cognito itself; she is reminded, and in by her first mail 30 days later', async () => {
    const setup = await aSetup()
    const { token } = await setup.signUp()
    const orderId = await setup.buy(token)
    const [proof] = setup.proofs()
    setup.later(1)
    await setup.signUp({ password: HIS, firstName: 'Intruso' })
    setup.later(47.9)
    const early = await setup.followUp()
    setup.later(0.2)
    const due = await setup.followUp()
    const afterSweep = await setup.inPool()
    await signUpAtCognito(setup, ADDRESS)
    setup.later(23)
    const later = await setup.followUp()
    const afterHisOwn = await setup.inPool()
    setup.later(24 * 27)
    await setup.followUp()

    expect([early, due]).toEqual([
      { reminded: 1, removed: 0 },
      { reminded: 0, removed: 1 },
    ])
    expect(later).toEqual({ reminded: 1, removed: 1 })
    expect([afterSweep, afterHisOwn]).toEqual([false, false])
    expect((await setup.verify(proof, { token, password: HERS })).body).toEqual({ state: 'choose-password' })
    await setup.ask(account.chooseFirstPassword, { body: { email: ADDRESS, proof, password: 'Calabaza-9' } })
    const her = await signInAtPool(setup, ADDRESS, { password: 'Calabaza-9' })
    await setup.ask(account.completeRegistration, {
      as: her.as,
      body: { firstName: 'Marta', lastName: 'Ruiz', birthDate: '1990-05-17', acceptedTerms: true },
    })
    expect((await setup.pay(payments.list, { as: her.as })).body.items).toMatchObject([{ orderId, amountCents: 8000 }])
  })

  test('of a stranger who replaced a paid buyer is gone when she registers anew, and the order is hers at the first sign-in', async () => {
    const setup = await aSetup()
    const { token } = await setup.signUp()
    const orderId = await setup.buy(token)
    await setup.signUp({ password: HIS, firstName: 'Intruso' })
    setup.later(49)
    await setup.followUp()
    const left = await setup.inPool()

    const again = await setup.signUp({ flow: 'registration', birthDate: '1990-05-17' })
    await setup.verify(setup.proofs().at(-1), { token: again.token })
    const her = await signInAtPool(setup, ADDRESS, { password: HERS })
    await setup.ask(account.session, { as: her.as })

    expect(left).toBe(false)
    expect((await setup.pay(payments.list, { as: her.as })).body.items).toMatchObject([{ orderId }])
  })

  test('does not keep its address from being invited, and is gone with its password', async () => {
    const setup = await aSetup()
    await setup.signUp({ password: HIS })
    const ada = await createAdministrador(setup.practice)

    const invited = await createEndpointCaller(serveUsers(() => setup.practice))(users.invite, {
      as: createPasswordSessionClaims(ada, setup.practice),
      body: { email: ADDRESS, role: 'cliente' },
    })

    expect(invited.status).toBe(200)
    await expect(signInAtPool(setup, ADDRESS, { password: HIS })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
    expect((await setup.verify(setup.proofs()[0])).body).toEqual({ code: 'link-invalid' })
  })

  test('gets a link to a new password when one is asked for, and an address without an account nothing', async () => {
    const setup = await aSetup()
    await setup.signUp({ password: HIS })

    const known = await setup.ask(account.mailVerification, { body: { email: ADDRESS, reset: true } })
    const unknown = await setup.ask(account.mailVerification, { body: { email: 'nadie@correo.test', reset: true } })

    expect(known).toEqual(unknown)
    const mails = await setup.room.post()
    expect(mails.map(({ subject }) => subject)).toEqual(['Elige una contraseña nueva en Hábitat Interior'])
    expect(mails[0]?.text).toContain('/auth/callback#email=marta%40correo.test&proof=')
  })
})

test('of ten invitations of one address at one moment one mails, and none is a fault', async () => {
  const setup = await aSetup()
  const ada = await createAdministrador(setup.practice)
  const ask = createEndpointCaller(serveUsers(() => setup.practice))

  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      ask(users.invite, {
        as: createPasswordSessionClaims(ada, setup.practice),
        body: { email: ADDRESS, role: 'cliente' },
      }),
    ),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.every(({ status }) => status < 500)).toBe(true)
  expect(setup.pool.mails).toHaveLength(1)
})

describe('A-64 a mistyped address that the practice corrects', () => {
  const RIGHT = 'marta.ruiz@correo.test'

  async function corrected() {
    const setup = await aSetup()
    const { token } = await setup.signUp()
    const orderId = await setup.buy(token)
    await setup.room.post()
    return { ...setup, token, orderId, correct: () => correct(setup, orderId) }
  }

  async function correct(setup: Awaited<ReturnType<typeof aSetup>>, orderId: string) {
    const as = createPasswordSessionClaims(await createAdministrador(setup.practice), setup.practice)
    const { data: order } = await setup.practice.data.orders.get({ orderId }).go()
    const params = { customerId: order?.customerId ?? '' }
    const ask = createEndpointCaller(serveCustomers(() => setup.practice))
    const { body } = await ask(customers.read, { as, params })
    const wanted = { name: RIGHT, email: RIGHT, phone: null, address: null, notes: null, version: body.version }
    const answer = await ask(customers.edit, { as, params, body: wanted })
    expect(answer.status).toBe(200)
    return { ...params, reply: answer.body }
  }

  test('is mailed, where the buyer chooses a password, says who they are and finds the order', async () => {
    const setup = await corrected()
    const { customerId } = await setup.correct()
    const [mail] = (await setup.room.post()).slice(1)
    const proof = /proof=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const at = { email: RIGHT, proof }

    const first = await setup.ask(account.verifyAddress, { body: { ...at, token: setup.token } })
    await setup.ask(account.chooseFirstPassword, { body: { ...at, password: 'Calabaza-9' } })
    const her = await signInAtPool(setup, RIGHT, { password: 'Calabaza-9' })
    const { body: session } = await setup.ask(account.completeRegistration, {
      as: her.as,
      body: { firstName: 'Marta', lastName: 'Ruiz', birthDate: '1990-05-17', acceptedTerms: true },
    })

    expect(mail).toMatchObject({
      subject: 'Tu pago te espera: verifica tu correo en Hábitat Interior',
      to: [{ address: RIGHT }],
    })
    expect(first.body).toEqual({ state: 'choose-password' })
    expect(session.customerId).toBe(customerId)
    const { body: paid } = await setup.pay(payments.list, { as: her.as })
    expect(paid.items).toMatchObject([{ orderId: setup.orderId, amountCents: 8000 }])
  })

  test('takes the order from whoever reads the wrong one: its links prove nothing of it, and its account is swept', async () => {
    const setup = await corrected()
    const [wrong] = setup.proofs()
    await setup.correct()

    const elsewhere = await setup.ask(account.verifyAddress, { body: { email: RIGHT, proof: wrong } })
    const there = await setup.verify(wrong, { token: setup.token })
    const stranger = await signInAtPool(setup, ADDRESS, { password: HERS })
    await setup.ask(account.session, { as: stranger.as })
    const { body: paid } = await setup.pay(payments.list, { as: stranger.as })

    expect(elsewhere.body).toEqual({ code: 'link-invalid' })
    expect(there.body).toEqual({ state: 'verified' })
    expect(paid.items).toEqual([])
  })

  test('leaves nothing that holds the account of the wrong one, and is reminded itself', async () => {
    const setup = await corrected()
    await setup.correct()
    setup.later(49)

    const run = await setup.followUp()

    expect(run).toEqual({ reminded: 1, removed: 1 })
    expect(await setup.inPool()).toBe(false)
    const mails = await setup.room.post()
    expect(mails.at(-1)?.to).toMatchObject([{ address: RIGHT }])
  })

  test('and whose owner has an account already: what was paid is theirs at once', async () => {
    const setup = await corrected()
    const owner = await createCliente(setup.practice, { email: RIGHT })

    const { reply } = await setup.correct()
    const { body: paid } = await setup.pay(payments.list, { as: createPasswordSessionClaims(owner, setup.practice) })

    expect(reply.customerId).toBe(owner.customerId)
    expect(paid.items).toMatchObject([{ orderId: setup.orderId }])
  })

  test('and whose owner has an account already, but what was held is too much to be joined with it: it is corrected, and stays apart', async () => {
    const setup = await corrected()
    await createCliente(setup.practice, { email: RIGHT })
    const { data: order } = await setup.practice.data.orders.get({ orderId: setup.orderId }).go()
    await recordPastConsultations(setup.practice, order?.customerId ?? '', 60)

    const { customerId, reply } = await setup.correct()

    expect(reply).toMatchObject({ customerId, email: RIGHT })
  })
})
