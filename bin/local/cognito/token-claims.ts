import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { toTriggerUserAttributes, type FireCognitoTrigger } from './triggers.ts'
import { toIdentitiesClaim, type LocalCognitoUser } from './users.ts'

export interface SignInTokenClaims {
  readonly originJti: string
  /** Seconds since 1970. */
  readonly authTime: number
  readonly scopes: readonly string[]
  readonly nonce?: string | undefined
}

interface Request {
  readonly user: LocalCognitoUser
  readonly grant: SignInTokenClaims
  readonly source: string
  readonly clientId: string
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined
}

interface ClaimEdits {
  readonly claimsToAddOrOverride?: Readonly<Record<string, unknown>> | null
  readonly claimsToSuppress?: readonly string[] | null
}
interface AccessTokenEdits extends ClaimEdits {
  readonly scopesToAdd?: readonly string[] | null
  readonly scopesToSuppress?: readonly string[] | null
}
interface TokenEdits {
  readonly idTokenGeneration?: ClaimEdits | null
  readonly accessTokenGeneration?: AccessTokenEdits | null
  readonly groupOverrideDetails?: { readonly groupsToOverride?: readonly string[] | null } | null
}

const RESERVED = new Set(
  `acr amr aud at_hash auth_time azp client_id cognito:username device_key event_id exp iat identities iss jti nbf nonce
   origin_jti scope sub token_use username version`.split(/\s+/),
)

/** Applies the pre-token-generation trigger, event version 2. */
export async function buildTokenClaims(
  fire: FireCognitoTrigger,
  request: Request,
): Promise<{ id: JWTPayload; access: JWTPayload }> {
  const { user, grant } = request
  const edits = (await askTrigger(fire, request)) ?? {}
  const groups = groupsOf(user, edits)
  const common = {
    sub: user.sub,
    ...(groups.length > 0 && { 'cognito:groups': groups }),
    origin_jti: grant.originJti,
    event_id: randomUUID(),
    auth_time: grant.authTime,
  }
  const id = { ...common, ...profileClaims(user), aud: request.clientId, token_use: 'id', jti: randomUUID() }
  const access = {
    ...common,
    version: 2,
    client_id: request.clientId,
    token_use: 'access',
    scope: scopesOf(grant, edits.accessTokenGeneration).join(' '),
    jti: randomUUID(),
    username: user.username,
  }
  return {
    id: edited({ ...id, ...(grant.nonce && { nonce: grant.nonce }) }, edits.idTokenGeneration),
    access: edited(access, edits.accessTokenGeneration),
  }
}

async function askTrigger(fire: FireCognitoTrigger, request: Request): Promise<TokenEdits | null | undefined> {
  const { user, grant, source, clientMetadata } = request
  const response = await fire<{ claimsAndScopeOverrideDetails?: TokenEdits | null }>({
    name: 'preTokenGeneration',
    source,
    userName: user.username,
    request: {
      userAttributes: toTriggerUserAttributes(user),
      groupConfiguration: { groupsToOverride: user.groups, iamRolesToOverride: [], preferredRole: null },
      // Undocumented whether a refresh contains scopes.
      ...(source !== 'TokenGeneration_RefreshTokens' && { scopes: grant.scopes }),
      ...(clientMetadata && { clientMetadata }),
    },
    response: { claimsAndScopeOverrideDetails: null },
  })
  return response.claimsAndScopeOverrideDetails
}

/** An override without groups removes all of them; without an override they stay. */
function groupsOf(user: LocalCognitoUser, edits: TokenEdits): readonly string[] {
  return edits.groupOverrideDetails === undefined ? user.groups : (edits.groupOverrideDetails?.groupsToOverride ?? [])
}

function scopesOf(grant: SignInTokenClaims, edits: AccessTokenEdits | null | undefined): string[] {
  const suppressed = new Set(edits?.scopesToSuppress ?? [])
  return [...new Set([...grant.scopes.filter((scope) => !suppressed.has(scope)), ...(edits?.scopesToAdd ?? [])])]
}

function profileClaims(user: LocalCognitoUser): JWTPayload {
  const { email_verified: verified, phone_number_verified: phoneVerified, ...attributes } = user.attributes
  return {
    ...attributes,
    ...(verified !== undefined && { email_verified: verified === 'true' }),
    ...(phoneVerified !== undefined && { phone_number_verified: phoneVerified === 'true' }),
    'cognito:username': user.username,
    ...(user.identities.length > 0 && { identities: toIdentitiesClaim(user) }),
  }
}

function edited(claims: JWTPayload, edits: ClaimEdits | null | undefined): JWTPayload {
  const suppressed = new Set((edits?.claimsToSuppress ?? []).filter((claim) => !RESERVED.has(claim)))
  const added = Object.entries(edits?.claimsToAddOrOverride ?? {}).filter(([claim]) => !RESERVED.has(claim))
  return Object.fromEntries([...Object.entries(claims), ...added].filter(([claim]) => !suppressed.has(claim)))
}
