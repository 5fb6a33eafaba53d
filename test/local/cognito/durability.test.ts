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
import { openStore } from '../../../bin/local/store.ts'
import { clientId, password, passwordSignIn, startPool, type RunningPool } from './pool-on-a-port.ts'

const email = 'ana@example.com'
const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
let folder: string
let file: string
let pool: RunningPool

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cognito-'))
  file = join(folder, 'store.sqlite')
  pool = await startPool({ store: openStore(file) })
})
afterEach(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

/** Like a kill: the first store is not closed, only the file remains. */
const restart = () => pool.reopen(openStore(file))

test('the signing key stays, and so do access and refresh tokens', async () => {
  pool.cognito().seedUser({ email, password })
  const { AuthenticationResult } = await passwordSignIn(pool, email, password)
  const before = pool.cognito().jwks()

  restart()

  expect(pool.cognito().jwks()).toEqual(before)
  const { AccessToken, RefreshToken } = AuthenticationResult ?? {}
  await expect(pool.sdk.send(new GetUserCommand({ AccessToken }))).resolves.toBeDefined()
  const refresh = new GetTokensFromRefreshTokenCommand({ ClientId: clientId, RefreshToken })
  expect((await pool.sdk.send(refresh)).AuthenticationResult?.AccessToken).toBeTruthy()
})

test('a user signs in again with the same password', async () => {
  pool.cognito().seedUser({ email, password })

  restart()

  expect((await passwordSignIn(pool, email, password)).AuthenticationResult).toBeDefined()
})

test('a sign-in under way goes on where it was', async () => {
  pool.cognito().seedUser({ email, password, totpSecret })
  const { Session } = await passwordSignIn(pool, email, password)

  restart()

  const ChallengeResponses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: pool.totp(totpSecret) }
  const answer = await pool.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId: clientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses,
    }),
  )
  expect(answer.AuthenticationResult).toBeDefined()
})

test('a mailed code still confirms', async () => {
  await pool.sdk.send(new SignUpCommand({ ClientId: clientId, Username: email, Password: password }))

  restart()

  const ConfirmationCode = pool.lastCode()
  await pool.sdk.send(new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode }))
  expect((await passwordSignIn(pool, email, password)).AuthenticationResult).toBeDefined()
})

test('a lock is not forgotten', async () => {
  pool.cognito().seedUser({ email, password })
  for (let attempt = 0; attempt < 5; attempt++) await passwordSignIn(pool, email, 'Otra-9').catch(() => undefined)

  restart()

  await expect(passwordSignIn(pool, email, password)).rejects.toMatchObject({ message: 'Password attempts exceeded' })
})

test('seeding again changes nothing', () => {
  const sub = pool.cognito().seedUser({ email, password, totpSecret })

  restart()

  expect(pool.cognito().seedUser({ email, password: 'Otra-clave-9' })).toBe(sub)
  expect(pool.cognito().totpSecretOf(email)).toBe(totpSecret)
})
