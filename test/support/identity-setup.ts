import {
  type AuthenticationResultType,
  GetTokensFromRefreshTokenCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { KMSClient } from '@aws-sdk/client-kms'
import { decodeJwt } from 'jose'
import { clientMetadata } from '#contract/client-metadata'
import { liveIdentities } from '#platform/identities'
import { reportAttempt } from '../../functions/account/public/login-ledger.ts'
import { livePasswords } from '../../functions/account/public/passwords.ts'
import { createVisitTicket } from '../../functions/account/public/visit-ticket.ts'
import { createKms } from '../../bin/local/kms.ts'
import { openStore } from '../../bin/local/store.ts'
import type { Triggers } from '../../bin/local/cognito/triggers.ts'
import { completeProfileWith } from '../../functions/account/complete-profile.ts'
import { withServices as serveCustomMessage } from '../../functions/account/custom-message.handler.ts'
import { withServices as servePostAuthentication } from '../../functions/account/post-authentication.handler.ts'
import { withServices as servePostConfirmation } from '../../functions/account/post-confirmation.handler.ts'
import { withServices as servePreAuthentication } from '../../functions/account/pre-authentication.handler.ts'
import {
  linkWith,
  withServices as servePreSignUp,
  signUpObjectionWith,
} from '../../functions/account/pre-sign-up.handler.ts'
import { withServices as servePreToken } from '../../functions/account/pre-token-generation.handler.ts'
import { liveSignUps } from '../../functions/account/sign-ups.ts'
import { liveAuthenticators } from '../../functions/mfa/authenticators.ts'
import { codeAt, timeStepAt } from '../../functions/mfa/check-code.ts'
import { liveVault } from '../../functions/mfa/vault.ts'
import { liveAccounts } from '../../functions/users/accounts.ts'
import { exchange, type GoogleAndPool, startGoogleAndPool, visitGoogle } from '../local/cognito/google-and-pool.ts'
import { clientId, listen, passwordSignIn, poolId } from '../local/cognito/pool-on-a-port.ts'
import { settingsIn } from '#platform/security-settings'
import { type Question, VIEWER } from './asking.ts'
import { type Clock, aPractice, type Practice } from './practice.ts'

export const PASSWORD = 'Zanahoria-7'
const MFA_KEY = 'alias/mfa'

/** User pool, Google and KMS are the stand-ins, with the product's own triggers. */
export interface IdentitySetup {
  readonly practice: Practice
  readonly pool: GoogleAndPool
  readonly clock: Clock
  readonly close: () => Promise<void>
}

/**
 * `ownMails`: Cognito's mails are worded by the product's trigger, which the verification link needs. Without
 * `strongPasswords` the pool accepts direct sign-ups that bypass our server: the protection of addresses must hold then
 * too.
 */
export async function anIdentitySetup({ ownMails = false, strongPasswords = false } = {}): Promise<IdentitySetup> {
  const at: { practice?: Practice } = {}
  const now = () => (at.practice ?? notYet()).wallClock()
  const triggers = triggersOf(
    () => at.practice ?? notYet(),
    () => pool,
  )
  const customMessage = serveCustomMessage(() => at.practice ?? notYet())
  const pool = await startGoogleAndPool({ triggers: { ...triggers, ...(ownMails && { customMessage }) } })
  const clock = clockOf(pool)
  const kms = createKms({ store: openStore(), alias: MFA_KEY })
  const keys = await listen((request, response) => void kms.answer(request, response))
  const keyClient = new KMSClient({ endpoint: keys.url, region: 'eu-west-1', credentials, maxAttempts: 1 })
  const practice = await aPractice({
    clock,
    now: clock.now,
    wallClock: clock.now,
    identities: liveIdentities(poolId, pool.sdk) as never,
    accounts: liveAccounts({ userPoolId: poolId, clientId }, pool.sdk),
    passwords: livePasswords({ userPoolId: poolId, clientId }, pool.sdk),
    signUps: liveSignUps({ userPoolId: poolId, clientId }, pool.sdk),
    authenticators: liveAuthenticators(poolId, pool.sdk),
    vault: liveVault(MFA_KEY, keyClient),
    ...(!strongPasswords && { securitySettings: async () => ({ ...settingsIn(), enforceStrongPasswords: false }) }),
  })
  at.practice = { ...practice, completeProfile: completeProfileWith(practice.identities, practice) }
  now()
  const close = async () => {
    keyClient.destroy()
    await Promise.all([pool.close(), keys.close()])
  }
  return { practice: at.practice, pool, clock, close }
}

const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' }

/** The pool's clock, stopped at the tests' instant. */
function clockOf({ clock }: GoogleAndPool): Clock {
  const set = (instant: string) => clock.advance(Date.parse(instant) - clock.now())
  set('2026-11-21T09:00:00.000Z')
  return {
    now: () => new Date(clock.now()),
    set,
    advance: ({ seconds = 0, minutes = 0, hours = 0, days = 0 }) =>
      clock.advance((seconds + 60 * minutes + 3600 * hours + 86_400 * days) * 1000),
  }
}

function triggersOf(practice: () => Practice, pool: () => GoogleAndPool): Triggers {
  const withIdentities = () => ({ ...practice(), identities: () => practice().identities })
  return {
    preSignUp: servePreSignUp(() => ({
      wallClock: practice().wallClock,
      link: linkWith(pool().sdk, practice()),
      objectionTo: signUpObjectionWith(practice()),
    })),
    postConfirmation: servePostConfirmation(withIdentities),
    preTokenGeneration: servePreToken(withIdentities),
    preAuthentication: servePreAuthentication(practice),
    postAuthentication: servePostAuthentication(practice),
  }
}

const notYet = (): never => {
  throw new Error('the set-up is not ready yet')
}

export interface SignedIn extends Pick<Question, 'as' | 'headers'> {
  readonly sub: string
  readonly userId: string
  readonly accessToken: string
  readonly refreshToken: string
}

export function signedIn({ AccessToken = '', RefreshToken = '' }: AuthenticationResultType): SignedIn {
  const claims = decodeJwt(AccessToken)
  return {
    // API Gateway hands every claim on as text.
    as: Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${AccessToken}` },
    sub: claims.sub ?? '',
    userId: `usr_${claims.sub}`,
    accessToken: AccessToken,
    refreshToken: RefreshToken,
  }
}

const VIEWING = { address: VIEWER, userAgent: 'Mozilla/5.0 (test)' }

/** With the TOTP code where Cognito asks for one, and the report to our API, as the page does. */
export async function signIn(
  { pool, practice }: Pick<IdentitySetup, 'pool' | 'practice'>,
  email: string,
  { password = PASSWORD, code, metadata }: { password?: string; code?: string; metadata?: Record<string, string> } = {},
): Promise<SignedIn> {
  const brought = metadata ?? { [clientMetadata.ticket]: await createVisitTicket(VIEWING, practice) }
  const answer = await passwordSignIn(pool, email, password, brought)
  if (answer.AuthenticationResult) return signedIn(answer.AuthenticationResult)
  await reportAttempt(brought[clientMetadata.ticket] ?? '', 'code-asked', practice)
  if (code === undefined) throw new Error(`Cognito asks for ${answer.ChallengeName}`)
  const { AuthenticationResult } = await pool.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId: clientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: answer.Session,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code },
      ClientMetadata: brought,
    }),
  )
  return signedIn(AuthenticationResult ?? {})
}

export async function signInByGoogle({ pool }: Pick<IdentitySetup, 'pool'>, choice?: Record<string, string>) {
  const back = await visitGoogle(pool, choice)
  const { tokens } = await exchange(pool, back.searchParams.get('code'))
  return signedIn({ AccessToken: tokens.access_token, RefreshToken: tokens.refresh_token })
}

/** `later` in half minutes. */
export const codeNow = ({ clock }: Pick<IdentitySetup, 'clock'>, secret: string, later = 0): string =>
  codeAt(secret, timeStepAt(clock.now()) + later)

/** Differs from the codes of the neighbouring time steps too. */
export const aWrongCode = (setup: Pick<IdentitySetup, 'clock'>, secret: string): string => {
  const right = [-1, 0, 1].map((later) => codeNow(setup, secret, later))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

/** `metadata` is passed to our triggers. */
export async function refreshed(
  { pool }: Pick<IdentitySetup, 'pool'>,
  { refreshToken }: SignedIn,
  metadata?: Record<string, string>,
): Promise<SignedIn> {
  const { AuthenticationResult } = await pool.sdk.send(
    new GetTokensFromRefreshTokenCommand({
      ClientId: clientId,
      RefreshToken: refreshToken,
      ...(metadata && { ClientMetadata: metadata }),
    }),
  )
  return signedIn(AuthenticationResult ?? {})
}
