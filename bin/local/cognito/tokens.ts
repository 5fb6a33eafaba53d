import { randomUUID } from 'node:crypto'
import type { AuthenticationResultType } from '@aws-sdk/client-cognito-identity-provider'
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { StandInServiceError } from '../json-protocol.ts'
import type { RefreshTokenFamilyStore } from './refresh-token-families.ts'
import type { TokenSigningKey } from './signing-key.ts'
import { buildTokenClaims, type SignInTokenClaims } from './token-claims.ts'
import type { FireCognitoTrigger } from './triggers.ts'
import type { LocalCognitoUser, LocalCognitoUserStore } from './users.ts'

const TOKEN_SECONDS = 15 * 60

/** Lets an access token act on its own account. */
const SELF_SERVICE_SCOPE = 'aws.cognito.signin.user.admin'

interface Occasion {
  readonly source: string
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined
}
interface SignInOccasion extends Occasion {
  /** @default the self-service scope, as for a sign-in without OAuth */
  readonly scopes?: readonly string[]
  readonly nonce?: string | undefined
}

interface Parts {
  readonly issuer: string
  readonly clientId: string
  readonly key: TokenSigningKey
  readonly users: LocalCognitoUserStore
  readonly signIns: RefreshTokenFamilyStore
  readonly fire: FireCognitoTrigger
  readonly now: () => number
}

export type TokenIssuer = ReturnType<typeof openTokenIssuer>

export function openTokenIssuer(parts: Parts) {
  const { signIns, users, now } = parts
  return {
    async begin(user: LocalCognitoUser, occasion: SignInOccasion): Promise<AuthenticationResultType> {
      const { scopes = [SELF_SERVICE_SCOPE], nonce, ...rest } = occasion
      const grant: SignInTokenClaims = { originJti: randomUUID(), authTime: Math.floor(now() / 1000), scopes, nonce }
      const result = await mint(parts, { user, grant, ...rest })
      return { ...result, RefreshToken: signIns.begin(user.username, grant) }
    },

    /**
     * The new refresh token is valid for the rest of the 30 days, the old one for 10 more seconds.
     * @throws StandInServiceError NotAuthorizedException, RefreshTokenReuseException
     */
    async refresh(
      refreshToken: string,
      clientMetadata?: Readonly<Record<string, string>>,
    ): Promise<AuthenticationResultType> {
      const grant = signIns.find(refreshToken)
      const user = users.get(grant.username)
      if (!user) throw refused('Refresh Token has been revoked')
      if (!user.enabled) throw refused('User is disabled.')
      const result = await mint(parts, { user, grant, source: 'TokenGeneration_RefreshTokens', clientMetadata })
      return { ...result, RefreshToken: signIns.rotate(refreshToken) }
    },

    /**
     * @throws StandInServiceError NotAuthorizedException when the token is forged, expired, revoked or lacks the self-service
     * scope
     */
    async owner(accessToken: unknown): Promise<LocalCognitoUser> {
      const claims = await verified(parts, String(accessToken))
      if (!signIns.counts(String(claims['origin_jti']))) throw refused('Access Token has been revoked')
      const user = users.mustFind(claims['username'])
      if (!user.enabled) throw refused('User is disabled.')
      if (!String(claims['scope']).split(' ').includes(SELF_SERVICE_SCOPE)) {
        throw refused('Access Token does not have required scopes')
      }
      return user
    },
  }
}

async function mint(
  parts: Parts,
  request: Occasion & { readonly user: LocalCognitoUser; readonly grant: SignInTokenClaims },
): Promise<AuthenticationResultType> {
  const claims = await buildTokenClaims(parts.fire, { ...request, clientId: parts.clientId })
  const [AccessToken, IdToken] = await Promise.all([sign(parts, claims.access), sign(parts, claims.id)])
  return { AccessToken, IdToken, ExpiresIn: TOKEN_SECONDS, TokenType: 'Bearer' }
}

function sign({ key, issuer, now }: Parts, claims: JWTPayload): Promise<string> {
  const issuedAt = Math.floor(now() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ kid: key.id, alg: 'RS256' })
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .sign(key.privateKey)
}

async function verified({ issuer, key, now }: Parts, token: string): Promise<JWTPayload> {
  try {
    const currentDate = new Date(now())
    const { payload } = await jwtVerify(token, key.publicKey, { issuer, algorithms: ['RS256'], currentDate })
    if (payload['token_use'] === 'access') return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refused('Access Token has expired')
  }
  throw refused('Invalid Access Token')
}

function refused(message: string): StandInServiceError {
  return new StandInServiceError('NotAuthorizedException', message)
}
