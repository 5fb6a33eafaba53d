import { randomBytes, randomUUID } from 'node:crypto'
import type { Store } from '../store.ts'
import { googleVerifier, userFromGoogle, type GoogleProvider } from './google-sign-in.ts'
import { mistake, refusal, withQuery, type Flaw, type Page } from './oauth-pages.ts'
import { tokenEndpoint } from './oauth-token.ts'
import { openVisits, type Visit, type Visits } from './oauth-visits.ts'
import type { Pool } from './pool.ts'

export interface OAuthOptions {
  readonly store: Store
  readonly publicUrl: string
  readonly callbackUrls: readonly string[]
  readonly logoutUrls: readonly string[]
  readonly google: GoogleProvider
}

/** `identity_provider` as browsers name it. */
const PROVIDER = 'Google'
/** `AllowedOAuthScopes` of the app client. */
const SCOPES = new Set(['openid', 'email', 'profile'])

interface OAuthContext {
  readonly pool: Pool
  readonly options: OAuthOptions
  readonly atGoogle: Visits
  readonly codes: Visits
  readonly verify: ReturnType<typeof googleVerifier>
  /** Where Google sends the browser back to. */
  readonly ownCallback: string
}

/** The OAuth endpoints of the pool, for a sign-in with Google: authorization code with PKCE. */
export function oauthEndpoints(pool: Pool, options: OAuthOptions) {
  const { store, publicUrl, google } = options
  const context: OAuthContext = {
    pool,
    options,
    atGoogle: openVisits(store, 'at-google', pool.now),
    codes: openVisits(store, 'with-code', pool.now),
    verify: googleVerifier(google, pool.now),
    ownCallback: `${publicUrl}/oauth2/idpresponse`,
  }
  return {
    authorize: (query: URLSearchParams): Page => authorize(context, query),
    idpResponse: (query: URLSearchParams): Promise<Page> => backFromGoogle(context, query),
    token: (body: URLSearchParams): Promise<Page> => tokenEndpoint(pool, context.codes, body),

    logout(query: URLSearchParams): Page {
      const to = query.get('logout_uri') ?? ''
      if (query.get('client_id') !== pool.clientId) return mistake('invalid_client')
      return options.logoutUrls.includes(to) ? { redirect: to } : mistake('redirect_mismatch')
    },
  }
}

function authorize(context: OAuthContext, query: URLSearchParams): Page {
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

function visitOf(query: URLSearchParams, redirectUri: string): Visit {
  return {
    redirectUri,
    state: query.get('state') ?? '',
    // Without a scope Cognito gives all that the client may ask for.
    scopes: (query.get('scope') ?? [...SCOPES].join(' ')).split(' ').filter(Boolean),
    codeChallenge: query.get('code_challenge') ?? '',
    nonce: query.get('nonce') ?? undefined,
    googleNonce: randomBytes(24).toString('base64url'),
  }
}

function flawOf(query: URLSearchParams, { state, scopes, codeChallenge }: Visit): Flaw | undefined {
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

async function backFromGoogle(context: OAuthContext, query: URLSearchParams): Promise<Page> {
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
    const { username } = await userFromGoogle(context.pool, claims)
    const code = randomUUID()
    context.codes.put(code, { ...visit, username })
    return { redirect: withQuery(visit.redirectUri, { code, state: visit.state }) }
  } catch (failure) {
    const description = failure instanceof Error ? failure.message : 'Exception processing authorization code'
    return refusal(visit, { error: 'invalid_request', description })
  }
}
