import {
  AdminUserGlobalSignOutCommand,
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  SetUserMFAPreferenceCommand,
  UpdateUserAttributesCommand,
  VerifySoftwareTokenCommand,
  type AuthenticationResultType,
} from '@aws-sdk/client-cognito-identity-provider'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CognitoStandInOptions } from '../../../bin/local/cognito/cognito.ts'
import {
  type RunningUserPool,
  createRespondingTrigger,
  testPoolClientId,
  testPassword,
  signInWithSrp,
  testUserPoolId,
  createRefusingTrigger,
  startUserPool,
} from './running-user-pool.ts'

const email = 'ana@example.com'
const day = 24 * 3_600_000
let pool: RunningUserPool

beforeEach(async () => {
  pool = await startUserPool()
})
afterEach(() => pool.close())

async function withTriggers(triggers: CognitoStandInOptions['triggers']): Promise<void> {
  await pool.close()
  pool = await startUserPool({ triggers })
}

async function tokens(groups: string[] = []): Promise<AuthenticationResultType & { AccessToken: string }> {
  pool.cognito().seedUser({ email, password: testPassword, groups })
  const { AuthenticationResult } = await signInWithSrp(pool, email, testPassword)
  return { ...AuthenticationResult, AccessToken: AuthenticationResult?.AccessToken ?? '' }
}
const refresh = async (RefreshToken: string | undefined) => {
  const command = new GetTokensFromRefreshTokenCommand({ ClientId: testPoolClientId, RefreshToken })
  return (await pool.sdk.send(command)).AuthenticationResult ?? {}
}
const whoIs = (AccessToken: string) => pool.sdk.send(new GetUserCommand({ AccessToken }))
const editing = (details: object) => createRespondingTrigger({ claimsAndScopeOverrideDetails: details })

test('access and ID token last 15 minutes', async () => {
  const { AccessToken, IdToken = '', ExpiresIn } = await tokens()

  const [access, id] = [decodeJwt(AccessToken), decodeJwt(IdToken)]

  expect(ExpiresIn).toBe(900)
  expect([(access.exp ?? 0) - (access.iat ?? 0), (id.exp ?? 0) - (id.iat ?? 0)]).toEqual([900, 900])
  pool.clock.advance(900_000)
  await expect(whoIs(AccessToken)).rejects.toMatchObject({ message: 'Access Token has expired' })
})

test('the groups of a user are in both tokens', async () => {
  const { AccessToken, IdToken = '' } = await tokens(['administrador'])

  expect(decodeJwt(AccessToken)['cognito:groups']).toEqual(['administrador'])
  expect(decodeJwt(IdToken)['cognito:groups']).toEqual(['administrador'])
})

test('a token whose claims were changed is refused', async () => {
  const { AccessToken } = await tokens()
  const [header, , signature] = AccessToken.split('.')
  const claims = decodeJwt(AccessToken)
  const forged = Buffer.from(JSON.stringify({ ...claims, username: 'somebody' })).toString('base64url')

  await expect(whoIs([header, forged, signature].join('.'))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Invalid Access Token',
  })
})

test('a token signed with another key is refused', async () => {
  const { AccessToken } = await tokens()
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const forged = await new SignJWT(decodeJwt(AccessToken))
    .setProtectedHeader({
      alg: 'RS256',
      kid: pool.cognito().jwks().keys[0]?.kid ?? '',
      jwk: await exportJWK(publicKey),
    })
    .sign(privateKey)

  await expect(whoIs(forged)).rejects.toMatchObject({ message: 'Invalid Access Token' })
})

test('an ID token is no access token', async () => {
  const { IdToken = '' } = await tokens()

  await expect(whoIs(IdToken)).rejects.toMatchObject({ message: 'Invalid Access Token' })
})

test('a refresh brings a new refresh token and ends the old one after ten seconds', async () => {
  const { RefreshToken } = await tokens()
  const renewed = await refresh(RefreshToken)

  expect(renewed.RefreshToken).not.toBe(RefreshToken)
  pool.clock.advance(9_999)
  await expect(refresh(RefreshToken)).resolves.toBeDefined()
  pool.clock.advance(1)
  await expect(refresh(RefreshToken)).rejects.toMatchObject({ name: 'RefreshTokenReuseException' })
  await expect(refresh(renewed.RefreshToken)).resolves.toBeDefined()
})

test('a refresh keeps the moment and the origin of the sign-in', async () => {
  const first = await tokens()
  pool.clock.advance(day)

  const renewed = await refresh(first.RefreshToken)

  const [before, after] = [decodeJwt(first.AccessToken), decodeJwt(renewed.AccessToken ?? '')]
  expect([after['auth_time'], after['origin_jti']]).toEqual([before['auth_time'], before['origin_jti']])
  expect(after.iat).toBe((before.iat ?? 0) + day / 1000)
})

test('thirty days after the sign-in no rotation helps', async () => {
  const { RefreshToken } = await tokens()
  pool.clock.advance(29 * day)
  const renewed = await refresh(RefreshToken)
  pool.clock.advance(day)

  await expect(refresh(renewed.RefreshToken)).rejects.toMatchObject({ message: 'Refresh Token has expired' })
})

test('a made-up refresh token is refused', async () => {
  await expect(refresh('made.up')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
})

test('revoking ends the sign-in: its refresh token and its access tokens', async () => {
  const { AccessToken, RefreshToken } = await tokens()

  await pool.sdk.send(new RevokeTokenCommand({ ClientId: testPoolClientId, Token: RefreshToken }))

  await expect(refresh(RefreshToken)).rejects.toMatchObject({ message: 'Refresh Token has been revoked' })
  await expect(whoIs(AccessToken)).rejects.toMatchObject({ message: 'Access Token has been revoked' })
})

test.each([
  ['the person', (AccessToken: string): Promise<object> => pool.sdk.send(new GlobalSignOutCommand({ AccessToken }))],
  [
    'the backend',
    () => pool.sdk.send(new AdminUserGlobalSignOutCommand({ UserPoolId: testUserPoolId, Username: email })),
  ],
])('%s signs out of every sign-in at once', async (_who, signOut) => {
  const laptop = await tokens()
  const phone = await tokens()

  await signOut(laptop.AccessToken)

  await expect(refresh(phone.RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  await expect(whoIs(phone.AccessToken)).rejects.toMatchObject({ message: 'Access Token has been revoked' })
})

test('the pre-token trigger gets the version 2 event, which tells no scopes at a refresh', async () => {
  const preTokenGeneration = createRespondingTrigger({ claimsAndScopeOverrideDetails: null })
  await withTriggers({ preTokenGeneration })

  const { RefreshToken, AccessToken } = await tokens(['cliente'])
  await refresh(RefreshToken)

  const { sub } = decodeJwt(AccessToken)
  expect(preTokenGeneration.mock.calls[0]?.[0]).toEqual({
    version: '2',
    region: 'eu-west-1',
    userPoolId: testUserPoolId,
    userName: sub,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: testPoolClientId },
    triggerSource: 'TokenGeneration_Authentication',
    request: {
      userAttributes: { sub, email, email_verified: 'true', 'cognito:user_status': 'CONFIRMED' },
      groupConfiguration: { groupsToOverride: ['cliente'], iamRolesToOverride: [], preferredRole: null },
      scopes: ['aws.cognito.signin.user.admin'],
    },
    response: { claimsAndScopeOverrideDetails: null },
  })
  const refreshed = preTokenGeneration.mock.calls[1]?.[0]
  expect(refreshed).toMatchObject({ triggerSource: 'TokenGeneration_RefreshTokens' })
  expect(JSON.stringify(refreshed)).not.toContain('scopes')
})

test('the pre-token trigger adds and takes away scopes, groups and claims', async () => {
  const preTokenGeneration = editing({
    accessTokenGeneration: {
      claimsToAddOrOverride: { plan: 'basic', sub: 'somebody' },
      claimsToSuppress: ['origin_jti'],
      scopesToAdd: ['app/client'],
      scopesToSuppress: ['aws.cognito.signin.user.admin'],
    },
    idTokenGeneration: { claimsToSuppress: ['email'] },
    groupOverrideDetails: { groupsToOverride: ['cliente'] },
  })
  await withTriggers({ preTokenGeneration })

  const { AccessToken, IdToken = '' } = await tokens(['administrador', 'cliente'])

  const access = decodeJwt(AccessToken)
  expect(access).toMatchObject({ plan: 'basic', scope: 'app/client', 'cognito:groups': ['cliente'] })
  expect([access.sub, access['origin_jti']]).toEqual([access['username'], expect.any(String)])
  expect(decodeJwt(IdToken)).not.toHaveProperty('email')
})

test('an override that names no groups takes them all away', async () => {
  await withTriggers({ preTokenGeneration: editing({ groupOverrideDetails: { groupsToOverride: [] } }) })

  const { AccessToken } = await tokens(['administrador'])

  expect(decodeJwt(AccessToken)).not.toHaveProperty('cognito:groups')
})

test('a pre-token trigger that fails lets nobody in', async () => {
  await withTriggers({ preTokenGeneration: createRefusingTrigger('no session state') })

  await expect(tokens()).rejects.toMatchObject({ message: 'PreTokenGeneration failed with error no session state.' })
})

const selfService: Readonly<Record<string, (AccessToken: string) => Promise<object>>> = {
  GetUser: (AccessToken) => whoIs(AccessToken),
  AssociateSoftwareToken: (AccessToken) => pool.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken })),
  SetUserMFAPreference: (AccessToken) => pool.sdk.send(new SetUserMFAPreferenceCommand({ AccessToken })),
  UpdateUserAttributes: (AccessToken) =>
    pool.sdk.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [] })),
  GlobalSignOut: (AccessToken) => pool.sdk.send(new GlobalSignOutCommand({ AccessToken })),
  ChangePassword: (AccessToken) =>
    pool.sdk.send(
      new ChangePasswordCommand({ AccessToken, PreviousPassword: testPassword, ProposedPassword: 'Calabaza-8' }),
    ),
}

test.each(Object.keys(selfService))('without the self-service scope %s is refused', async (name) => {
  const scopesToSuppress = ['aws.cognito.signin.user.admin']
  await withTriggers({ preTokenGeneration: editing({ accessTokenGeneration: { scopesToSuppress } }) })
  const { AccessToken } = await tokens()

  await expect(selfService[name]?.(AccessToken)).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Access Token does not have required scopes',
  })
})

test('a new authenticator takes over only when it has proven itself', async () => {
  const oldSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  pool.cognito().seedUser({ email, password: testPassword, totpSecret: oldSecret })
  const AccessToken = await enteredWith(oldSecret)
  const { SecretCode = '' } = await pool.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }))

  pool.clock.advance(30_000)
  await expect(enteredWith(SecretCode)).rejects.toMatchObject({ name: 'CodeMismatchException' })
  await expect(enteredWith(oldSecret)).resolves.toBeTruthy()

  await pool.sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: pool.totp(SecretCode) }))
  pool.clock.advance(30_000)
  await expect(enteredWith(oldSecret)).rejects.toMatchObject({ name: 'CodeMismatchException' })
  await expect(enteredWith(SecretCode)).resolves.toBeTruthy()
})

async function enteredWith(secret: string): Promise<string | undefined> {
  const { Session } = await signInWithSrp(pool, email, testPassword)
  const answer = await pool.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId: testPoolClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: pool.totp(secret) },
    }),
  )
  return answer.AuthenticationResult?.AccessToken
}
