import type { Role } from '#contract/endpoint'
import { accessTokenScopes } from '#contract/access-token-scopes'
import { ORIGINAL_SUB_CLAIM } from '#contract/original-sub'
import type { CallerDetails, ApiRequest } from './http.ts'
import { throwRefusal } from './refusal-error.ts'
import type { ActionServices } from './services.ts'
import { isUserRegistered, type StoredUser, toCognitoSub } from './user.ts'

export type AnonymousCaller = CallerDetails

export interface Actor extends CallerDetails {
  readonly userId: string
  readonly sub: string
  readonly email: string
  readonly firstName: string
  readonly role: Role
  readonly customerId: string | undefined
  /** From the session's first token: a refreshed one may not contain it. */
  readonly origin: 'password' | 'google'
  /** Cognito's `origin_jti`: constant from sign-in to sign-out, through every refresh. */
  readonly sessionId: string
  readonly signedInAt: Date
  /** For Cognito calls that only the owner may make. Never stored or logged. */
  readonly accessToken: string
  readonly assured: boolean
  readonly fresh: boolean
  readonly lastSeenAt: string | undefined
}

const FRESH_MS = 5 * 60_000

const CLOSED: readonly StoredUser['status'][] = ['deactivated', 'leaving', 'deleted']

interface Token {
  readonly userId: string
  readonly sub: string
  readonly sessionId: string
  readonly origin: 'password' | 'google'
  /** Epoch seconds of the sign-in; survives refreshes. */
  readonly authTime: number
  readonly accessToken: string
  readonly administers: boolean
}

export interface RegisteringActor extends CallerDetails {
  readonly userId: string
  readonly sub: string
  readonly sessionId: string
  readonly origin: 'password' | 'google'
  readonly signedInAt: Date
  readonly accessToken: string
}

/** Claims verified by API Gateway. An ID token is refused, even with a valid signature. */
export function parseAccessToken(request: ApiRequest): Token {
  const claims = request.requestContext.authorizer?.jwt.claims ?? throwRefusal('not-signed-in')
  const {
    sub,
    [ORIGINAL_SUB_CLAIM]: originalSub,
    origin_jti: sessionId,
    auth_time: signedInAt = '',
    token_use: use,
    scope = '',
  } = claims
  const authTime = Number.parseInt(signedInAt, 10)
  // NaN compares false with every revocation, so it must not get that far.
  if (!sub || !sessionId || Number.isNaN(authTime) || use !== 'access') return throwRefusal('not-signed-in')
  const held = scope.split(' ')
  const accessToken = (request.headers['authorization'] ?? '').replace(/^Bearer\s+/i, '')
  return {
    userId: `usr_${originalSub ?? sub}`,
    sub,
    sessionId,
    origin: originIn(held),
    authTime,
    accessToken,
    administers: held.includes(accessTokenScopes.admin),
  }
}

/**
 * Password sign-in only without any sign of Google: `openid` comes from Google's sign-in, whatever the trigger set.
 * Without either scope it counts as Google, which permits no more.
 */
const originIn = (held: readonly string[]): Token['origin'] =>
  held.includes(accessTokenScopes.password) && !held.includes(accessTokenScopes.google) && !held.includes('openid')
    ? 'password'
    : 'google'

/** A closed account is refused here too. */
export async function resolveRegisteringActor(
  token: Token,
  caller: CallerDetails,
  { data }: ActionServices,
): Promise<RegisteringActor> {
  const { userId, sub, sessionId, authTime, accessToken } = token
  const [{ data: user }, { data: session }] = await Promise.all([
    data.users.get({ userId }).go(),
    data.signInSessions.get({ userId, sessionId }).go(),
  ])
  if (user) requireOpen(token, user, session?.endedAt)
  return {
    ...caller,
    userId,
    sub,
    sessionId,
    origin: session?.origin ?? token.origin,
    signedInAt: new Date(authTime * 1000),
    accessToken,
  }
}

/**
 * Evaluated on every request from the stored account, not from the token, so that a change of role, deactivation or
 * revocation takes effect at the next request.
 */
export async function resolveActor(bearer: Token, caller: CallerDetails, services: ActionServices): Promise<Actor> {
  const { userId, sessionId } = bearer
  const [found, session] = await Promise.all([
    storedUser(bearer, caller, services),
    services.data.signInSessions.get({ userId, sessionId }).go(),
  ])
  const token: Token = { ...bearer, origin: session.data?.origin ?? bearer.origin }
  requireOpen(token, found, session.data?.endedAt)
  const user = found.emailVerifiedAt
    ? found
    : ((await services.proveAddress?.(found, caller)) ?? throwRefusal('profile-missing'))

  const provenAt = lastProofMs(token, user, session.data?.provenAt)
  if (await timedOut(token, user, services)) throwRefusal('session-ended')
  const assured = isAssured(token, user, provenAt !== undefined)
  return {
    ...caller,
    userId: user.userId,
    sub: token.sub,
    email: user.email,
    firstName: user.firstName,
    role: user.role,
    customerId: user.customerId,
    origin: token.origin,
    sessionId,
    signedInAt: new Date(token.authTime * 1000),
    accessToken: token.accessToken,
    assured,
    fresh: assured && provenAt !== undefined && services.wallClock().getTime() - provenAt < FRESH_MS,
    lastSeenAt: session.data?.lastSeenAt,
  }
}

function requireOpen(token: Token, user: StoredUser, endedAt: string | undefined): void {
  // Our table decides which account of the pool belongs to a user.
  if (toCognitoSub(user) !== token.sub) throwRefusal('session-ended')
  if (CLOSED.includes(user.status)) throwRefusal('account-inactive')
  if (endedAt || isSessionRevoked(token, user)) throwRefusal('session-ended')
}

async function storedUser(
  { userId, sub, administers }: Token,
  caller: CallerDetails,
  { data, completeProfile }: ActionServices,
): Promise<StoredUser> {
  const { data: user } = await data.users.get({ userId }).go()
  // Before the other checks: a former administrator gets this reason, not a missing session or profile.
  if (user && administers && user.role !== 'administrador') return throwRefusal('not-allowed')
  if (user && isUserRegistered(user)) return user
  return (await completeProfile?.(sub, caller)) ?? throwRefusal('profile-missing')
}

export const hasSessionEnded = (
  { sessionId, signedInAt, endedAt }: { sessionId: string; signedInAt: string; endedAt?: string | undefined },
  user: StoredUser,
): boolean =>
  endedAt !== undefined ||
  user.status === 'deactivated' ||
  user.status === 'deleted' ||
  isSessionRevoked({ sessionId, authTime: seconds(signedInAt) }, user)

/** Tokens have whole seconds. Within the second of the revocation the order is unknown and counts as before. */
export const isSessionRevoked = (
  { authTime, sessionId }: Pick<Token, 'authTime' | 'sessionId'>,
  { revokedAt, keptSessionId }: Pick<StoredUser, 'revokedAt' | 'keptSessionId'>,
): boolean => revokedAt !== undefined && sessionId !== keptSessionId && authTime <= seconds(revokedAt)

/** Epoch milliseconds; undefined without a proof. */
function lastProofMs(token: Token, { mfaEnabledAt }: StoredUser, provenAt: string | undefined): number | undefined {
  if (!mfaEnabledAt) return undefined
  // Since the factor was enrolled, Cognito asks for its code at every password sign-in; it never does after Google.
  const atSignIn = token.origin === 'password' && token.authTime > seconds(mfaEnabledAt)
  // An earlier proof belongs to a factor that was replaced or switched off.
  const inSession = provenAt !== undefined && provenAt >= mfaEnabledAt
  const times = [...(inSession ? [Date.parse(provenAt)] : []), ...(atSignIn ? [token.authTime * 1000] : [])]
  return times.length > 0 ? Math.max(...times) : undefined
}

const isAssured = ({ origin }: Token, { role, mfaEnabledAt }: StoredUser, proven: boolean): boolean =>
  role === 'administrador' ? proven && origin === 'password' : proven || (origin === 'password' && !mfaEnabledAt)

async function timedOut(
  { authTime }: Token,
  { role }: StoredUser,
  { wallClock, securitySettings }: ActionServices,
): Promise<boolean> {
  if (role !== 'administrador') return false
  const { sessionTimeout } = await securitySettings()
  return wallClock().getTime() - authTime * 1000 > sessionTimeout * 3_600_000
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

/** Part of the key of every read of client data, so that another client's is not found. */
export const requireOwnCustomerId = ({ customerId }: Actor): string => customerId ?? throwRefusal('profile-missing')
