import {
  AdminGetUserCommand,
  AdminLinkProviderForUserCommand,
  SignUpCommand,
  AdminUpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { TERMS_VERSION } from '#contract/product'
import { toSignUpDetails } from '../../../functions/account/public/sign-up-details.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { type GoogleIdentity, linkGoogleToAccount } from '../../../functions/account/google-link.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { listQueuedMailKinds } from '../../support/mfa-setup.ts'
import {
  createIdentitySetup,
  type IdentitySetup,
  TEST_PASSWORD,
  refreshPoolSession,
  signInAtPool,
  signInAtPoolByGoogle,
} from '../../support/identity-setup.ts'
import { createCliente } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import {
  buildAuthorizeUrl,
  exchangeOAuthCode,
  fetchRedirectTarget,
  luciaGoogleAccount,
  runGoogleSignIn,
} from '../../local/cognito/google-and-pool.ts'
import { testPoolClientId, testUserPoolId } from '../../local/cognito/running-user-pool.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function aSetup() {
  const setup = await createIdentitySetup()
  open.push(setup)
  const identity: GoogleIdentity = {
    subject: luciaGoogleAccount.subject,
    email: luciaGoogleAccount.email,
    emailVerified: true,
    firstName: 'Lucía',
    lastName: 'Ferrer',
  }
  return {
    ...setup,
    ask: createEndpointCaller(serveAccount(() => setup.practice)),
    link: (changes: Partial<GoogleIdentity> = {}) =>
      linkGoogleToAccount({ ...identity, ...changes }, testUserPoolId, setup.pool.sdk, {
        isOwned: async () => true,
        noteClaim: async () => {},
      }),
    inPool: (name: string = luciaGoogleAccount.email) =>
      setup.pool.sdk.send(new AdminGetUserCommand({ UserPoolId: testUserPoolId, Username: name })),
  }
}
type Setup = Awaited<ReturnType<typeof aSetup>>

const squat = ({ pool, clock }: Setup, Password = 'Del-Intruso-1') =>
  pool.sdk.send(
    new SignUpCommand({
      ClientId: testPoolClientId,
      Username: luciaGoogleAccount.email,
      Password,
      UserAttributes: Object.entries({
        email: luciaGoogleAccount.email,
        given_name: 'Intruso',
        family_name: 'Anónimo',
        birthdate: '1980-01-01',
        'custom:terms_accepted_at': clock.now().toISOString(),
        'custom:terms_version': TERMS_VERSION,
        'custom:marketing_opt_in': 'true',
      }).map(([Name, Value]) => ({ Name, Value })),
    }),
  )

describe('A-19 linking Google', () => {
  test('to an address without an account makes one that nobody knows a password of', async () => {
    const setup = await aSetup()

    const linked = await setup.link()

    expect(linked.made).toBe(true)
    expect(await setup.inPool()).toMatchObject({
      Username: linked.userId.slice('usr_'.length),
      UserStatus: 'CONFIRMED',
    })
    expect(setup.pool.mails).toEqual([])
  })

  test('to the account that is there leaves its password and its id as they are', async () => {
    const setup = await aSetup()
    const sub = setup.pool.cognito().seedUser({ email: luciaGoogleAccount.email, password: TEST_PASSWORD })

    const linked = await setup.link()

    expect(linked).toMatchObject({ userId: `usr_${sub}`, made: false })
    await expect(signInAtPool(setup, luciaGoogleAccount.email)).resolves.toMatchObject({ sub })
  })

  test('to an account that nobody has verified ends the password of whoever made it', async () => {
    const setup = await aSetup()
    await squat(setup)

    await setup.link()

    expect(await setup.inPool()).toMatchObject({ UserStatus: 'CONFIRMED' })
    await expect(signInAtPool(setup, luciaGoogleAccount.email, { password: 'Del-Intruso-1' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
  })

  test('to an account whose address was changed to this one ends the password and the sessions of whoever did it', async () => {
    const setup = await aSetup()
    setup.pool.cognito().seedUser({ email: 'intruso@correo.test', password: 'Del-Intruso-1' })
    await setup.pool.sdk.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: testUserPoolId,
        Username: 'intruso@correo.test',
        UserAttributes: [{ Name: 'email', Value: luciaGoogleAccount.email }],
      }),
    )

    await setup.link()

    await expect(signInAtPool(setup, luciaGoogleAccount.email, { password: 'Del-Intruso-1' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
  })

  test('to an administrador is refused', async () => {
    const setup = await aSetup()
    setup.pool
      .cognito()
      .seedUser({ email: luciaGoogleAccount.email, password: TEST_PASSWORD, groups: ['administrador'] })

    await expect(setup.link()).rejects.toThrow('administrator-by-password')
  })

  test('AUTH-19 by an address that Google has not verified is refused', async () => {
    const setup = await aSetup()
    setup.pool.cognito().seedUser({ email: luciaGoogleAccount.email, password: TEST_PASSWORD })

    await expect(setup.link({ emailVerified: false })).rejects.toThrow('email-unverified')
  })

  test.each(['" or email ^= "', 'x" or status = "Enabled', 'a\\', '', '*', 'lucia" @example.com'])(
    'by the address %j finds nobody else’s account',
    async (email) => {
      const setup = await aSetup()
      setup.pool.cognito().seedUser({ email: luciaGoogleAccount.email, password: TEST_PASSWORD })

      await expect(setup.link({ email })).rejects.toThrow('email-unverified')
    },
  )

  test('finds an account however its address is written', async () => {
    const setup = await aSetup()
    const sub = setup.pool.cognito().seedUser({ email: luciaGoogleAccount.email, password: TEST_PASSWORD })

    expect(await setup.link({ email: ` ${luciaGoogleAccount.email.toUpperCase()}` })).toMatchObject({
      userId: `usr_${sub}`,
      made: false,
    })
  })
})

describe('AUTH-17 AUTH-20 signing in by Google, end to end', () => {
  test('new: the account is linked and noted, has no profile, and may do nothing but register', async () => {
    const setup = await aSetup()

    const session = await signInAtPoolByGoogle(setup)

    expect(session.as?.['scope']).toContain('openid')
    expect((await setup.ask(account.session, session)).body).toEqual({ code: 'profile-missing' })
    expect((await setup.ask(account.listSessions, session)).body).toEqual({ code: 'profile-missing' })
    expect((await setup.ask(account.readRegistration, session)).body).toMatchObject({
      registered: false,
      email: luciaGoogleAccount.email,
      emailVerified: true,
    })
    expect(await listAuditChanges(setup.practice)).toMatchObject([
      { action: 'GOOGLE_LINKED', userId: session.userId, details: { made: true } },
    ])
  })

  test('the second time is the same account, and nothing is linked again', async () => {
    const setup = await aSetup()
    const first = await signInAtPoolByGoogle(setup)

    const second = await signInAtPoolByGoogle(setup)

    expect(second.sub).toBe(first.sub)
    expect(await listAuditChanges(setup.practice)).toHaveLength(1)
  })

  test('PER-08 of an account with a profile and no second factor is not assured', async () => {
    const setup = await aSetup()
    const person = await createCliente(setup.practice, { email: luciaGoogleAccount.email })
    setup.pool
      .cognito()
      .seedUser({ email: luciaGoogleAccount.email, password: TEST_PASSWORD, sub: person.sub, groups: ['cliente'] })

    const session = await signInAtPoolByGoogle(setup)

    expect(session.sub).toBe(person.sub)
    expect((await setup.ask(account.session, session)).body).toMatchObject({ origin: 'google', assured: false })
    expect((await setup.ask(account.listSessions, session)).body).toEqual({ code: 'mfa-required' })
  })

  test('A-19 of an account that was there: its owner hears of it by mail', async () => {
    const setup = await aSetup()
    const person = await createCliente(setup.practice, { email: luciaGoogleAccount.email })
    setup.pool
      .cognito()
      .seedUser({ email: luciaGoogleAccount.email, password: TEST_PASSWORD, sub: person.sub, groups: ['cliente'] })

    await signInAtPoolByGoogle(setup)

    expect(await listQueuedMailKinds(setup)).toMatchObject([{ to: luciaGoogleAccount.email, kind: 'google-linked' }])
  })

  test('of a new account nobody hears of it by mail', async () => {
    const setup = await aSetup()

    await signInAtPoolByGoogle(setup)

    expect(await listQueuedMailKinds(setup)).toEqual([])
  })

  test('A-08 without openid there are no tokens, and with the scope of SRP not even a visit', async () => {
    const setup = await aSetup()
    const visit = async (scope: string) => {
      const chooser = await fetchRedirectTarget(buildAuthorizeUrl(setup.pool, { scope }))
      if (chooser.searchParams.has('error')) return chooser.searchParams.get('error')
      const back = await fetchRedirectTarget(
        (await fetchRedirectTarget(chooser.href, { subject: luciaGoogleAccount.subject })).href,
      )
      return (await exchangeOAuthCode(setup.pool, back.searchParams.get('code'))).status
    }

    expect(await visit('aws.cognito.signin.user.admin')).toBe('invalid_scope')
    expect(await visit('openid app/password')).toBe('invalid_scope')
    expect(await visit('email')).toBe(400)
  })

  test('A-08 stays a session by Google through every refresh', async () => {
    const setup = await aSetup()
    const person = await createCliente(setup.practice, { email: luciaGoogleAccount.email })
    setup.pool
      .cognito()
      .seedUser({ email: luciaGoogleAccount.email, password: TEST_PASSWORD, sub: person.sub, groups: ['cliente'] })

    const session = await refreshPoolSession(setup, await refreshPoolSession(setup, await signInAtPoolByGoogle(setup)))

    expect((await setup.ask(account.session, session)).body).toMatchObject({ origin: 'google', assured: false })
  })

  test('A-08 leaves a session by password what it is, through every refresh, in an account that has both', async () => {
    const setup = await aSetup()
    const { email } = luciaGoogleAccount
    const person = await createCliente(setup.practice, { email })
    setup.pool.cognito().seedUser({ email, password: TEST_PASSWORD, sub: person.sub, groups: ['cliente'] })
    const byGoogle = await signInAtPoolByGoogle(setup)
    const byPassword = await signInAtPool(setup, email)

    const origins: (string | undefined)[] = []
    for (let session of [byPassword, byGoogle]) {
      for (let refreshes = 0; refreshes < 3; refreshes++) {
        origins.push((await setup.ask(account.session, session)).body.origin)
        session = await refreshPoolSession(setup, session)
      }
    }

    expect(origins).toEqual(['password', 'password', 'password', 'google', 'google', 'google'])
  })

  test('A-08 is one also where the API first hears of it after a refresh', async () => {
    const setup = await aSetup()
    const { email } = luciaGoogleAccount
    const person = await createCliente(setup.practice, { email })
    setup.pool.cognito().seedUser({ email, password: TEST_PASSWORD, sub: person.sub, groups: ['cliente'] })
    await setup.ask(account.session, await signInAtPool(setup, email))

    const late = await refreshPoolSession(setup, await signInAtPoolByGoogle(setup))

    expect((await setup.ask(account.session, late)).body).toMatchObject({ origin: 'google', assured: false })
  })

  test('A-19 cut off while an account is claimed, goes on with the next visit', async () => {
    const setup = await aSetup()
    await squat(setup)
    const link = setup.pool.sdk.send.bind(setup.pool.sdk)
    const failing = vi
      .spyOn(setup.pool.sdk, 'send')
      .mockImplementation(((command: object) =>
        command instanceof AdminLinkProviderForUserCommand
          ? Promise.reject(new Error('cut off'))
          : link(command as never)) as never)
    await expect(setup.link()).rejects.toThrow('cut off')
    failing.mockRestore()

    await setup.link()

    const { UserAttributes = [] } = await setup.inPool()
    const attributes = Object.fromEntries(UserAttributes.map(({ Name = '', Value = '' }) => [Name, Value]))
    // The acceptance is evidence that nobody can change at Cognito; it is not read from this account any more.
    expect(attributes).toMatchObject({ given_name: 'Lucía', 'custom:marketing_opt_in': 'true' })
    expect(toSignUpDetails({ sub: 'x', attributes }, true).termsAcceptedAt).toBeUndefined()
  })

  test('of an address that somebody else had signed up with: what they said and accepted is not taken for the owner’s', async () => {
    const setup = await aSetup()
    await squat(setup)

    const session = await signInAtPoolByGoogle(setup)

    expect((await setup.ask(account.session, session)).body).toEqual({ code: 'profile-missing' })
    expect((await setup.ask(account.readRegistration, session)).body).toMatchObject({
      registered: false,
      firstName: 'Lucía',
    })
  })

  test('A-19 of an address in whose unproven account a stranger is signed in: the token opens nothing, before and after', async () => {
    const setup = await aSetup()
    const { email } = luciaGoogleAccount
    setup.pool.cognito().seedUser({ email, password: 'Del-Intruso-1' })
    const stranger = await signInAtPool(setup, email, { password: 'Del-Intruso-1' })
    const form = {
      firstName: 'Lucía',
      lastName: 'Ferrer',
      birthDate: '1990-05-17',
      acceptedTerms: true,
      marketingOptIn: false,
    }
    const complete = (session: typeof stranger) =>
      setup.ask(account.completeRegistration, { ...session, body: { ...form } })

    const owner = await signInAtPoolByGoogle(setup)

    expect(owner.sub).toBe(stranger.sub)
    expect(await complete(stranger)).toEqual({ status: 409, body: { code: 'email-unverified' } })
    expect((await complete(owner)).status).toBe(200)
    expect(await setup.ask(account.session, stranger)).toEqual({ status: 401, body: { code: 'session-ended' } })
  })

  test('of an administrador is refused, and leaves no way in', async () => {
    const setup = await aSetup()
    setup.pool
      .cognito()
      .seedUser({ email: luciaGoogleAccount.email, password: TEST_PASSWORD, groups: ['administrador'] })

    const back = await runGoogleSignIn(setup.pool)

    expect(back.searchParams.get('code')).toBeNull()
    expect(back.searchParams.get('error_description')).toContain('administrator-by-password')
    expect((await exchangeOAuthCode(setup.pool, null)).status).toBe(400)
    expect(await listAuditChanges(setup.practice)).toEqual([])
  })
})
