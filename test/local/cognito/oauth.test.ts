import {
  AdminDisableProviderForUserCommand,
  AdminGetUserCommand,
  AdminLinkProviderForUserCommand,
  ListUsersCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CognitoStandInOptions } from '../../../bin/local/cognito/cognito.ts'
import {
  buildAuthorizeUrl,
  exchangeOAuthCode,
  fetchRedirectTarget,
  luciaGoogleAccount,
  startGoogleAndPool,
  runGoogleSignIn,
  type RunningGoogleAndPool,
} from './google-and-pool.ts'
import {
  createPassingTrigger,
  testCallbackUrl,
  testPoolClientId,
  testPassword,
  testUserPoolId,
  createRefusingTrigger,
} from './running-user-pool.ts'

let pool: RunningGoogleAndPool

beforeEach(async () => {
  pool = await startGoogleAndPool()
})
afterEach(() => pool.close())

async function withTriggers(triggers: CognitoStandInOptions['triggers']): Promise<void> {
  await pool.close()
  pool = await startGoogleAndPool({ triggers })
}

const link = (sdk: CognitoIdentityProviderClient, username: string, subject = luciaGoogleAccount.subject) =>
  sdk.send(
    new AdminLinkProviderForUserCommand({
      UserPoolId: testUserPoolId,
      DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: username },
      SourceUser: {
        ProviderName: 'Google',
        ProviderAttributeName: 'Cognito_Subject',
        ProviderAttributeValue: subject,
      },
    }),
  )
const signOut = (logout_uri: string) =>
  fetch(`${pool.publicUrl}/logout?${new URLSearchParams({ client_id: testPoolClientId, logout_uri })}`, {
    redirect: 'manual',
  })
const usernames = async () =>
  (await pool.sdk.send(new ListUsersCommand({ UserPoolId: testUserPoolId }))).Users?.map(({ Username }) => Username)

test('Google brings a person back with a code and the state of the browser', async () => {
  const back = await runGoogleSignIn(pool)

  expect(`${back.origin}${back.pathname}`).toBe(testCallbackUrl)
  expect(back.searchParams.get('state')).toBe('kept-by-the-browser')
  expect(back.searchParams.get('code')).toBeTruthy()
})

test('the code buys tokens whose scope shows that they come from Google', async () => {
  const back = await runGoogleSignIn(pool)

  const { tokens } = await exchangeOAuthCode(pool, back.searchParams.get('code'))

  expect(decodeJwt(tokens.access_token)).toMatchObject({
    scope: 'openid email profile',
    username: `google_${luciaGoogleAccount.subject}`,
  })
  expect(decodeJwt(tokens.id_token)).toMatchObject({
    email: luciaGoogleAccount.email,
    email_verified: true,
    given_name: 'Lucía',
    identities: [
      { userId: luciaGoogleAccount.subject, providerName: 'Google', providerType: 'Google', primary: 'true' },
    ],
  })
})

test('a code with the wrong verifier buys nothing, and is spent', async () => {
  const code = (await runGoogleSignIn(pool)).searchParams.get('code')

  const wrong = await exchangeOAuthCode(pool, code, { code_verifier: 'guessed' })
  const right = await exchangeOAuthCode(pool, code)

  expect(wrong).toMatchObject({ status: 400, tokens: { error: 'invalid_grant' } })
  expect(right).toMatchObject({ status: 400, tokens: { error: 'invalid_grant' } })
})

test.each([
  ['another return address', { redirect_uri: 'http://localhost:5173/' }, 'invalid_grant'],
  ['another client', { client_id: 'somebody' }, 'invalid_client'],
  ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['a grant that is no word of the protocol', { grant_type: 'constructor' }, 'unsupported_grant_type'],
])('a code with %s buys nothing', async (_what, changes, error) => {
  const code = (await runGoogleSignIn(pool)).searchParams.get('code')

  expect((await exchangeOAuthCode(pool, code, changes)).tokens).toEqual({ error })
})

test('a code is good for five minutes', async () => {
  const code = (await runGoogleSignIn(pool)).searchParams.get('code')
  pool.clock.advance(5 * 60_000)

  expect((await exchangeOAuthCode(pool, code)).tokens.error).toBe('invalid_grant')
})

test('a refresh by the token endpoint rotates too', async () => {
  const { tokens } = await exchangeOAuthCode(pool, (await runGoogleSignIn(pool)).searchParams.get('code'))

  const refreshed = await exchangeOAuthCode(pool, null, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  })
  pool.clock.advance(10_000)
  const reused = await exchangeOAuthCode(pool, null, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  })

  expect(decodeJwt(refreshed.tokens.access_token)['scope']).toContain('openid')
  expect(refreshed.tokens.refresh_token).not.toBe(tokens.refresh_token)
  expect(reused.tokens.error).toBe('invalid_grant')
})

test.each([
  ['a foreign return address', { redirect_uri: 'https://evil.example/' }],
  ['a foreign client', { client_id: 'somebody' }],
  ['another provider', { identity_provider: 'Facebook' }],
])('%s ends on an error page and is never redirected to', async (_what, changes) => {
  const response = await fetch(buildAuthorizeUrl(pool, changes), { redirect: 'manual' })

  expect([response.status, response.headers.get('location')]).toEqual([400, null])
})

test.each([
  ['without PKCE', { code_challenge: undefined }, 'invalid_request'],
  ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['without state', { state: undefined }, 'invalid_request'],
  ['with a scope the client does not have', { scope: 'openid app/admin' }, 'invalid_scope'],
  ['with our own word for a password', { scope: 'openid app/password' }, 'invalid_scope'],
  ['A-08 with the scope of SRP', { scope: 'aws.cognito.signin.user.admin' }, 'invalid_scope'],
  ['with the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
])('a request %s is sent back with an error', async (_what, changes, error) => {
  const back = await fetchRedirectTarget(buildAuthorizeUrl(pool, changes))

  expect(`${back.origin}${back.pathname}`).toBe(testCallbackUrl)
  expect(back.searchParams.get('error')).toBe(error)
})

const names = ({ searchParams }: URL) => [...searchParams.keys()]

test('a return address keeps the query it has, with an answer and with an error', async () => {
  const redirect_uri = 'http://localhost:5173/auth?oauth=google'
  const withQuery = await startGoogleAndPool({ callbackUrls: [redirect_uri] })
  const chooser = await fetchRedirectTarget(buildAuthorizeUrl(withQuery, { redirect_uri }))
  const backAtPool = await fetchRedirectTarget(chooser.href, { subject: luciaGoogleAccount.subject })

  const answered = await fetchRedirectTarget(backAtPool.href)
  const refused = await fetchRedirectTarget(buildAuthorizeUrl(withQuery, { redirect_uri, scope: 'openid app/admin' }))
  await withQuery.close()

  expect([answered.pathname, answered.searchParams.get('oauth'), names(answered)]).toEqual([
    '/auth',
    'google',
    ['oauth', 'code', 'state'],
  ])
  expect([refused.searchParams.get('oauth'), names(refused)]).toEqual([
    'google',
    ['oauth', 'error_description', 'state', 'error'],
  ])
})

test('a person who cancels at Google comes back without a code', async () => {
  const back = await runGoogleSignIn(pool, { action: 'cancel' })

  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'kept-by-the-browser',
  })
})

test('a way back from Google that the pool did not begin, or that was used, is refused', async () => {
  const chooser = await fetchRedirectTarget(buildAuthorizeUrl(pool))
  const backAtPool = await fetchRedirectTarget(chooser.href, { subject: luciaGoogleAccount.subject })
  await fetchRedirectTarget(backAtPool.href)

  const again = await fetch(backAtPool, { redirect: 'manual' })
  backAtPool.searchParams.set('state', 'made-up')
  const madeUp = await fetch(backAtPool, { redirect: 'manual' })

  expect([again.status, madeUp.status]).toEqual([400, 400])
})

test("a code of one visit does not fit another visit's nonce", async () => {
  const first = await fetchRedirectTarget(buildAuthorizeUrl(pool))
  const second = await fetchRedirectTarget(buildAuthorizeUrl(pool))
  const stolen =
    (await fetchRedirectTarget(second.href, { subject: luciaGoogleAccount.subject })).searchParams.get('code') ?? ''
  const state = first.searchParams.get('state') ?? ''

  const query = new URLSearchParams({ state, code: stolen })
  const back = await fetchRedirectTarget(`${pool.publicUrl}/oauth2/idpresponse?${query}`)

  expect(back.searchParams.get('error')).toBe('invalid_request')
  expect(back.searchParams.get('error_description')).toBe('Bad id_token nonce')
})

test('the pre-sign-up trigger sees who Google says it is', async () => {
  const preSignUp = createPassingTrigger()
  await withTriggers({ preSignUp })

  await runGoogleSignIn(pool, { action: 'add', name: 'Nora Campos', email: 'nora@example.com' })

  expect(preSignUp.mock.calls[0]?.[0]).toMatchObject({
    triggerSource: 'PreSignUp_ExternalProvider',
    userName: expect.stringMatching(/^google_\d+$/),
    request: {
      userAttributes: {
        email: 'nora@example.com',
        email_verified: 'false',
        given_name: 'Nora',
        family_name: 'Campos',
      },
    },
  })
  // The pool's attribute mapping does not name it.
  expect(preSignUp.mock.calls[0]?.[0]).not.toHaveProperty('request.userAttributes.name')
})

test('a refusal by the pre-sign-up trigger comes back as an error and leaves no user', async () => {
  await withTriggers({ preSignUp: createRefusingTrigger('email-not-verified') })

  const back = await runGoogleSignIn(pool)

  expect(back.searchParams.get('error')).toBe('invalid_request')
  expect(back.searchParams.get('error_description')).toBe('PreSignUp failed with error email-not-verified.')
  expect(await usernames()).toEqual([])
})

test('an identity the trigger links signs the native user in', async () => {
  const preSignUp = async (event: object) => {
    await link(pool.sdk, luciaGoogleAccount.email)
    return event
  }
  await withTriggers({ preSignUp })
  const sub = pool.cognito().seedUser({ email: luciaGoogleAccount.email, password: testPassword, groups: ['cliente'] })

  const { tokens } = await exchangeOAuthCode(pool, (await runGoogleSignIn(pool)).searchParams.get('code'))

  expect(decodeJwt(tokens.access_token)).toMatchObject({ sub, username: sub, 'cognito:groups': ['cliente'] })
  expect(decodeJwt(tokens.id_token)).toMatchObject({
    identities: [{ userId: luciaGoogleAccount.subject, primary: 'false' }],
  })
  expect(await usernames()).toEqual([sub])
})

test('the pre-sign-up trigger runs on the first visit only; each later one is a sign-in', async () => {
  const sources: string[] = []
  const note = async (event: { triggerSource: string }) => {
    sources.push(event.triggerSource)
    return event
  }
  await withTriggers({ preSignUp: note, postConfirmation: note, preAuthentication: note, postAuthentication: note })

  await runGoogleSignIn(pool)
  await runGoogleSignIn(pool)

  expect(sources).toEqual([
    'PreSignUp_ExternalProvider',
    'PostConfirmation_ConfirmSignUp',
    'PreAuthentication_Authentication',
    'PostAuthentication_Authentication',
  ])
})

test('an identity links once, and only by its subject', async () => {
  pool.cognito().seedUser({ email: luciaGoogleAccount.email, password: testPassword })
  pool.cognito().seedUser({ email: 'eva@example.com', password: testPassword })
  await link(pool.sdk, luciaGoogleAccount.email)

  await expect(link(pool.sdk, 'eva@example.com')).rejects.toMatchObject({ name: 'InvalidParameterException' })
  const byEmail = new AdminLinkProviderForUserCommand({
    UserPoolId: testUserPoolId,
    DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: 'eva@example.com' },
    SourceUser: { ProviderName: 'Google', ProviderAttributeName: 'email', ProviderAttributeValue: 'eva@example.com' },
  })
  await expect(pool.sdk.send(byEmail)).rejects.toMatchObject({ name: 'InvalidParameterException' })
})

test('an unlinked identity no longer signs the native user in', async () => {
  const sub = pool.cognito().seedUser({ email: luciaGoogleAccount.email, password: testPassword })
  await link(pool.sdk, luciaGoogleAccount.email)

  const User = {
    ProviderName: 'Google',
    ProviderAttributeName: 'Cognito_Subject',
    ProviderAttributeValue: luciaGoogleAccount.subject,
  }
  await pool.sdk.send(new AdminDisableProviderForUserCommand({ UserPoolId: testUserPoolId, User }))
  await runGoogleSignIn(pool)

  expect(await usernames()).toEqual([sub, `google_${luciaGoogleAccount.subject}`])
  const native = await pool.sdk.send(new AdminGetUserCommand({ UserPoolId: testUserPoolId, Username: sub }))
  expect(native.UserAttributes?.map(({ Name }) => Name)).not.toContain('identities')
})

test('the hosted sign-out leads back to a registered address only', async () => {
  const [home, elsewhere] = await Promise.all([signOut('http://localhost:5173/'), signOut('https://evil.example/')])

  expect(home.headers.get('location')).toBe('http://localhost:5173/')
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([400, null])
})
