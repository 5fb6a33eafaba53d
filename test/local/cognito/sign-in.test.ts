import {
  AdminDisableUserCommand,
  AdminSetUserPasswordCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  type ChallengeNameType,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CognitoStandInOptions } from '../../../bin/local/cognito/cognito.ts'
import {
  type RunningUserPool,
  createPassingTrigger,
  testPoolClientId,
  testPassword,
  signInWithSrp,
  testUserPoolId,
  createRefusingTrigger,
  startUserPool,
} from './running-user-pool.ts'

const email = 'ana@example.com'
const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
let pool: RunningUserPool

beforeEach(async () => {
  pool = await startUserPool()
})
afterEach(() => pool.close())

async function withTriggers(triggers: CognitoStandInOptions['triggers']): Promise<void> {
  await pool.close()
  pool = await startUserPool({ triggers })
}

const signIn = (secret = testPassword, username = email) => signInWithSrp(pool, username, secret)
const respond = (
  ChallengeName: ChallengeNameType,
  Session: string | undefined,
  ChallengeResponses: Record<string, string>,
) =>
  pool.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId: testPoolClientId,
      ChallengeName,
      Session,
      ChallengeResponses: { USERNAME: email, ...ChallengeResponses },
    }),
  )
const answerTotp = (session: string | undefined, code: string) =>
  respond('SOFTWARE_TOKEN_MFA', session, { SOFTWARE_TOKEN_MFA_CODE: code })
const challengeFor = async (USERNAME: string) => {
  const AuthParameters = { USERNAME, SRP_A: 'abcdef'.repeat(100) }
  const answer = await pool.sdk.send(
    new InitiateAuthCommand({ ClientId: testPoolClientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters }),
  )
  return answer.ChallengeParameters ?? {}
}
const wrongTotp = () => (pool.totp(totpSecret) === '000000' ? '111111' : '000000')
const locked = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' }

test('a name nobody has gets a challenge of the same shape, and the same one each time', async () => {
  pool.cognito().seedUser({ email, password: testPassword })

  const known = await challengeFor(email)
  const unknown = await challengeFor('nadie@example.com')
  const again = await challengeFor('Nadie@example.com')

  expect(Object.keys(unknown).toSorted()).toEqual(Object.keys(known).toSorted())
  expect(unknown['USER_ID_FOR_SRP']).toMatch(/^[0-9a-f-]{36}$/)
  expect([again['SALT'], again['USER_ID_FOR_SRP']]).toEqual([unknown['SALT'], unknown['USER_ID_FOR_SRP']])
})

test('a public number that would fix the shared secret at zero is refused', async () => {
  pool.cognito().seedUser({ email, password: testPassword })
  const AuthParameters = { USERNAME: email, SRP_A: '0' }

  const attempt = pool.sdk.send(
    new InitiateAuthCommand({ ClientId: testPoolClientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters }),
  )

  await expect(attempt).rejects.toMatchObject({ name: 'InvalidParameterException' })
})

test.each(['REFRESH_TOKEN_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_AUTH'] as const)('%s is off', async (AuthFlow) => {
  const attempt = pool.sdk.send(new InitiateAuthCommand({ ClientId: testPoolClientId, AuthFlow, AuthParameters: {} }))

  await expect(attempt).rejects.toMatchObject({ message: `${AuthFlow} flow not enabled for this client` })
})

test.each([email, 'nadie@example.com'])(
  'the fifth wrong password for %s locks for a second, and the right one too',
  async (name) => {
    pool.cognito().seedUser({ email, password: testPassword })
    for (let attempt = 0; attempt < 5; attempt++) await signIn('Otra-clave-9', name).catch(() => undefined)

    await expect(signIn(testPassword, name)).rejects.toMatchObject(locked)
  },
)

test('a lock ends by itself and doubles with the next failure', async () => {
  pool.cognito().seedUser({ email, password: testPassword })
  for (let attempt = 0; attempt < 5; attempt++) await signIn('Otra-clave-9').catch(() => undefined)
  pool.clock.advance(1000)

  await expect(signIn('Otra-clave-9')).rejects.toMatchObject({ message: 'Incorrect username or password.' })

  pool.clock.advance(1999)
  await expect(signIn()).rejects.toMatchObject(locked)
  pool.clock.advance(1)
  expect((await signIn()).AuthenticationResult).toBeDefined()
})

test('a disabled user is refused after the right password', async () => {
  pool.cognito().seedUser({ email, password: testPassword })
  await pool.sdk.send(new AdminDisableUserCommand({ UserPoolId: testUserPoolId, Username: email }))

  await expect(signIn()).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'User is disabled.' })
})

test('a temporary password is good for seven days', async () => {
  pool.cognito().seedUser({ email, password: testPassword })
  await pool.sdk.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: testUserPoolId,
      Username: email,
      Password: testPassword,
      Permanent: false,
    }),
  )
  pool.clock.advance(7 * 24 * 3_600_000)

  await expect(signIn()).rejects.toMatchObject({
    message: 'Temporary password has expired and must be reset by an administrator.',
  })
})

test('a first password that is too weak is refused, and a better one is taken from the same session', async () => {
  pool.cognito().seedUser({ email, password: testPassword })
  const temporary = { UserPoolId: testUserPoolId, Username: email, Password: testPassword, Permanent: false }
  await pool.sdk.send(new AdminSetUserPasswordCommand(temporary))
  const { Session } = await signIn()

  const weak = respond('NEW_PASSWORD_REQUIRED', Session, { NEW_PASSWORD: 'corta' })

  await expect(weak).rejects.toMatchObject({ name: 'InvalidPasswordException' })
  const { AuthenticationResult } = await respond('NEW_PASSWORD_REQUIRED', Session, { NEW_PASSWORD: 'Calabaza-8' })
  expect(AuthenticationResult).toBeDefined()
  expect((await signIn('Calabaza-8')).AuthenticationResult).toBeDefined()
})

test('a made-up session is refused', async () => {
  pool.cognito().seedUser({ email, password: testPassword, totpSecret })

  const attempt = answerTotp('x'.repeat(128), pool.totp(totpSecret))

  await expect(attempt).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Invalid session for the user.',
  })
})

test('a session of one challenge answers no other', async () => {
  pool.cognito().seedUser({ email, password: testPassword, totpSecret })
  const { Session } = await signIn()

  const takeover = respond('NEW_PASSWORD_REQUIRED', Session, { NEW_PASSWORD: 'Calabaza-8' })

  await expect(takeover).rejects.toMatchObject({ name: 'NotAuthorizedException' })
})

test("a session of one person does not let another person's code in", async () => {
  pool.cognito().seedUser({ email, password: testPassword, totpSecret })
  pool.cognito().seedUser({ email: 'eva@example.com', password: testPassword, totpSecret })
  const { Session } = await signIn(testPassword, 'eva@example.com')

  const attempt = answerTotp(Session, pool.totp(totpSecret))

  await expect(attempt).rejects.toMatchObject({ message: 'Invalid session for the user.' })
})

test('a session ends after a quarter of an hour', async () => {
  pool.cognito().seedUser({ email, password: testPassword, totpSecret })
  const { Session } = await signIn()
  pool.clock.advance(15 * 60_000)

  await expect(answerTotp(Session, pool.totp(totpSecret))).rejects.toMatchObject({
    message: 'Invalid session for the user, session is expired.',
  })
})

test('a session that let in does not let in again', async () => {
  pool.cognito().seedUser({ email, password: testPassword, totpSecret })
  const { Session } = await signIn()
  await answerTotp(Session, pool.totp(totpSecret))
  pool.clock.advance(30_000)

  await expect(answerTotp(Session, pool.totp(totpSecret))).rejects.toMatchObject({
    message: 'Invalid session for the user.',
  })
})

test('a session is used up by five wrong codes', async () => {
  pool.cognito().seedUser({ email, password: testPassword, totpSecret })
  const { Session } = await signIn()
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(answerTotp(Session, wrongTotp())).rejects.toMatchObject({ name: 'CodeMismatchException' })
  }
  pool.clock.advance(1000)

  await expect(answerTotp(Session, pool.totp(totpSecret))).rejects.toMatchObject({
    message: 'Invalid session for the user.',
  })
})

test('a code that let in once is refused the second time', async () => {
  pool.cognito().seedUser({ email, password: testPassword, totpSecret })
  await answerTotp((await signIn()).Session, pool.totp(totpSecret))

  const replay = answerTotp((await signIn()).Session, pool.totp(totpSecret))

  await expect(replay).rejects.toMatchObject({
    name: 'ExpiredCodeException',
    message: 'Your software token has already been used once.',
  })
})

test.each([
  [-30_000, true],
  [30_000, true],
  [-60_000, false],
])('a code of a clock that is %d ms off lets in: %s', async (skew, letsIn) => {
  pool.cognito().seedUser({ email, password: testPassword, totpSecret })
  const { Session } = await signIn()
  pool.clock.advance(skew)
  const code = pool.totp(totpSecret)
  pool.clock.advance(-skew)

  const answer = await answerTotp(Session, code).catch((error: Error) => error)

  expect('AuthenticationResult' in answer).toBe(letsIn)
})

test('the pre-authentication trigger runs before the password is known, also for a name nobody has', async () => {
  const preAuthentication = createPassingTrigger()
  await withTriggers({ preAuthentication })
  pool.cognito().seedUser({ email, password: testPassword })

  await signIn('Otra-clave-9').catch(() => undefined)
  await signIn(testPassword, 'nadie@example.com').catch(() => undefined)

  expect(preAuthentication.mock.calls.map(([event]) => event)).toMatchObject([
    {
      triggerSource: 'PreAuthentication_Authentication',
      request: { userAttributes: { email }, validationData: null, userNotFound: false },
    },
    { userName: 'nadie@example.com', request: { userAttributes: {}, userNotFound: true } },
  ])
})

test('a refusal by the pre-authentication trigger ends the sign-in before it begins', async () => {
  await withTriggers({ preAuthentication: createRefusingTrigger('rate-limited') })
  pool.cognito().seedUser({ email, password: testPassword })

  await expect(signIn()).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
    message: 'PreAuthentication failed with error rate-limited.',
  })
})

test('the post-authentication trigger runs once the last challenge is answered, and not before', async () => {
  const postAuthentication = createPassingTrigger()
  await withTriggers({ postAuthentication })
  pool.cognito().seedUser({ email, password: testPassword, totpSecret })

  const { Session } = await signIn()
  const callsAfterPassword = postAuthentication.mock.calls.length
  await answerTotp(Session, pool.totp(totpSecret))

  expect(callsAfterPassword).toBe(0)
  expect(postAuthentication.mock.calls).toMatchObject([
    [{ triggerSource: 'PostAuthentication_Authentication', request: { newDeviceUsed: false } }],
  ])
})
