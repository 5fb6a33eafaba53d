import {
  type AuthenticationResultType,
  GetTokensFromRefreshTokenCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { KMSClient } from '@aws-sdk/client-kms'
import { decodeJwt } from 'jose'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { createCognitoUserAccess } from '#platform/cognito-user-access'
import { recordSignInStage } from '../../functions/account/public/login-ledger.ts'
import { createCognitoPasswordAccess } from '../../functions/account/public/cognito-password-access.ts'
import { createCognitoCallTicket } from '../../functions/account/public/cognito-call-ticket.ts'
import { createKmsStandIn } from '../../bin/local/kms.ts'
import { openDocumentStore } from '../../bin/local/document-store.ts'
import type { CognitoTriggerHandlers } from '../../bin/local/cognito/triggers.ts'
import { createMissingProfileCreator } from '../../functions/account/create-missing-profile.ts'
import { createLambdaHandler as serveCustomMessage } from '../../functions/account/custom-message.handler.ts'
import { createLambdaHandler as servePostAuthentication } from '../../functions/account/post-authentication.handler.ts'
import { createLambdaHandler as servePostConfirmation } from '../../functions/account/post-confirmation.handler.ts'
import { createLambdaHandler as servePreAuthentication } from '../../functions/account/pre-authentication.handler.ts'
import {
  createGoogleLinker,
  createLambdaHandler as servePreSignUp,
  createSignUpCheck,
} from '../../functions/account/pre-sign-up.handler.ts'
import { createLambdaHandler as servePreToken } from '../../functions/account/pre-token-generation.handler.ts'
import { createUserPoolSignUpAccess } from '../../functions/account/user-pool-sign-up-access.ts'
import { createCognitoAuthenticatorAccess } from '../../functions/mfa/authenticators.ts'
import { computeTotpCode, computeTotpTimeStep } from '../../functions/mfa/totp-code.ts'
import { createTotpSecretCipher } from '../../functions/mfa/totp-secret-cipher.ts'
import { createUserPoolAccountAccess } from '../../functions/users/user-pool-account-access.ts'
import {
  exchangeOAuthCode,
  type RunningGoogleAndPool,
  startGoogleAndPool,
  runGoogleSignIn,
} from '../local/cognito/google-and-pool.ts'
import {
  testPoolClientId,
  listenOnFreePort,
  signInWithSrp,
  testUserPoolId,
} from '../local/cognito/running-user-pool.ts'
import { parseSecuritySettings } from '#platform/security-settings'
import { type TestRequest, TEST_CALLER_ADDRESS } from './endpoint-caller.ts'
import { type ManualClock, createTestPractice, type TestPractice } from './practice.ts'

export const TEST_PASSWORD = 'Zanahoria-7'
const MFA_KEY = 'alias/mfa'

export interface IdentitySetup {
  readonly practice: TestPractice
  readonly pool: RunningGoogleAndPool
  readonly clock: ManualClock
  readonly close: () => Promise<void>
}

/**
 * `ownMails`: Cognito's mails get their text from the product's trigger, which the verification link needs. Without
 * `strongPasswords` the pool accepts direct sign-ups that bypass our server: the protection of addresses must hold then
 * too. `triggersTwice`: Cognito hears no first answer and calls each again.
 */
export async function createIdentitySetup({
  ownMails = false,
  strongPasswords = false,
  triggersTwice = false,
} = {}): Promise<IdentitySetup> {
  const at: { practice?: TestPractice } = {}
  const now = () => (at.practice ?? notYet()).wallClock()
  const triggers = triggersOf(
    () => at.practice ?? notYet(),
    () => pool,
  )
  const customMessage = serveCustomMessage(() => at.practice ?? notYet())
  const pool = await startGoogleAndPool({
    triggers: { ...triggers, ...(ownMails && { customMessage }) },
    callsTriggersTwice: () => triggersTwice,
  })
  const clock = clockOf(pool)
  const kms = createKmsStandIn({ store: openDocumentStore(), alias: MFA_KEY })
  const keys = await listenOnFreePort((request, response) => void kms.answer(request, response))
  const keyClient = new KMSClient({ endpoint: keys.url, region: 'eu-west-1', credentials, maxAttempts: 1 })
  const practice = await createTestPractice({
    clock,
    now: clock.now,
    wallClock: clock.now,
    identities: createCognitoUserAccess(testUserPoolId, pool.sdk) as never,
    accounts: createUserPoolAccountAccess({ userPoolId: testUserPoolId, clientId: testPoolClientId }, pool.sdk),
    passwords: createCognitoPasswordAccess({ userPoolId: testUserPoolId, clientId: testPoolClientId }, pool.sdk),
    signUps: createUserPoolSignUpAccess({ userPoolId: testUserPoolId, clientId: testPoolClientId }, pool.sdk),
    authenticators: createCognitoAuthenticatorAccess(testUserPoolId, pool.sdk),
    vault: createTotpSecretCipher(MFA_KEY, keyClient),
    ...(!strongPasswords && {
      securitySettings: async () => ({ ...parseSecuritySettings(), enforceStrongPasswords: false }),
    }),
  })
  at.practice = { ...practice, completeProfile: createMissingProfileCreator(practice.identities, practice) }
  now()
  const close = async () => {
    keyClient.destroy()
    await Promise.all([pool.close(), keys.close()])
  }
  return { practice: at.practice, pool, clock, close }
}

const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' }

function clockOf({ clock }: RunningGoogleAndPool): ManualClock {
  const set = (instant: string) => clock.advance(Date.parse(instant) - clock.now())
  set('2026-11-21T09:00:00.000Z')
  return {
    now: () => new Date(clock.now()),
    set,
    advance: ({ seconds = 0, minutes = 0, hours = 0, days = 0 }) =>
      clock.advance((seconds + 60 * minutes + 3600 * hours + 86_400 * days) * 1000),
  }
}

function triggersOf(practice: () => TestPractice, pool: () => RunningGoogleAndPool): CognitoTriggerHandlers {
  const withIdentities = () => ({ ...practice(), identities: () => practice().identities })
  return {
    preSignUp: servePreSignUp(() => ({
      wallClock: practice().wallClock,
      link: createGoogleLinker(pool().sdk, practice()),
      objectionTo: createSignUpCheck(practice()),
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

export interface SignedInSession extends Pick<TestRequest, 'as' | 'headers'> {
  readonly sub: string
  readonly userId: string
  readonly accessToken: string
  readonly refreshToken: string
}

export function toSignedInSession({ AccessToken = '', RefreshToken = '' }: AuthenticationResultType): SignedInSession {
  const claims = decodeJwt(AccessToken)
  return {
    // API Gateway passes all claims as text.
    as: Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${AccessToken}` },
    sub: claims.sub ?? '',
    userId: `usr_${claims.sub}`,
    accessToken: AccessToken,
    refreshToken: RefreshToken,
  }
}

const VIEWING = { address: TEST_CALLER_ADDRESS, userAgent: 'Mozilla/5.0 (test)' }

/** With the TOTP code if Cognito asks for one, and the report to our API, as the page does. */
export async function signInAtPool(
  { pool, practice }: Pick<IdentitySetup, 'pool' | 'practice'>,
  email: string,
  {
    password = TEST_PASSWORD,
    code,
    metadata,
  }: { password?: string; code?: string; metadata?: Record<string, string> } = {},
): Promise<SignedInSession> {
  const brought = metadata ?? { [cognitoMetadataKeys.ticket]: await createCognitoCallTicket(VIEWING, practice) }
  const answer = await signInWithSrp(pool, email, password, brought)
  if (answer.AuthenticationResult) return toSignedInSession(answer.AuthenticationResult)
  await recordSignInStage(brought[cognitoMetadataKeys.ticket] ?? '', 'code-asked', practice)
  if (code === undefined) throw new Error(`Cognito asks for ${answer.ChallengeName}`)
  const { AuthenticationResult } = await pool.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId: testPoolClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: answer.Session,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code },
      ClientMetadata: brought,
    }),
  )
  return toSignedInSession(AuthenticationResult ?? {})
}

export async function signInAtPoolByGoogle({ pool }: Pick<IdentitySetup, 'pool'>, choice?: Record<string, string>) {
  const back = await runGoogleSignIn(pool, choice)
  const { tokens } = await exchangeOAuthCode(pool, back.searchParams.get('code'))
  return toSignedInSession({ AccessToken: tokens.access_token, RefreshToken: tokens.refresh_token })
}

/** `later` in half minutes. */
export const generateCurrentTotpCode = ({ clock }: Pick<IdentitySetup, 'clock'>, secret: string, later = 0): string =>
  computeTotpCode(secret, computeTotpTimeStep(clock.now()) + later)

/** Differs from the codes of the neighbouring time steps too. */
export const createWrongTotpCode = (setup: Pick<IdentitySetup, 'clock'>, secret: string): string => {
  const right = [-1, 0, 1].map((later) => generateCurrentTotpCode(setup, secret, later))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

export async function refreshPoolSession(
  { pool }: Pick<IdentitySetup, 'pool'>,
  { refreshToken }: SignedInSession,
  metadata?: Record<string, string>,
): Promise<SignedInSession> {
  const { AuthenticationResult } = await pool.sdk.send(
    new GetTokensFromRefreshTokenCommand({
      ClientId: testPoolClientId,
      RefreshToken: refreshToken,
      ...(metadata && { ClientMetadata: metadata }),
    }),
  )
  return toSignedInSession(AuthenticationResult ?? {})
}
