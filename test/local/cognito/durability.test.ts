import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ConfirmSignUpCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import {
  testPoolClientId,
  testPassword,
  signInWithSrp,
  startUserPool,
  type RunningUserPool,
} from './running-user-pool.ts'

const email = 'ana@example.com'
const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
let folder: string
let file: string
let pool: RunningUserPool

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cognito-'))
  file = join(folder, 'store.sqlite')
  pool = await startUserPool({ store: openDocumentStore(file) })
})
afterEach(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

/** Like a kill: the first store is not closed, only the file remains. */
const restart = () => pool.reopen(openDocumentStore(file))

test('the signing key stays, and so do access and refresh tokens', async () => {
  pool.cognito().seedUser({ email, password: testPassword })
  const { AuthenticationResult } = await signInWithSrp(pool, email, testPassword)
  const before = pool.cognito().jwks()

  restart()

  expect(pool.cognito().jwks()).toEqual(before)
  const { AccessToken, RefreshToken } = AuthenticationResult ?? {}
  await expect(pool.sdk.send(new GetUserCommand({ AccessToken }))).resolves.toBeDefined()
  const refresh = new GetTokensFromRefreshTokenCommand({ ClientId: testPoolClientId, RefreshToken })
  expect((await pool.sdk.send(refresh)).AuthenticationResult?.AccessToken).toBeTruthy()
})

test('a user signs in again with the same password', async () => {
  pool.cognito().seedUser({ email, password: testPassword })

  restart()

  expect((await signInWithSrp(pool, email, testPassword)).AuthenticationResult).toBeDefined()
})

test('a sign-in under way goes on where it was', async () => {
  pool.cognito().seedUser({ email, password: testPassword, totpSecret })
  const { Session } = await signInWithSrp(pool, email, testPassword)

  restart()

  const ChallengeResponses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: pool.totp(totpSecret) }
  const answer = await pool.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId: testPoolClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses,
    }),
  )
  expect(answer.AuthenticationResult).toBeDefined()
})

test('a mailed code still confirms', async () => {
  await pool.sdk.send(new SignUpCommand({ ClientId: testPoolClientId, Username: email, Password: testPassword }))

  restart()

  const ConfirmationCode = pool.lastCode()
  await pool.sdk.send(new ConfirmSignUpCommand({ ClientId: testPoolClientId, Username: email, ConfirmationCode }))
  expect((await signInWithSrp(pool, email, testPassword)).AuthenticationResult).toBeDefined()
})

test('a lock is not forgotten', async () => {
  pool.cognito().seedUser({ email, password: testPassword })
  for (let attempt = 0; attempt < 5; attempt++) await signInWithSrp(pool, email, 'Otra-9').catch(() => undefined)

  restart()

  await expect(signInWithSrp(pool, email, testPassword)).rejects.toMatchObject({
    message: 'Password attempts exceeded',
  })
})

test('seeding again changes nothing', () => {
  const sub = pool.cognito().seedUser({ email, password: testPassword, totpSecret })

  restart()

  expect(pool.cognito().seedUser({ email, password: 'Otra-clave-9' })).toBe(sub)
  expect(pool.cognito().totpSecretOf(email)).toBe(totpSecret)
})
