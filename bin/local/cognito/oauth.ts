import { randomBytes, randomUUID, createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { AuthenticationResultType } from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError } from '../json-protocol.ts'
import type { DocumentStore } from '../document-store.ts'
import { createGoogleCodeExchange, findOrCreateGoogleUser, type GoogleProviderSettings } from './google-sign-in.ts'
import type { LocalUserPool } from './pool.ts'

export interface CognitoOAuthOptions {
  readonly store: DocumentStore
  readonly publicUrl: string
  readonly callbackUrls: readonly string[]
  readonly logoutUrls: readonly string[]
  readonly google: GoogleProviderSettings
}

const PROVIDER = 'Google'
const SCOPES = new Set(['openid', 'email', 'profile'])

interface OAuthContext {
  readonly pool: LocalUserPool
  readonly options: CognitoOAuthOptions
  readonly atGoogle: OAuthSignInStore
  readonly codes: OAuthSignInStore
  readonly verify: ReturnType<typeof createGoogleCodeExchange>
  /** The pool's redirect URI registered at Google. */
  readonly ownCallback: string
}

/** Authorization code with PKCE; Google is the only provider. */
export function createCognitoOAuthEndpoints(pool: LocalUserPool, options: CognitoOAuthOptions) {
  const { store, publicUrl, google } = options
  const context: OAuthContext = {
    pool,
    options,
    atGoogle: openOAuthSignInStore(store, 'at-google', pool.now),
    codes: openOAuthSignInStore(store, 'with-code', pool.now),
    verify: createGoogleCodeExchange(google, pool.now),
    ownCallback: `${publicUrl}/oauth2/idpresponse`,
  }
  return {
    authorize: (query: URLSearchParams): OAuthResponse => authorize(context, query),
    idpResponse: (query: URLSearchParams): Promise<OAuthResponse> => backFromGoogle(context, query),
    token: (body: URLSearchParams): Promise<OAuthResponse> => tokenEndpoint(pool, context.codes, body),

    logout(query: URLSearchParams): OAuthResponse {
      const to = query.get('logout_uri') ?? ''
      if (query.get('client_id') !== pool.clientId) return mistake('invalid_client')
      return options.logoutUrls.includes(to) ? { redirect: to } : mistake('redirect_mismatch')
    },
  }
}

function authorize(context: OAuthContext, query: URLSearchParams): OAuthResponse {
  const { pool, options, ownCallback } = context
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== pool.clientId) return mistake('invalid_client')
  if (!options.callbackUrls.includes(redirectUri)) return mistake('redirect_mismatch')
  if (query.get('identity_provider') !== PROVIDER) return mistake('unknown identity_provider')
  const visit = visitOf(query, redirectUri)
  const flaw = flawOf(query, visit)
  if (flaw) return refusal(visit, flaw)
  const id = randomBytes(24).toString('base64url')
  context.atGoogle.put(id, visit)
  const parameters = {
    client_id: options.google.clientId,
    redirect_uri: ownCallback,
    response_type: 'code',
    scope: 'openid email profile',
    state: id,
    nonce: visit.googleNonce,
  }
  return { redirect: withQuery(options.google.authorizeUrl, parameters) }
}

function visitOf(query: URLSearchParams, redirectUri: string): PendingOAuthSignIn {
  return {
    redirectUri,
    state: query.get('state') ?? '',
    // Without a scope Cognito grants all scopes of the client.
    scopes: (query.get('scope') ?? [...SCOPES].join(' ')).split(' ').filter(Boolean),
    codeChallenge: query.get('code_challenge') ?? '',
    nonce: query.get('nonce') ?? undefined,
    googleNonce: randomBytes(24).toString('base64url'),
  }
}

function flawOf(query: URLSearchParams, { state, scopes, codeChallenge }: PendingOAuthSignIn): OAuthError | undefined {
  if (query.get('response_type') !== 'code') {
    return { error: 'unsupported_response_type', description: 'response_type must be code' }
  }
  if (query.get('code_challenge_method') !== 'S256' || !codeChallenge) {
    return { error: 'invalid_request', description: 'code_challenge with method S256 is required' }
  }
  if (!state) return { error: 'invalid_request', description: 'state is required' }
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.has(scope))) {
    return { error: 'invalid_scope', description: 'invalid_scope' }
  }
  return undefined
}

async function backFromGoogle(context: OAuthContext, query: URLSearchParams): Promise<OAuthResponse> {
  const visit = context.atGoogle.take(query.get('state'))
  if (!visit) return mistake('invalid state')
  const error = query.get('error')
  if (error) return refusal(visit, { error, description: query.get('error_description') ?? error })
  try {
    const googleCode = query.get('code') ?? ''
    const claims = await context.verify({
      code: googleCode,
      nonce: visit.googleNonce,
      redirectUri: context.ownCallback,
    })
    const { username } = await findOrCreateGoogleUser(context.pool, claims)
    const code = randomUUID()
    context.codes.put(code, { ...visit, username })
    return { redirect: withQuery(visit.redirectUri, { code, state: visit.state }) }
  } catch (failure) {
    const description = failure instanceof Error ? failure.message : 'Exception processing authorization code'
    return refusal(visit, { error: 'invalid_request', description })
  }
}

async function tokenEndpoint(
  pool: LocalUserPool,
  codes: OAuthSignInStore,
  body: URLSearchParams,
): Promise<OAuthResponse> {
  if (body.get('client_id') !== pool.clientId) return no('invalid_client')
  const grant = GRANTS.get(body.get('grant_type'))
  if (!grant) return no('unsupported_grant_type')
  try {
    const tokens = await grant(pool, codes, body)
    return tokens ? { status: 200, json: wire(tokens) } : no('invalid_grant')
  } catch (failure) {
    if (!(failure instanceof StandInServiceError)) throw failure
    return { status: 400, json: { error: 'invalid_grant', error_description: failure.message } }
  }
}

type Grant = (
  pool: LocalUserPool,
  codes: OAuthSignInStore,
  body: URLSearchParams,
) => Promise<AuthenticationResultType | undefined>

const byRefreshToken: Grant = (pool, _codes, body) => pool.tokens.refresh(body.get('refresh_token') ?? '')

const byCode: Grant = async (pool, codes, body) => {
  // Consumed before it is checked: a code tried with the wrong verifier is spent.
  const visit = codes.take(body.get('code'))
  const user = pool.users.get(visit?.username ?? '')
  if (!visit || !user?.enabled || !matches(visit, body)) return undefined
  const { scopes, nonce } = visit
  return pool.tokens.begin(user, { source: 'TokenGeneration_HostedAuth', scopes, nonce })
}

const GRANTS: ReadonlyMap<string | null, Grant> = new Map([
  ['refresh_token', byRefreshToken],
  ['authorization_code', byCode],
])

function matches(visit: PendingOAuthSignIn, body: URLSearchParams): boolean {
  const challenge = createHash('sha256')
    .update(body.get('code_verifier') ?? '')
    .digest('base64url')
  return challenge === visit.codeChallenge && body.get('redirect_uri') === visit.redirectUri
}

function no(error: string): OAuthResponse {
  return { status: 400, json: { error } }
}

function wire(tokens: AuthenticationResultType): object {
  return {
    access_token: tokens.AccessToken,
    id_token: tokens.IdToken,
    refresh_token: tokens.RefreshToken,
    token_type: tokens.TokenType,
    expires_in: tokens.ExpiresIn,
  }
}

export type OAuthResponse =
  | { readonly redirect: string }
  | { readonly status: number; readonly json: object }
  | { readonly status: number; readonly text: string }

export interface OAuthError {
  readonly error: string
  readonly description: string
}

function refusal(back: { redirectUri: string; state: string }, { error, description }: OAuthError): OAuthResponse {
  return { redirect: withQuery(back.redirectUri, { error_description: description, state: back.state, error }) }
}

function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
  return url.href
}

/** Answered here: never redirect to an unregistered URI. */
function mistake(error: string): OAuthResponse {
  return { status: 400, text: `An error was encountered with the requested page: ${error}` }
}

export function sendOAuthResponse(response: ServerResponse, page: OAuthResponse): void {
  if ('redirect' in page) {
    response.writeHead(302, { location: page.redirect }).end()
  } else if ('json' in page) {
    response.writeHead(page.status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(page.json))
  } else {
    response.writeHead(page.status, { 'content-type': 'text/plain; charset=utf-8' }).end(page.text)
  }
}

export interface PendingOAuthSignIn {
  readonly redirectUri: string
  readonly state: string
  readonly scopes: readonly string[]
  readonly codeChallenge: string
  /** The browser's nonce, for its ID token. */
  readonly nonce?: string | undefined
  /** The pool's nonce, for Google's ID token. */
  readonly googleNonce: string
  /** Set once Google has identified the user. */
  readonly username?: string
}

export type OAuthSignInStore = ReturnType<typeof openOAuthSignInStore>

const VISIT_MS = 5 * 60_000

/** By a random id; each sign-in can be taken once, within five minutes. */
export function openOAuthSignInStore(store: DocumentStore, kind: 'at-google' | 'with-code', now: () => number) {
  const visits = store.collection<PendingOAuthSignIn & { readonly expiresAt: number }>(`cognito-visits-${kind}`)
  return {
    put(id: string, visit: PendingOAuthSignIn): void {
      visits.put(id, { ...visit, expiresAt: now() + VISIT_MS })
    },
    take(id: string | null): PendingOAuthSignIn | undefined {
      const visit = visits.get(id ?? '')
      visits.delete(id ?? '')
      return visit && visit.expiresAt > now() ? visit : undefined
    },
  }
}
