import { AdminCreateUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { Amplify } from 'aws-amplify'
import * as auth from 'aws-amplify/auth'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  testPoolClientId,
  testPassword,
  testUserPoolId,
  startUserPool,
  type RunningUserPool,
} from './running-user-pool.ts'

const email = 'Ana.Prieto@example.com'
let pool: RunningUserPool

beforeEach(async () => {
  pool = await startUserPool()
  // Amplify warns of every endpoint that is not Amazon's.
  vi.spyOn(console, 'warn').mockReturnValue()
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: testUserPoolId,
        userPoolClientId: testPoolClientId,
        userPoolEndpoint: `${pool.publicUrl}/`,
      },
    },
  })
})

afterEach(async () => {
  await auth.signOut()
  vi.restoreAllMocks()
  await pool.close()
})

const anAccount = () => pool.cognito().seedUser({ email, password: testPassword, attributes: { name: 'Ana Prieto' } })

async function claims(forceRefresh: boolean): Promise<Record<string, unknown>> {
  return { ...(await auth.fetchAuthSession({ forceRefresh })).tokens?.accessToken.payload }
}

async function anEnrolledSession(): Promise<string> {
  anAccount()
  await auth.signIn({ username: email, password: testPassword })
  const { sharedSecret } = await auth.setUpTOTP()
  await auth.verifyTOTPSetup({ code: pool.totp(sharedSecret) })
  await auth.updateMFAPreference({ totp: 'PREFERRED' })
  pool.clock.advance(30_000)
  return sharedSecret
}

test('a person signs up, confirms with the mailed code and signs in', async () => {
  const userAttributes = { email, given_name: 'Ana', family_name: 'Prieto', birthdate: '1990-05-01', locale: 'es' }
  const signedUp = await auth.signUp({ username: email, password: testPassword, options: { userAttributes } })

  const confirmed = await auth.confirmSignUp({ username: email, confirmationCode: pool.lastCode() })
  const signedIn = await auth.signIn({ username: email, password: testPassword })

  expect(signedUp.nextStep.signUpStep).toBe('CONFIRM_SIGN_UP')
  expect(confirmed.isSignUpComplete).toBe(true)
  expect(signedIn.isSignedIn).toBe(true)
  expect(await auth.fetchUserAttributes()).toMatchObject({ ...userAttributes, email_verified: 'true' })
})

test('an account that was not confirmed yet is told so after the right password', async () => {
  await auth.signUp({ username: email, password: testPassword, options: { userAttributes: { email } } })

  const { nextStep } = await auth.signIn({ username: email, password: testPassword })

  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_UP')
})

test('a code sent again takes the place of the first one', async () => {
  await auth.signUp({ username: email, password: testPassword, options: { userAttributes: { email } } })
  await auth.resendSignUpCode({ username: email })

  const { isSignUpComplete } = await auth.confirmSignUp({ username: email, confirmationCode: pool.lastCode() })

  expect(isSignUpComplete).toBe(true)
  expect(pool.mails).toHaveLength(2)
})

test('the address is not case-sensitive', async () => {
  anAccount()

  const { isSignedIn } = await auth.signIn({ username: email.toUpperCase(), password: testPassword })

  expect(isSignedIn).toBe(true)
})

test('a wrong password and an unknown address are refused alike', async () => {
  anAccount()

  const wrong = await auth.signIn({ username: email, password: 'Otra-clave-9' }).catch((error: Error) => error)
  const unknown = await auth
    .signIn({ username: 'nadie@example.com', password: testPassword })
    .catch((error: Error) => error)

  expect(wrong).toMatchObject({ name: 'NotAuthorizedException', message: 'Incorrect username or password.' })
  expect(unknown).toMatchObject({ name: 'NotAuthorizedException', message: 'Incorrect username or password.' })
})

test('the public client may not send the password itself', async () => {
  anAccount()

  const attempt = auth.signIn({
    username: email,
    password: testPassword,
    options: { authFlowType: 'USER_PASSWORD_AUTH' },
  })

  await expect(attempt).rejects.toMatchObject({
    name: 'InvalidParameterException',
    message: 'USER_PASSWORD_AUTH flow not enabled for this client',
  })
})

test('tokens verify against the published keys', async () => {
  anAccount()
  await auth.signIn({ username: email, password: testPassword })

  const { tokens } = await auth.fetchAuthSession()
  const { issuer } = pool.cognito()
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
  const { payload } = await jwtVerify(String(tokens?.accessToken), keys, { issuer })

  expect(payload).toMatchObject({
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    client_id: testPoolClientId,
  })
  expect(tokens?.idToken?.payload).toMatchObject({
    aud: testPoolClientId,
    email,
    email_verified: true,
    name: 'Ana Prieto',
  })
})

test('a forced refresh brings new tokens of the same sign-in', async () => {
  anAccount()
  await auth.signIn({ username: email, password: testPassword })
  const before = await claims(false)
  pool.clock.advance(60_000)

  const after = await claims(true)

  expect(after['jti']).not.toBe(before['jti'])
  expect([after['auth_time'], after['origin_jti']]).toEqual([before['auth_time'], before['origin_jti']])
})

test('with an authenticator app a wrong code is refused and the right one still lets in', async () => {
  const secret = await anEnrolledSession()
  await auth.signOut()
  const { nextStep } = await auth.signIn({ username: email, password: testPassword })

  const wrong = await auth.confirmSignIn({ challengeResponse: '000000' }).catch((error: Error) => error)
  const right = await auth.confirmSignIn({ challengeResponse: pool.totp(secret) })

  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  expect(wrong).toMatchObject({ name: 'CodeMismatchException', message: 'Invalid code received for user' })
  expect(right.isSignedIn).toBe(true)
})

test('the enrolled factor shows as the preferred one', async () => {
  await anEnrolledSession()

  const preference = await auth.fetchMFAPreference()

  expect(preference).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' })
})

test('a wrong code at enrolment enables nothing', async () => {
  anAccount()
  await auth.signIn({ username: email, password: testPassword })
  await auth.setUpTOTP()

  await expect(auth.verifyTOTPSetup({ code: '000000' })).rejects.toMatchObject({
    name: 'EnableSoftwareTokenMFAException',
  })
  await expect(auth.updateMFAPreference({ totp: 'ENABLED' })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  })
})

test('a forgotten password is replaced with the mailed code', async () => {
  anAccount()
  const { nextStep } = await auth.resetPassword({ username: email })

  await auth.confirmResetPassword({ username: email, confirmationCode: pool.lastCode(), newPassword: 'Calabaza-8' })

  expect(nextStep.resetPasswordStep).toBe('CONFIRM_RESET_PASSWORD_WITH_CODE')
  await expect(auth.signIn({ username: email, password: testPassword })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  })
  expect((await auth.signIn({ username: email, password: 'Calabaza-8' })).isSignedIn).toBe(true)
})

test('a person changes password and name', async () => {
  anAccount()
  await auth.signIn({ username: email, password: testPassword })

  await auth.updatePassword({ oldPassword: testPassword, newPassword: 'Calabaza-8' })
  await auth.updateUserAttributes({ userAttributes: { name: 'Ana P. Soto' } })

  expect((await auth.fetchUserAttributes()).name).toBe('Ana P. Soto')
  await auth.signOut()
  expect((await auth.signIn({ username: email, password: 'Calabaza-8' })).isSignedIn).toBe(true)
})

test('signing out revokes the refresh token', async () => {
  anAccount()
  await auth.signIn({ username: email, password: testPassword })
  const { accessToken } = (await auth.fetchAuthSession()).tokens ?? {}

  await auth.signOut()

  const response = await fetch(`${pool.publicUrl}/`, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser' },
    body: JSON.stringify({ AccessToken: String(accessToken) }),
  })
  expect(await response.json()).toMatchObject({ message: 'Access Token has been revoked' })
})

test('an invited person chooses a password at the first sign-in', async () => {
  const invited = 'eva@example.com'
  await pool.sdk.send(
    new AdminCreateUserCommand({ UserPoolId: testUserPoolId, Username: invited, TemporaryPassword: 'Temporal-1' }),
  )

  const { nextStep } = await auth.signIn({ username: invited, password: 'Temporal-1' })
  const { isSignedIn } = await auth.confirmSignIn({ challengeResponse: testPassword })

  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
  expect(isSignedIn).toBe(true)
})
