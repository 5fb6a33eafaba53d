import { randomUUID } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose'
import { castJsonValue } from '../json-protocol.ts'
import { firePostAuthenticationTrigger, firePreAuthenticationTrigger } from './sign-in-triggers.ts'
import { firePostConfirmationTrigger, firePreSignUpTrigger } from './operations-sign-up.ts'
import type { LocalUserPool } from './pool.ts'
import type { LocalCognitoUser } from './users.ts'

export interface GoogleProviderSettings {
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly jwksUrl: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const PROVIDER = 'Google'

/** The attribute mapping of the template's pool; Google's claims have the same names. */
const MAPPING = ['email', 'email_verified', 'given_name', 'family_name'] as const

interface Return {
  readonly code: string
  readonly nonce: string
  readonly redirectUri: string
}

export function createGoogleCodeExchange(
  google: GoogleProviderSettings,
  now: () => number,
): (back: Return) => Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(google.jwksUrl))
  return async ({ code, nonce, redirectUri }) => {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: google.clientId,
      client_secret: google.clientSecret,
      redirect_uri: redirectUri,
    })
    const response = await fetch(google.tokenUrl, { method: 'POST', body })
    const answer = castJsonValue<{ id_token?: string; error?: string }>(await response.json())
    if (!answer.id_token) throw new Error(`Exception processing authorization code: ${answer.error}`)
    const { payload } = await jwtVerify(answer.id_token, keys, {
      issuer: google.issuer,
      audience: google.clientId,
      algorithms: ['RS256'],
      currentDate: new Date(now()),
    })
    if (payload['nonce'] !== nonce || !payload.sub) throw new Error('Bad id_token nonce')
    return payload
  }
}

/**
 * On the first sign-in the pre-sign-up trigger may link the identity to a native user, refuse, or let a Google-only
 * user be created.
 * @throws StandInServiceError with the trigger's error
 */
export async function findOrCreateGoogleUser(pool: LocalUserPool, claims: JWTPayload): Promise<LocalCognitoUser> {
  const subject = String(claims.sub)
  const attributes = mapped(claims)
  const known = pool.users.byIdentity(PROVIDER, subject)
  if (known) return signInAgain(pool, known, attributes)
  const draft = draftUser(pool, subject, attributes)
  const answer = { source: 'PreSignUp_ExternalProvider', validationData: null }
  await firePreSignUpTrigger(pool, { ...draft, identities: [] }, answer)
  const linked = pool.users.byIdentity(PROVIDER, subject)
  if (linked) return refresh(pool, linked, attributes)
  pool.users.add(draft)
  await firePostConfirmationTrigger(pool, draft, 'PostConfirmation_ConfirmSignUp')
  return draft
}

async function signInAgain(
  pool: LocalUserPool,
  user: LocalCognitoUser,
  attributes: Record<string, string>,
): Promise<LocalCognitoUser> {
  await firePreAuthenticationTrigger(pool, { user, typedName: user.username })
  if (!user.enabled) throw new Error('User is not enabled')
  const refreshed = refresh(pool, user, attributes)
  await firePostAuthenticationTrigger(pool, refreshed)
  return refreshed
}

/** Every sign-in by the provider overwrites the mapped attributes, also those of a linked native user. */
function refresh(pool: LocalUserPool, user: LocalCognitoUser, attributes: Record<string, string>): LocalCognitoUser {
  return pool.users.change(user.username, (kept) => {
    Object.assign(kept.attributes, attributes)
  })
}

function mapped(claims: JWTPayload): Record<string, string> {
  const present = MAPPING.filter((name) => claims[name] !== undefined && claims[name] !== '')
  return Object.fromEntries(present.map((name) => [name, String(claims[name])]))
}

function draftUser(pool: LocalUserPool, subject: string, attributes: Record<string, string>): LocalCognitoUser {
  const at = pool.now()
  return {
    username: `google_${subject}`,
    sub: randomUUID(),
    status: 'EXTERNAL_PROVIDER',
    enabled: true,
    attributes,
    identities: [{ providerName: PROVIDER, userId: subject, dateCreated: at, primary: true }],
    groups: [],
    createdAt: at,
    changedAt: at,
  }
}
