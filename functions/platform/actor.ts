import type { Role } from '#contract/endpoint'
import { scopes } from '#contract/scopes'
import type { Caller, Request } from './http.ts'
import { refuse } from './refusal.ts'
import type { Services } from './services.ts'
import { isRegistered, type User } from './user.ts'

/** Someone who has not said who they are. */
export type Visitor = Caller

/** Who is calling and how sure we are of it, from the verified token and the state of the account at this moment. */
export interface Actor extends Caller {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly role: Role
  readonly customerId: string | undefined
  /** How this session signed in, as the pre-token-generation trigger wrote it into the token. */
  readonly origin: 'password' | 'google'
  /** Cognito's `origin_jti`: the same from sign-in to sign-out, through every refresh. */
  readonly sessionId: string
  readonly signedInAt: Date
  /** The access token itself, for what Cognito does only for its owner. Never written or logged. */
  readonly accessToken: string
  /** Whether this session may do all that its role allows. */
  readonly assured: boolean
  /** Whether it also proved a code of the authenticator app in the last five minutes. */
  readonly fresh: boolean
  /** When this session was last written down; undefined at its first request. */
  readonly lastSeenAt: string | undefined
}

/** How long a proof of the second factor lets sensitive changes through, in milliseconds. */
const FRESH_MS = 5 * 60_000

/** Whoever closed their account, asked to be erased or was removed is nobody's caller. */
const CLOSED: readonly User['status'][] = ['deactivated', 'leaving', 'deleted']

interface Token {
  readonly userId: string
  readonly sessionId: string
  readonly origin: 'password' | 'google'
  /** Epoch seconds; survives refreshes. */
  readonly authTime: number
  readonly accessToken: string
  /** Whether it was given to an administrador. */
  readonly administers: boolean
}

/** Who is calling before anything is known of them but what Cognito verified. */
export interface Newcomer extends Caller {
  readonly sub: string
  readonly sessionId: string
  readonly origin: 'password' | 'google'
  readonly signedInAt: Date
  readonly accessToken: string
}

/** Reads what API Gateway verified. An ID token is not an access token, whatever its signature. */
export function tokenOf(request: Request): Token {
  const claims = request.requestContext.authorizer?.jwt.claims ?? refuse('not-signed-in')
  const { sub, origin_jti: sessionId, auth_time: signedInAt = '', token_use: use, scope = '' } = claims
  const authTime = Number.parseInt(signedInAt, 10)
  // Not a number is neither before nor after a revocation, so it must not get as far as being compared with one.
  if (!sub || !sessionId || Number.isNaN(authTime) || use !== 'access') return refuse('not-signed-in')
  const held = scope.split(' ')
  const accessToken = (request.headers['authorization'] ?? '').replace(/^Bearer\s+/i, '')
  return {
    userId: `usr_${sub}`,
    sessionId,
    origin: originIn(held),
    authTime,
    accessToken,
    administers: held.includes(scopes.admin),
  }
}

/** `openid` is what Google's sign-in asks for, whatever the trigger said; a token that says nothing opens no more. */
const originIn = (held: readonly string[]): Token['origin'] =>
  held.includes(scopes.password) && !held.includes(scopes.google) && !held.includes('openid') ? 'password' : 'google'

/** Who is calling, whether they have a profile or not. Whoever has one and may no longer come in stays out here too. */
export async function newcomerOf(token: Token, caller: Caller, { data }: Services): Promise<Newcomer> {
  const { userId, sessionId, origin, authTime, accessToken } = token
  const [{ data: user }, { data: session }] = await Promise.all([
    data.users.get({ userId }).go({ consistent: true }),
    data.signInSessions.get({ userId, sessionId }).go({ consistent: true }),
  ])
  if (user) requireOpen(token, user, session?.endedAt)
  return {
    ...caller,
    sub: userId.slice('usr_'.length),
    sessionId,
    origin,
    signedInAt: new Date(authTime * 1000),
    accessToken,
  }
}

/**
 * Who is calling, decided anew on every request: the account's state is read and not remembered in the token, so that a
 * change of role, a deactivation or a revocation holds from the next request on.
 */
export async function actorOf(token: Token, caller: Caller, services: Services): Promise<Actor> {
  const { userId, sessionId } = token
  const [found, session] = await Promise.all([
    storedUser(token, caller, services),
    services.data.signInSessions.get({ userId, sessionId }).go({ consistent: true }),
  ])
  requireOpen(token, found, session.data?.endedAt)
  const user = found.emailVerifiedAt
    ? found
    : ((await services.proveAddress?.(found, caller)) ?? refuse('profile-missing'))

  const provenAt = lastProofMs(token, user, session.data?.provenAt)
  if (await timedOut(token, user, services)) refuse('session-ended')
  const assured = isAssured(token, user, provenAt !== undefined)
  return {
    ...caller,
    userId: user.userId,
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

function requireOpen(token: Token, user: User, endedAt: string | undefined): void {
  if (CLOSED.includes(user.status)) refuse('account-inactive')
  if (endedAt || revoked(token, user)) refuse('session-ended')
}

/** A confirmed account whose profile could not be written at the time gets it now, where the domain can make one. */
async function storedUser(
  { userId, administers }: Token,
  caller: Caller,
  { data, completeProfile }: Services,
): Promise<User> {
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  // Whoever has lost the role is told that, and not that the session is over or a client's profile missing.
  if (user && administers && user.role !== 'administrador') return refuse('not-allowed')
  if (user && isRegistered(user)) return user
  return (await completeProfile?.(userId, caller)) ?? refuse('profile-missing')
}

/** Whether a session that was written down has ended since, by itself or with all the others. */
export const hasSessionEnded = (
  { sessionId, signedInAt, endedAt }: { sessionId: string; signedInAt: string; endedAt?: string | undefined },
  user: User,
): boolean =>
  endedAt !== undefined ||
  user.status === 'deactivated' ||
  user.status === 'deleted' ||
  revoked({ sessionId, authTime: seconds(signedInAt) }, user)

/** Tokens count whole seconds. Within the second of the revocation nobody can tell before from after: it counts as before. */
const revoked = (
  { authTime, sessionId }: Pick<Token, 'authTime' | 'sessionId'>,
  { revokedAt, keptSessionId }: User,
): boolean => revokedAt !== undefined && sessionId !== keptSessionId && authTime <= seconds(revokedAt)

/** When this session last proved its second factor, in epoch milliseconds, or undefined when it never did. */
function lastProofMs(token: Token, { mfaEnabledAt }: User, provenAt: string | undefined): number | undefined {
  if (!mfaEnabledAt) return undefined
  // Since the factor was enrolled, Cognito asks for its code at every password sign-in; it never does after Google.
  const atSignIn = token.origin === 'password' && token.authTime > seconds(mfaEnabledAt)
  // A proof from before is one of another factor, since replaced or switched off.
  const inSession = provenAt !== undefined && provenAt >= mfaEnabledAt
  const times = [...(inSession ? [Date.parse(provenAt)] : []), ...(atSignIn ? [token.authTime * 1000] : [])]
  return times.length > 0 ? Math.max(...times) : undefined
}

const isAssured = ({ origin }: Token, { role, mfaEnabledAt }: User, proven: boolean): boolean =>
  role === 'administrador' ? proven && origin === 'password' : proven || (origin === 'password' && !mfaEnabledAt)

/** An administrador signs in again after so many hours as are set, whatever the tokens say. */
async function timedOut(
  { authTime }: Token,
  { role }: User,
  { wallClock, securitySettings }: Services,
): Promise<boolean> {
  if (role !== 'administrador') return false
  const { sessionTimeout } = await securitySettings()
  return wallClock().getTime() - authTime * 1000 > sessionTimeout * 3_600_000
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

/** The file of the caller. Data of clients is read with this as part of the key, so that a stranger's is not found. */
export const ownCustomerId = ({ customerId }: Actor): string => customerId ?? refuse('profile-missing')
