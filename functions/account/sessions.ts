import type { SignedInAccount } from '#contract/account'
import type { account } from '#contract/account-domain'
import { toEpochSeconds } from '#data/table'
import { isUserIndexed, updateUserSearchPieces } from '#data/user-search-index'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import { claimCustomersOfReopenedAccount } from '../customers/public/unclaimed-customer.ts'
import { mayHoldSelfServiceToken } from './public/self-service.ts'
import type { EndpointAction } from '#platform/serve'
import { putSignInSession } from '#platform/sessions'
import { type StoredUser, toCognitoSub } from '#platform/user'
import type { AccountServices } from './services.ts'

export const readCurrentSession: EndpointAction<typeof account.session, AccountServices> = async (
  { actor },
  services,
) => {
  const { data: user } = await services.data.users.get({ userId: actor.userId }).go()
  if (!user) return throwRefusal('profile-missing')
  if (user.claimDue) await claimCustomersOfReopenedAccount(user, actor, services)
  if (!isUserIndexed(user)) await indexUser(user, services)
  return toSignedInAccount(user, actor)
}

async function indexUser({ userId }: StoredUser, { data }: AccountServices): Promise<void> {
  try {
    await updateUserSearchPieces(data, data.transact, userId)
  } catch (error) {
    log.warn('an account is not found by its new name', { userId, notIndexed: formatErrorForLog(error) })
  }
}

export const toSignedInAccount = (
  { userId, email, firstName, lastName, role, customerId, emailVerifiedAt, mfaEnabledAt }: StoredUser,
  { origin, assured }: Pick<Actor, 'origin' | 'assured'>,
): SignedInAccount => ({
  userId,
  email,
  firstName,
  lastName,
  displayName: `${firstName} ${lastName}`.trim() || (email.split('@')[0] ?? email),
  role,
  customerId: customerId ?? null,
  emailVerifiedAt: emailVerifiedAt ?? null,
  mfaEnabled: mfaEnabledAt !== undefined,
  origin,
  assured,
})

export const listSignInSessions: EndpointAction<typeof account.listSessions, AccountServices> = async (
  { actor },
  services,
) => {
  const { data: found } = await services.data.signInSessions.query.byUser({ userId: actor.userId }).go({ pages: 'all' })
  const { data: user } = await services.data.users.get({ userId: actor.userId }).go()
  const { revokedAt = '', keptSessionId } = user ?? {}
  const kept = [actor.sessionId, keptSessionId]
  const now = toEpochSeconds(services.wallClock())
  const items = found
    .filter(({ endedAt, expiresAtEpoch }) => !endedAt && expiresAtEpoch > now)
    .filter(({ signedInAt, sessionId }) => signedInAt > revokedAt || kept.includes(sessionId))
    .toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))
    .map(({ sessionId, device, address, origin, signedInAt, lastSeenAt }) => ({
      sessionId,
      device,
      address,
      origin,
      signedInAt,
      lastSeenAt,
      current: sessionId === actor.sessionId,
    }))
  return { items }
}

export const endSignInSession: EndpointAction<typeof account.endSession, AccountServices> = async (
  { actor, params },
  services,
) => {
  const { userId } = actor
  const outcome = await services.data.transact((entities) => ({
    session: entities.signInSessions
      .patch({ userId, sessionId: params.sessionId })
      .set({ endedAt: services.wallClock().toISOString() })
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'SESSION_ENDED', by: userId, subjectId: userId, caller: actor, details: { ...params } },
      services,
    ),
  }))
  if (!outcome.written) return throwRefusal('not-found')
  await endAtCognito(userId, { of: params.sessionId }, services)
  return { ended: true }
}

/**
 * Cognito does not know our sessions: a self-service token works there until all tokens of the account are revoked.
 * They are when the ended session may have one; the calling page signs in again once its own expires.
 */
async function endAtCognito(
  userId: string,
  which: { readonly of: string } | { readonly butFor: string },
  { data, identities, wallClock }: AccountServices,
): Promise<void> {
  const { data: user } = await data.users.get({ userId }).go()
  if (user && mayHoldSelfServiceToken(user, wallClock(), which)) await identities.signOutEverywhere(toCognitoSub(user))
}

export const signOut: EndpointAction<typeof account.signOut, AccountServices> = async ({ actor }, services) => {
  const { userId, sessionId } = actor
  const now = services.wallClock()
  await services.data.transact((entities) => ({
    session: putSignInSession(entities, actor, { now, ends: true }),
    audit: appendAuditEntry(
      entities,
      { action: 'SESSION_ENDED', by: userId, subjectId: userId, caller: actor, details: { sessionId } },
      services,
    ),
  }))
  return { ended: true }
}

export const endOtherSessions: EndpointAction<typeof account.endOtherSessions, AccountServices> = async (
  { actor },
  services,
) => {
  const { userId, sessionId } = actor
  const now = services.wallClock()
  await services.data.transact((entities) => ({
    user: entities.users.patch({ userId }).set({ revokedAt: now.toISOString(), keptSessionId: sessionId }).commit(),
    session: putSignInSession(entities, actor, { now }),
    audit: appendAuditEntry(
      entities,
      { action: 'SESSIONS_ENDED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  await endAtCognito(userId, { butFor: sessionId }, services)
  return { ended: true }
}
