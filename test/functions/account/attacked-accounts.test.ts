import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { payments } from '#contract/payments-domain'
import { users } from '#contract/users'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as servePayments } from '../../../functions/payments/handler.ts'
import { createLambdaHandler as serveUsers } from '../../../functions/users/handler.ts'
import { testPoolClientId, signInWithSrp, testUserPoolId } from '../../local/cognito/running-user-pool.ts'
import { createEndpointCaller, type TestRequest } from '../../support/endpoint-caller.ts'
import { type SignedInSession, signInAtPool, signInAtPoolByGoogle } from '../../support/identity-setup.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { getStoredOrder, getOrderCheckoutSession } from '../../support/shop.ts'
import { createStripeSetup } from '../../support/stripe-setup.ts'
import { validSignUpAttributes } from '../../support/triggers.ts'
import {
  UNCLAIMED_EMAIL,
  createUnclaimedCustomerSetup,
  ownerRegistrationForm,
  OWNER_PASSWORD,
  parseVerificationLink,
} from '../../support/unclaimed-address.ts'

// A sign-in computes SRP twice, and there are dozens.
vi.setConfig({ testTimeout: 120_000 })

type Try = readonly [name: string, go: () => Promise<unknown>]

const HIS = 'Del-Intruso-1'
const { firstName, lastName, birthDate, acceptedTerms } = ownerRegistrationForm
const herself = { firstName, lastName, birthDate, acceptedTerms } as const
const guess = (round: number) => String.fromCodePoint(65 + (round % 26)).repeat(43)
const sixDigits = (round: number) => String(100_000 + round)
const from = (round: number) => ({ 'x-forwarded-for': `198.18.${round}.7, 130.176.1.1` })

async function aSetup() {
  const setup = await createUnclaimedCustomerSetup()
  const stripe = await createStripeSetup(setup.clock)
  const practice = { ...setup.practice, stripe: stripe.access }
  const ask = createEndpointCaller(serveAccount(() => practice))
  const enter = async (by: Pick<SignedInSession, 'as' | 'headers'>) => {
    await ask(account.completeRegistration, { ...by, body: herself })
    return ask(account.session, by)
  }
  const everybody = async () => (await practice.data.users.scan.go({ pages: 'all' })).data
  return {
    ...setup,
    practice,
    stripe,
    ask,
    pay: createEndpointCaller(servePayments(() => practice)),
    everybody,
    make: async (tries: readonly Try[], held: () => Promise<unknown>, hours = 1) => {
      const before = await held()
      for (const [name, go] of tries) {
        setup.clock.advance({ hours, seconds: 1 })
        const opened = await go().catch(() => undefined)
        expect([name, opened === true, await held()]).toEqual([name, false, before])
      }
      return tries.length
    },
    enter,
    opens: async (name: string, password: string) =>
      (await enter(await signInAtPool(setup, name, { password }))).status === 200,
  }
}
type Setup = Awaited<ReturnType<typeof aSetup>>

const claims: Readonly<Record<string, Record<string, string>>> = {
  'none of his own': {},
  'a verified address': { email_verified: 'true' },
  'a subject': { sub: '00000000-0000-4000-8000-000000000001' },
  'an identity of Google': { identities: '[{"providerName":"Google","userId":"1"}]' },
  'a role': { 'custom:role': 'administrador' },
  'a group': { 'cognito:groups': 'administrador' },
  'a record': { 'custom:customer_id': 'cus_waiting-0001' },
  'another address': { email: 'intruso@correo.test' },
  'terms of the future': { 'custom:terms_accepted_at': '2099-01-01T00:00:00.000Z' },
  'a status': { 'cognito:user_status': 'CONFIRMED' },
}
const words: readonly (Record<string, string> | undefined)[] = [
  undefined,
  { flow: 'purchase' },
  { flow: 'registration', visit_ticket: guess(1), redirect: 'https://mal.test' },
]
const names = [
  UNCLAIMED_EMAIL.toUpperCase(),
  ` ${UNCLAIMED_EMAIL} `,
  UNCLAIMED_EMAIL.replace('@', '+x@'),
  UNCLAIMED_EMAIL.replace('@', '.@'),
  `${UNCLAIMED_EMAIL}\u0000`,
  `${UNCLAIMED_EMAIL},intruso@correo.test`,
  `"${UNCLAIMED_EMAIL}"`,
  UNCLAIMED_EMAIL.replace('u', '\u{1D42E}'),
  'google_1234567890',
  'Google_1234567890',
  'cus_waiting-0001',
  '00000000-0000-4000-8000-000000000001',
]

const signUpAt = ({ pool, practice }: Setup, Username: string, more: Record<string, string>, metadata?: object) =>
  pool.sdk.send(
    new SignUpCommand({
      ClientId: testPoolClientId,
      Username,
      Password: HIS,
      UserAttributes: Object.entries({
        ...validSignUpAttributes,
        email: UNCLAIMED_EMAIL,
        'custom:terms_accepted_at': practice.wallClock().toISOString(),
        ...more,
      }).map(([Name, Value]) => ({ Name, Value })),
      ...(metadata && { ClientMetadata: metadata as Record<string, string> }),
    }),
  )

test('A-64 of 54 sign-ups at Cognito itself, with what attributes and names he likes, none has a role, a profile or her record', async () => {
  const setup = await aSetup()
  const { pool } = setup
  const forget = (Username: string) =>
    pool.sdk.send(new AdminDeleteUserCommand({ UserPoolId: testUserPoolId, Username })).catch(() => undefined)
  const confirmed: string[] = []
  const tryIt = async (name: string, more: Record<string, string>, metadata?: object) => {
    try {
      await signUpAt(setup, name, more, metadata)
      const { code } = parseVerificationLink(pool.mails.at(-1)?.html ?? '')
      const ConfirmationCode = pool.mails.at(-1)?.to === UNCLAIMED_EMAIL ? sixDigits(1) : code
      await pool.sdk.send(new ConfirmSignUpCommand({ ClientId: testPoolClientId, Username: name, ConfirmationCode }))
      confirmed.push(name)
      return await setup.opens(name, HIS)
    } finally {
      await forget(name)
      await forget(UNCLAIMED_EMAIL)
      if (more['email']) await forget(more['email'])
    }
  }
  const tries: Try[] = [
    ...Object.entries(claims).flatMap(([claim, attributes]) =>
      words.map((metadata, n): Try => [`${claim}, ${n}`, () => tryIt(UNCLAIMED_EMAIL, attributes, metadata)]),
    ),
    ...names.map((name): Try => [`as ${name}`, () => tryIt(name, {})]),
    // The attacker owns the mailbox: the code mailed by Cognito is right, but proves nothing to us.
    ...[...Object.entries(claims), ...Object.entries(claims).slice(0, 2)].map(([claim, attributes], n): Try => {
      const own = `intruso${n}@correo.test`
      return [`${claim}, own mailbox`, () => tryIt(own, { ...attributes, email: own })]
    }),
  ]

  const made = await setup.make(tries, async () => [await setup.everybody(), await setup.waiting()], 5)

  expect(made).toBe(54)
  // Cognito confirms accounts with the attacker's own mailboxes; they have no data at ours.
  expect(confirmed).toHaveLength(5)
})

test('A-64 of 55 tries at the order of a buyer who has paid and not yet proven the address, none gets it, and she does', async () => {
  const setup = await aSetup()
  const { ask, pay, practice, stripe } = setup
  const buy = { product: 'primera-consulta', email: UNCLAIMED_EMAIL } as const
  const { body: hers } = await ask(account.signUp, { body: { ...ownerRegistrationForm, flow: 'purchase' } })
  const { body: order } = await pay(payments.checkoutNewAccount, { body: { ...buy, token: hers.token } })
  await stripe.fillIn(order.url, 'pay', UNCLAIMED_EMAIL)
  const sessionId = await getOrderCheckoutSession(practice, order.orderId)
  await pay(payments.confirm, { body: { sessionId } })
  const [{ proof }] = [parseVerificationLink(setup.pool.mails.at(-1)?.html ?? '')]
  const stranger = await createCliente(practice)
  const as = createPasswordSessionClaims(stranger, practice)
  const held = async () => {
    const { customerId, userId, status } = (await getStoredOrder(practice, order.orderId)) ?? {}
    const theirs = await pay(payments.list, { as, query: {} })
    return [customerId, userId, status, theirs.body.items, (await setup.everybody()).length]
  }
  let his = guess(0)
  const round = (n: number): Try[] => [
    [
      'replaces',
      async () => {
        const body = {
          ...ownerRegistrationForm,
          password: HIS,
          firstName: 'Intruso',
          flow: n % 2 ? 'purchase' : 'registration',
        }
        his = (await ask(account.signUp, { body, headers: from(n) })).body.token
      },
    ],
    [
      'buys by a guess',
      () => pay(payments.checkoutNewAccount, { body: { ...buy, token: guess(n) }, headers: from(n) }),
    ],
    ['buys by his own', () => pay(payments.checkoutNewAccount, { body: { ...buy, token: his }, headers: from(n) })],
    ['confirms what she paid', () => pay(payments.confirm, { body: { sessionId }, headers: from(n) })],
    ['confirms a guess', () => pay(payments.confirm, { body: { sessionId: `cs_test_${n}` }, headers: from(n) })],
    [
      'proves by a guess',
      () => ask(account.verifyAddress, { body: { email: UNCLAIMED_EMAIL, proof: guess(n), token: his } }),
    ],
    [
      'proves by his token',
      () => ask(account.verifyAddress, { body: { email: UNCLAIMED_EMAIL, proof: his, token: his } }),
    ],
    [
      'chooses a password by a guess',
      () => ask(account.chooseFirstPassword, { body: { email: UNCLAIMED_EMAIL, proof: guess(n), password: HIS } }),
    ],
    ['signs in', () => setup.opens(UNCLAIMED_EMAIL, HIS)],
    [
      'confirms at Cognito by a guess',
      () =>
        setup.pool.sdk.send(
          new ConfirmSignUpCommand({
            ClientId: testPoolClientId,
            Username: UNCLAIMED_EMAIL,
            ConfirmationCode: sixDigits(n),
          }),
        ),
    ],
    ['has his own address moved', () => ask(account.giveBirthDate, { as, body: { birthDate: '1990-01-01' } })],
  ]

  const made = await setup.make([1, 2, 3, 4, 5].flatMap(round), held)
  await ask(account.chooseFirstPassword, { body: { email: UNCLAIMED_EMAIL, proof, password: OWNER_PASSWORD } })
  const session = await setup.enter(await signInAtPool(setup, UNCLAIMED_EMAIL, { password: OWNER_PASSWORD }))

  expect(made).toBe(55)
  expect(session.status).toBe(200)
  expect(await getStoredOrder(practice, order.orderId)).toMatchObject({
    customerId: session.body.customerId,
    status: 'paid',
  })
})

test('A-64 of 52 tries at an invitation none takes the account or the record, and whoever was invited arrives', async () => {
  const setup = await aSetup()
  const { ask, pool, practice } = setup
  const boss = createPasswordSessionClaims(await createAdministrador(practice), practice)
  const invite = createEndpointCaller(serveUsers(() => practice))
  const { body: invited } = await invite(users.invite, { as: boss, body: { email: UNCLAIMED_EMAIL, role: 'cliente' } })
  const mailed = /code=([^&"]+)/.exec(pool.mails.at(-1)?.html ?? '')?.[1] ?? ''
  const held = async () => {
    const { UserStatus } = await pool.sdk.send(
      new AdminGetUserCommand({ UserPoolId: testUserPoolId, Username: UNCLAIMED_EMAIL }),
    )
    const { role, emailVerifiedAt } = (await setup.everybody()).find(({ userId }) => userId === invited.id) ?? {}
    return [UserStatus, role, emailVerifiedAt, (await setup.waiting())?.userId]
  }
  const cognito = (command: object) => pool.sdk.send(command as never)
  const round = (n: number): Try[] => [
    ['signs up', () => ask(account.signUp, { body: { ...ownerRegistrationForm, password: HIS }, headers: from(n) })],
    [
      'buys',
      () =>
        ask(account.signUp, { body: { ...ownerRegistrationForm, password: HIS, flow: 'purchase' }, headers: from(n) }),
    ],
    ['signs up at Cognito', () => signUpAt(setup, UNCLAIMED_EMAIL, { email_verified: 'true' })],
    ['guesses the mailed password', () => signInWithSrp(pool, UNCLAIMED_EMAIL, `${mailed.slice(0, -1)}${n}`)],
    ['signs in with his', () => setup.opens(UNCLAIMED_EMAIL, HIS)],
    [
      'answers a challenge that was not asked',
      () =>
        cognito(
          new RespondToAuthChallengeCommand({
            ClientId: testPoolClientId,
            ChallengeName: 'NEW_PASSWORD_REQUIRED',
            Session: guess(n),
            ChallengeResponses: { USERNAME: UNCLAIMED_EMAIL, NEW_PASSWORD: HIS },
          }),
        ),
    ],
    [
      'has a code mailed',
      () => cognito(new ForgotPasswordCommand({ ClientId: testPoolClientId, Username: UNCLAIMED_EMAIL })),
    ],
    [
      'has one mailed again',
      () => cognito(new ResendConfirmationCodeCommand({ ClientId: testPoolClientId, Username: UNCLAIMED_EMAIL })),
    ],
    [
      'guesses it',
      () =>
        cognito(
          new ConfirmForgotPasswordCommand({
            ClientId: testPoolClientId,
            Username: UNCLAIMED_EMAIL,
            ConfirmationCode: sixDigits(n),
            Password: HIS,
          }),
        ),
    ],
    [
      'confirms by a guess',
      () =>
        cognito(
          new ConfirmSignUpCommand({
            ClientId: testPoolClientId,
            Username: UNCLAIMED_EMAIL,
            ConfirmationCode: sixDigits(n),
          }),
        ),
    ],
    [
      'asks for a link',
      () => ask(account.mailVerification, { body: { email: UNCLAIMED_EMAIL, reset: n % 2 === 0 }, headers: from(n) }),
    ],
    [
      'proves by a guess',
      () => ask(account.verifyAddress, { body: { email: UNCLAIMED_EMAIL, proof: guess(n), token: guess(n) } }),
    ],
    [
      'chooses a password by a guess',
      () => ask(account.chooseFirstPassword, { body: { email: UNCLAIMED_EMAIL, proof: guess(n), password: HIS } }),
    ],
  ]

  const made = await setup.make([1, 2, 3, 4].flatMap(round), held)
  const { Session } = await signInWithSrp(pool, UNCLAIMED_EMAIL, mailed)
  const { AuthenticationResult } = await pool.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId: testPoolClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: UNCLAIMED_EMAIL, NEW_PASSWORD: OWNER_PASSWORD },
    }),
  )

  expect(made).toBe(52)
  expect(AuthenticationResult?.AccessToken).toBeDefined()
  expect((await setup.enter(await signInAtPool(setup, UNCLAIMED_EMAIL, { password: OWNER_PASSWORD }))).status).toBe(200)
  expect((await setup.waiting())?.userId).toBe(invited.id)
})

const unverified = { name: 'Intruso', action: 'add' }
const google: readonly Record<string, string>[] = [
  ...[UNCLAIMED_EMAIL, UNCLAIMED_EMAIL.toUpperCase(), ` ${UNCLAIMED_EMAIL}`, `${UNCLAIMED_EMAIL}.`].map((email) => ({
    ...unverified,
    email,
  })),
  ...[
    UNCLAIMED_EMAIL.replace('@', '+x@'),
    UNCLAIMED_EMAIL.replace('.', '-'),
    UNCLAIMED_EMAIL.replace('.com', '.co'),
    UNCLAIMED_EMAIL.replace('i', '1'),
    UNCLAIMED_EMAIL.replace('u', '\u{1D42E}'),
    `"${UNCLAIMED_EMAIL}"`,
    `${UNCLAIMED_EMAIL},intruso@correo.test`,
    'x" or email ^= "',
    'x" or status = "Enabled',
  ].map((email) => ({ ...unverified, email, verified: 'on' })),
]

const owners: Readonly<Record<string, (setup: Setup) => Promise<string>>> = {
  'a client': async ({ practice, pool }) => {
    const { sub, userId } = await createCliente(practice, { email: UNCLAIMED_EMAIL })
    pool.cognito().seedUser({ email: UNCLAIMED_EMAIL, sub, password: OWNER_PASSWORD, groups: ['cliente'] })
    return userId
  },
  'an administrador': async ({ practice, pool }) => {
    const { sub, userId } = await createAdministrador(practice, { email: UNCLAIMED_EMAIL })
    pool.cognito().seedUser({ email: UNCLAIMED_EMAIL, sub, password: OWNER_PASSWORD, groups: ['administrador'] })
    return userId
  },
  'somebody who has not proven it': async ({ ask }) => {
    await ask(account.signUp, { body: ownerRegistrationForm })
    return 'usr_none'
  },
  'nobody but a client who waits': async () => 'usr_none',
}

test.each(Object.keys(owners))(
  'A-64 of 13 visits by Google with the address of %s, or one like it, none ends in what is theirs (52 in all)',
  async (owner) => {
    const setup = await aSetup()
    const userId = (await owners[owner]?.(setup)) ?? ''
    const entered: TestRequest['as'][] = []
    const tries = google.map((choice): Try => [
      JSON.stringify(choice),
      async () => {
        const by = await signInAtPoolByGoogle(setup, choice)
        entered.push(by.as)
        await setup.enter(by)
        return by.userId === userId
      },
    ])
    const held = async () => [await setup.waiting(), (await setup.everybody()).find((each) => each.userId === userId)]

    const made = await setup.make(tries, held)

    // With an address of their own the attacker may sign in.
    expect([made, entered.length]).toEqual([13, 4])
    expect(
      (await setup.everybody()).filter(({ email }) => email === UNCLAIMED_EMAIL).map((each) => each.userId),
    ).toEqual(userId === 'usr_none' ? [] : [userId])
  },
)
