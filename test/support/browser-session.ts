import {
  type AuthenticationResultType,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { decodeJwt } from 'jose'
import { generateSync } from 'otplib'
import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { cognitoSignUpAttributes } from '#contract/sign-up'
import { LOCAL_AWS_ACCESS_KEY, buildLocalAddresses, LOCAL_REGION } from '../../bin/local/addresses.ts'
import { callEndpointOverHttp } from './call-endpoint-over-http.ts'
import { signInWithSrp } from '../local/cognito/running-user-pool.ts'
import { readProductPool } from './product-pool.ts'
import { getProductSite } from './product-site.ts'

export interface BrowserSession {
  readonly token: string
  readonly refreshToken: string
  /** Amplify's own localStorage entries. */
  readonly storage: Readonly<Record<string, string>>
}

export interface SignInCredentials {
  readonly email: string
  readonly password: string
  readonly totpSecret?: string | null | undefined
}

const clientOf = (site: string) =>
  new CognitoIdentityProviderClient({
    endpoint: buildLocalAddresses(Number(new URL(site).port)).sdk('cognito'),
    region: LOCAL_REGION,
    credentials: LOCAL_AWS_ACCESS_KEY,
  })

/** `steps` half minutes from now. */
export const generateTotpCode = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

function sessionWith({ AccessToken = '', IdToken = '', RefreshToken = '' }: AuthenticationResultType): BrowserSession {
  const { username, client_id } = decodeJwt<{ username: string; client_id: string }>(AccessToken)
  const prefix = `CognitoIdentityServiceProvider.${client_id}`
  return {
    token: AccessToken,
    refreshToken: RefreshToken,
    storage: {
      [`${prefix}.LastAuthUser`]: username,
      [`${prefix}.${username}.accessToken`]: AccessToken,
      [`${prefix}.${username}.idToken`]: IdToken,
      [`${prefix}.${username}.refreshToken`]: RefreshToken,
      [`${prefix}.${username}.clockDrift`]: '0',
    },
  }
}

const issueTicket = async (site: string) =>
  (await callEndpointOverHttp(apiContract.account.issueTicket, { body: {} }, { site })).ticket

/**
 * With a ticket that tells the caller's address, as the page does. `AdminInitiateAuth` would be shorter, but the trigger
 * after it learns no ticket, so that the attempt would stay open.
 */
async function provePassword({ email, password }: SignInCredentials, site: string, given?: string) {
  const ticket = given ?? (await issueTicket(site))
  const { userPoolId, userPoolClientId: clientId } = await readProductPool(site)
  const metadata = { [cognitoMetadataKeys.ticket]: ticket }
  const answer = await signInWithSrp({ sdk: clientOf(site), clientId, userPoolId }, email, password, metadata)
  return { ...answer, metadata }
}
type ProvenPassword = Awaited<ReturnType<typeof provePassword>>

/**
 * A code works once, and the pool accepts the previous and the next one too: when all three are used, the sign-in is
 * repeated with a later one.
 */
async function proveCode(account: SignInCredentials, proven: ProvenPassword, site: string) {
  let challenge = proven
  const { userPoolClientId } = await readProductPool(site)
  const tryCode = async (steps: number) => {
    const command = new RespondToAuthChallengeCommand({
      ClientId: userPoolClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: challenge.Session,
      ClientMetadata: challenge.metadata,
      ChallengeResponses: {
        USERNAME: account.email,
        SOFTWARE_TOKEN_MFA_CODE: generateTotpCode(account.totpSecret ?? '', steps),
      },
    })
    try {
      return (await clientOf(site).send(command)).AuthenticationResult
    } catch (error) {
      if ((error as Error).name !== 'ExpiredCodeException') throw error
      challenge = await provePassword(account, site)
      return undefined
    }
  }
  const used = generateTotpCode(account.totpSecret ?? '')
  const first = (await tryCode(0)) ?? (await tryCode(1)) ?? (await tryCode(-1))
  if (first) return first
  await expect
    .poll(() => generateTotpCode(account.totpSecret ?? '') !== used, { timeout: 40_000, interval: 500 })
    .toBe(true)
  return tryCode(1)
}

export async function failSignInOverHttp(email: string, site = getProductSite()): Promise<void> {
  const ticket = await issueTicket(site)
  await expect(provePassword({ email, password: 'No-es-esta-2026' }, site, ticket)).rejects.toThrow('Incorrect')
  await callEndpointOverHttp(apiContract.account.reportFailedSignIn, { body: { ticket, stage: 'password' } }, { site })
}

/** Over HTTP, without a page. */
export async function openBrowserSession(account: SignInCredentials, site = getProductSite()): Promise<BrowserSession> {
  const proven = await provePassword(account, site)
  const { AuthenticationResult, ChallengeName } = proven
  const result = ChallengeName === 'SOFTWARE_TOKEN_MFA' ? await proveCode(account, proven, site) : AuthenticationResult
  if (!result) throw new Error(`${account.email} is asked for ${ChallengeName}`)
  return begun(result, site)
}

/** Calls `account.session` as the first page does, which creates a missing profile. */
async function begun(result: AuthenticationResultType, site: string): Promise<BrowserSession> {
  const session = sessionWith(result)
  await callEndpointOverHttp(apiContract.account.session, {}, { token: session.token, site })
  return session
}

export const refreshBrowserSession = (session: BrowserSession, site = getProductSite()): Promise<BrowserSession> =>
  refreshed(session, site)

interface Invited extends SignInCredentials {
  readonly code: string
  readonly firstName: string
  readonly lastName: string
}

export async function acceptInvitationOverHttp(invited: Invited, site = getProductSite()): Promise<BrowserSession> {
  const { email, code, password, firstName, lastName } = invited
  const { Session, metadata } = await provePassword({ email, password: code }, site)
  const { userPoolClientId } = await readProductPool(site)
  const { AuthenticationResult } = await clientOf(site).send(
    new RespondToAuthChallengeCommand({
      ClientId: userPoolClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ClientMetadata: metadata,
      ChallengeResponses: {
        USERNAME: email,
        NEW_PASSWORD: password,
        [`userAttributes.${cognitoSignUpAttributes.firstName}`]: firstName,
        [`userAttributes.${cognitoSignUpAttributes.lastName}`]: lastName,
      },
    }),
  )
  return begun(AuthenticationResult ?? {}, site)
}

async function refreshed({ refreshToken }: BrowserSession, site: string, metadata?: Record<string, string>) {
  const { userPoolClientId } = await readProductPool(site)
  const { AuthenticationResult } = await clientOf(site).send(
    new GetTokensFromRefreshTokenCommand({
      ClientId: userPoolClientId,
      RefreshToken: refreshToken,
      ...(metadata && { ClientMetadata: metadata }),
    }),
  )
  return sessionWith(AuthenticationResult ?? {})
}

export async function enrolAuthenticatorApp(
  session: BrowserSession,
  site = getProductSite(),
): Promise<{ readonly session: BrowserSession; readonly totpSecret: string; readonly codes: readonly string[] }> {
  const { key } = await callEndpointOverHttp(
    apiContract.mfa.allowEnrolment,
    { body: {} },
    { token: session.token, site },
  )
  const enrolling = await refreshed(session, site, { [cognitoMetadataKeys.enrolment]: key })
  const { token } = enrolling
  const { secret } = await callEndpointOverHttp(apiContract.mfa.enrol, {}, { token, site })
  const confirmation = { body: { code: generateTotpCode(secret) } }
  const { recoveryCodes } = await callEndpointOverHttp(apiContract.mfa.confirm, confirmation, { token, site })
  return { session: await refreshed(enrolling, site), totpSecret: secret, codes: recoveryCodes }
}
