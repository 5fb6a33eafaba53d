import {
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { TERMS_VERSION } from '#contract/product'
import { withdrawals } from '#contract/withdrawals'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveWithdrawals } from '../../../functions/withdrawals/handler.ts'
import { testPoolClientId } from '../../local/cognito/running-user-pool.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createIdentitySetup, type IdentitySetup } from '../../support/identity-setup.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const VICTIM = 'victima@correo.test'
const form = {
  email: VICTIM,
  password: 'Zanahoria-7',
  firstName: 'Intruso',
  lastName: 'Anónimo',
  flow: 'registration',
  birthDate: '1990-05-17',
  acceptedTerms: true,
} as const

async function aSetup(options: { readonly triggersTwice?: boolean } = {}) {
  const setup = await createIdentitySetup({ ownMails: true, ...options })
  open.push(setup)
  const { practice, pool } = setup
  const { post } = createOutboxReader(practice)
  let place = 0
  /** Each call from another address, so that no rate limit applies. */
  const askFromAnywhere = (endpoint: Parameters<ReturnType<typeof createEndpointCaller>>[0], body: object) =>
    createEndpointCaller(serveAccount(() => practice))(endpoint, {
      body,
      headers: { 'x-forwarded-for': `198.51.${++place}.7, 130.176.1.1` },
    })
  return {
    ...setup,
    ask: askFromAnywhere,
    forget: async (email: string) => {
      const began = practice.wallClock().getTime()
      const { status, body } = await askFromAnywhere(account.mailVerification, { email, reset: true })
      const answer = { status, body, ms: practice.wallClock().getTime() - began }
      await pool.sdk.send(atCognito.reset(email)).catch(() => undefined)
      return answer
    },
    anOwner: async () => {
      const owner = await createCliente(practice)
      pool.cognito().seedUser({ email: owner.email, password: form.password, sub: owner.sub, groups: ['cliente'] })
      return owner
    },
    mailsTo: async (address: string) => {
      const ours = (await post()).filter(({ to }) => to?.[0]?.address === address)
      return ours.length + pool.mails.filter(({ to }) => to === address).length
    },
  }
}

const atCognito = {
  signUp: (Username: string, now: Date) =>
    new SignUpCommand({
      ClientId: testPoolClientId,
      Username,
      Password: form.password,
      UserAttributes: Object.entries({
        given_name: 'Ana',
        family_name: 'Gil',
        birthdate: '1990-05-17',
        'custom:terms_accepted_at': now.toISOString(),
        'custom:terms_version': TERMS_VERSION,
      }).map(([Name, Value]) => ({ Name, Value })),
    }),
  resend: (Username: string) => new ResendConfirmationCodeCommand({ ClientId: testPoolClientId, Username }),
  reset: (Username: string) => new ForgotPasswordCommand({ ClientId: testPoolClientId, Username }),
}

test('a mail service that takes nothing keeps nobody from signing up: a mail of ours waits in the place of Cognito’s', async () => {
  const { ask, mailsTo, pool } = await aSetup()
  vi.spyOn(pool.mails, 'push').mockImplementation(() => {
    throw new Error('the account is suspended')
  })

  const { status, body } = await ask(account.signUp, form)

  expect([status, body]).toMatchObject([200, { verified: false }])
  expect(pool.mails).toHaveLength(0)
  expect(await mailsTo(VICTIM)).toBe(1)
})

describe('five mails a day go to an address for people who are not signed in', () => {
  test('whatever they ask our pages for, and the sixth is answered like the first', async () => {
    const { ask, mailsTo } = await aSetup()
    const first = await ask(account.mailVerification, { email: VICTIM })
    const signedUp = await ask(account.signUp, form)
    for (let n = 0; n < 8; n++) await ask(account.mailVerification, { email: VICTIM })

    const sixth = await ask(account.mailVerification, { email: VICTIM })

    expect(sixth).toEqual(first)
    expect(signedUp.status).toBe(200)
    expect(await mailsTo(VICTIM)).toBe(5)
  })

  test('also where Cognito heard no answer about the mail of a sign-up and asked for it again', async () => {
    const { ask, mailsTo } = await aSetup({ triggersTwice: true })
    await ask(account.signUp, form)
    for (let n = 0; n < 5; n++) await ask(account.mailVerification, { email: VICTIM })

    expect(await mailsTo(VICTIM)).toBe(5)
  })

  test('whoever signs up when the address has had them is answered alike, and nothing is sent', async () => {
    const { ask, mailsTo, pool } = await aSetup()
    await ask(account.signUp, form)
    for (let n = 0; n < 4; n++) await ask(account.mailVerification, { email: VICTIM })

    const late = await ask(account.signUp, form)
    const early = await ask(account.signUp, { ...form, email: 'otra@correo.test' })

    expect([late.status, Object.keys(late.body)]).toEqual([early.status, Object.keys(early.body)])
    expect(pool.mails.map(({ to }) => to)).toEqual([VICTIM, 'otra@correo.test'])
    expect(await mailsTo(VICTIM)).toBe(5)
  })

  test('also of those who ask Cognito by themselves: it sends nothing more, for sign-up, resend and reset together', async () => {
    const { pool, practice, mailsTo } = await aSetup()
    await pool.sdk.send(atCognito.signUp(VICTIM, practice.wallClock()))
    for (let n = 0; n < 4; n++) await pool.sdk.send(atCognito.resend(VICTIM))

    const sixth = pool.sdk.send(atCognito.resend(VICTIM))

    await expect(sixth).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'CustomMessage failed with error too-many-mails.',
    })
    expect(await mailsTo(VICTIM)).toBe(5)
  })

  test('resets count with the rest', async () => {
    const { pool, practice, ask, mailsTo } = await aSetup()
    const { email, sub } = await createCliente(practice)
    pool.cognito().seedUser({ email, password: form.password, sub, groups: ['cliente'] })
    for (let n = 0; n < 3; n++) await pool.sdk.send(atCognito.reset(email))
    for (let n = 0; n < 4; n++) await ask(account.signUp, { ...form, email })

    const more = pool.sdk.send(atCognito.reset(email))

    await expect(more).rejects.toMatchObject({ message: 'CustomMessage failed with error too-many-mails.' })
    expect(await mailsTo(email)).toBe(5)
  })

  test('guardians count too, and the minor is not told whose mailbox is full', async () => {
    const { practice, ask, mailsTo } = await aSetup()
    const minor = await createCliente(practice, { birthDate: '2009-05-04' })
    await ask(account.signUp, form)
    for (let n = 0; n < 4; n++) await ask(account.mailVerification, { email: VICTIM })

    const asked = await createEndpointCaller(serveAccount(() => practice))(account.askGuardian, {
      as: createPasswordSessionClaims(minor, practice),
      body: { name: 'Carmen Gil Ruiz', email: VICTIM },
    })

    expect(asked).toMatchObject({ status: 200, body: { guardian: { state: 'asked', email: VICTIM } } })
    expect(await mailsTo(VICTIM)).toBe(5)
  })

  test('and the next day there are five more', async () => {
    const { ask, clock, mailsTo } = await aSetup()
    await ask(account.signUp, form)
    for (let n = 0; n < 6; n++) await ask(account.mailVerification, { email: VICTIM })
    clock.advance({ days: 1, seconds: 1 })

    await ask(account.mailVerification, { email: VICTIM })

    expect(await mailsTo(VICTIM)).toBe(6)
  })
})

describe('«Olvidé mi contraseña»', () => {
  test('costs an owner one of the five mails, and brings it', async () => {
    const { forget, anOwner, mailsTo } = await aSetup()
    const { email } = await anOwner()

    for (let n = 1; n <= 5; n++) {
      await forget(email)
      expect(await mailsTo(email)).toBe(n)
    }

    await forget(email)
    expect(await mailsTo(email)).toBe(5)
  })

  test('costs whoever has yet to prove the address one of them too, and brings the link', async () => {
    const { ask, forget, mailsTo } = await aSetup()
    await ask(account.signUp, form)

    for (let n = 2; n <= 5; n++) {
      await forget(VICTIM)
      expect(await mailsTo(VICTIM)).toBe(n)
    }
  })

  test.each([
    ['links for proving an address that is proven', false],
    ['new passwords of an address that is proven', true],
  ])(
    'works however often strangers asked our server for %s: what mails nobody costs nobody a mail',
    async (_, reset) => {
      const { ask, forget, anOwner, mailsTo } = await aSetup()
      const { email } = await anOwner()
      for (let n = 0; n < 12; n++) await ask(account.mailVerification, { email, reset })
      expect(await mailsTo(email)).toBe(0)

      await forget(email)

      expect(await mailsTo(email)).toBe(1)
    },
  )

  test('and the request for a link are answered alike, and at the same moment, whatever is sent', async () => {
    const { ask, forget, anOwner } = await aSetup()
    const { email } = await anOwner()
    await ask(account.signUp, form)
    const owned = await forget(email)
    const unproven = await forget(VICTIM)
    const unknown = await forget('nadie@correo.test')
    for (let n = 0; n < 5; n++) await forget(VICTIM)

    const spent = await forget(VICTIM)

    expect([owned, unproven, unknown, spent]).toEqual(
      Array.from({ length: 4 }, () => ({ status: 200, body: { accepted: true }, ms: 1000 })),
    )
  })
})

test('thirteen a day in all: with those five, three links for signing in and five acknowledgements of a withdrawal', async () => {
  const { practice, pool, ask, mailsTo } = await aSetup()
  const { email, sub } = await createCliente(practice, { emailVerifiedAt: '2026-11-01T09:00:00.000Z' })
  pool.cognito().seedUser({ email, password: form.password, sub, groups: ['cliente'] })
  const declare = createEndpointCaller(serveWithdrawals(() => practice))

  for (let n = 0; n < 8; n++) {
    await pool.sdk.send(atCognito.reset(email)).catch(() => undefined)
    await ask(account.signUp, { ...form, email })
    await ask(account.mailSignInLink, { email })
    await declare(withdrawals.request, {
      body: { withdrawalId: `wdr_0000000${n}`, name: 'Ana Gil', email },
      headers: { 'x-forwarded-for': `198.51.100.${n}, 130.176.1.1` },
    })
  }

  expect(await mailsTo(email)).toBe(13)
})
