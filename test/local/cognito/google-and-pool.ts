import { randomBytes, createHash } from 'node:crypto'
import { createGoogleStandIn, type LocalGoogleAccount } from '../../../bin/local/google/google.ts'
import { castJsonValue } from '../../../bin/local/json-protocol.ts'
import type { CognitoStandInOptions } from '../../../bin/local/cognito/cognito.ts'
import {
  createManualClock,
  testCallbackUrl,
  testPoolClientId,
  listenOnFreePort,
  startUserPool,
  createStoreWithSigningKeys,
} from './running-user-pool.ts'

export const luciaGoogleAccount: LocalGoogleAccount = {
  subject: '100000000000000000001',
  email: 'lucia.ferrer@example.com',
  name: 'Lucía Ferrer',
  emailVerified: true,
}

export type RunningGoogleAndPool = Awaited<ReturnType<typeof startGoogleAndPool>>

export async function startGoogleAndPool(overrides: Partial<CognitoStandInOptions> = {}) {
  const clock = createManualClock()
  const at: { google?: ReturnType<typeof createGoogleStandIn> } = {}
  const server = await listenOnFreePort((request, response) => void at.google?.answer(request, response))
  const publicUrl = `${server.url}/_local/google`
  const client = { clientId: 'google-client', clientSecret: 'google-secret' }
  const endpoints = {
    authorizeUrl: `${publicUrl}/authorize`,
    tokenUrl: `${publicUrl}/token`,
    jwksUrl: `${publicUrl}/jwks.json`,
    issuer: publicUrl,
  }
  const pool = await startUserPool({ clock, google: { ...client, ...endpoints }, ...overrides })
  const redirectUris = [`${pool.publicUrl}/oauth2/idpresponse`]
  at.google = createGoogleStandIn({
    store: createStoreWithSigningKeys(),
    publicUrl,
    ...client,
    redirectUris,
    accounts: [luciaGoogleAccount],
    now: clock.now,
  })
  return { ...pool, close: () => Promise.all([pool.close(), server.close()]) }
}

const codeVerifier = randomBytes(64).toString('base64url')

/** `undefined` omits a parameter. */
export function buildAuthorizeUrl(
  pool: { publicUrl: string },
  changes: Record<string, string | undefined> = {},
): string {
  const query = {
    redirect_uri: testCallbackUrl,
    response_type: 'code',
    client_id: testPoolClientId,
    identity_provider: 'Google',
    scope: 'openid email profile',
    state: 'kept-by-the-browser',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  const present = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${pool.publicUrl}/oauth2/authorize?${new URLSearchParams(present)}`
}

export async function fetchRedirectTarget(url: string, form?: Record<string, string>): Promise<URL> {
  const response = await fetch(url, {
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return new URL(response.headers.get('location') ?? '')
}

export async function runGoogleSignIn(
  pool: { publicUrl: string },
  choice: Record<string, string> = { subject: luciaGoogleAccount.subject },
): Promise<URL> {
  const chooser = await fetchRedirectTarget(buildAuthorizeUrl(pool))
  const backAtPool = await fetchRedirectTarget(chooser.href, choice)
  return fetchRedirectTarget(backAtPool.href)
}

export interface OAuthTokens {
  readonly access_token: string
  readonly id_token: string
  readonly refresh_token: string
  readonly error?: string
}

export async function exchangeOAuthCode(
  pool: { publicUrl: string },
  code: string | null,
  changes: Record<string, string> = {},
): Promise<{ status: number; tokens: OAuthTokens }> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: code ?? '',
    client_id: testPoolClientId,
    redirect_uri: testCallbackUrl,
    code_verifier: codeVerifier,
    ...changes,
  })
  const response = await fetch(`${pool.publicUrl}/oauth2/token`, { method: 'POST', body })
  return { status: response.status, tokens: castJsonValue<OAuthTokens>(await response.json()) }
}
