import { createHash } from 'node:crypto'
import type { AuthenticationResultType } from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError } from '../json-protocol.ts'
import type { Page } from './oauth-pages.ts'
import type { Visit, Visits } from './oauth-visits.ts'
import type { Pool } from './pool.ts'

/** The token endpoint: a code and its PKCE verifier, or a refresh token, against tokens. */
export async function tokenEndpoint(pool: Pool, codes: Visits, body: URLSearchParams): Promise<Page> {
  if (body.get('client_id') !== pool.clientId) return no('invalid_client')
  const grant = GRANTS.get(body.get('grant_type'))
  if (!grant) return no('unsupported_grant_type')
  try {
    const tokens = await grant(pool, codes, body)
    return tokens ? { status: 200, json: wire(tokens) } : no('invalid_grant')
  } catch (failure) {
    if (!(failure instanceof ServiceError)) throw failure
    return { status: 400, json: { error: 'invalid_grant', error_description: failure.message } }
  }
}

type Grant = (pool: Pool, codes: Visits, body: URLSearchParams) => Promise<AuthenticationResultType | undefined>

const byRefreshToken: Grant = (pool, _codes, body) => pool.tokens.refresh(body.get('refresh_token') ?? '')

const byCode: Grant = async (pool, codes, body) => {
  // Taken before it is checked: a code that was tried with the wrong verifier is spent.
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

function matches(visit: Visit, body: URLSearchParams): boolean {
  const challenge = createHash('sha256')
    .update(body.get('code_verifier') ?? '')
    .digest('base64url')
  return challenge === visit.codeChallenge && body.get('redirect_uri') === visit.redirectUri
}

function no(error: string): Page {
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
