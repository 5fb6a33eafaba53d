import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'

export type AuthorizerResult =
  | { readonly claims: Record<string, string>; readonly scopes: readonly string[] }
  | { readonly status: 401 | 403 }

/**
 * Verifies tokens as API Gateway does: signature, issuer, expiry, audience (`aud` or `client_id`), one of the scopes.
 */
export function createLocalJwtAuthorizer({
  jwks,
  issuer,
  audience,
}: {
  jwks: () => JSONWebKeySet
  issuer: string
  audience: readonly string[]
}) {
  return async (authorization: string | undefined, scopes: readonly string[]): Promise<AuthorizerResult> => {
    const token = authorization?.replace(/^Bearer\s+/i, '') ?? ''
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(jwks()), { issuer, algorithms: ['RS256'] })
      if (![payload.aud ?? payload['client_id']].flat().some((client) => audience.includes(String(client))))
        return { status: 401 }
      const held = scopesIn(payload)
      if (scopes.length > 0 && !scopes.some((scope) => held.includes(scope))) return { status: 403 }
      return { claims: flattened(payload), scopes: held }
    } catch {
      return { status: 401 }
    }
  }
}
export type LocalJwtAuthorizer = ReturnType<typeof createLocalJwtAuthorizer>

const scopesIn = ({ scope }: JWTPayload): readonly string[] => (typeof scope === 'string' ? scope.split(' ') : [])

const flattened = (payload: JWTPayload) =>
  Object.fromEntries(
    Object.entries(payload).map(([name, claim]) => [
      name,
      Array.isArray(claim) ? `[${claim.join(' ')}]` : String(claim),
    ]),
  )
