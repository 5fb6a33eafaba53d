import type { account, AccountSession } from '#contract/account'
import { epochSeconds } from '#data/table'
import type { Actor } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { refuse } from '#platform/refusal'
import { mayHoldSelfServiceToken } from './public/self-service.ts'
import type { Action } from '#platform/serve'
import { putSession } from '#platform/sessions'
import type { User } from '#platform/user'
import type { AccountServices } from './services.ts'

export const readSession: Action<typeof account.session, AccountServices> = async ({ actor }, services) => {
  const { data: user } = await services.data.users.get({ userId: actor.userId }).go({ consistent: true })
  if (!user) return refuse('profile-missing')
  return sessionOf(user, actor)
}

export const sessionOf = (
  { userId, email, firstName, lastName, role, customerId, emailVerifiedAt, mfaEnabledAt }: User,
  { origin, assured }: Pick<Actor, 'origin' | 'assured'>,
): AccountSession => ({
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

export const listSessions: Action<typeof account.listSessions, AccountServices> = async ({ actor }, services) => {
  const { data: found } = await services.data.signInSessions.query
    .byUser({ userId: actor.userId })
    .go({ pages: 'all', consistent: true })
  const { data: user } = await services.data.users.get({ userId: actor.userId }).go({ consistent: true })
  const { revokedAt = '', keptSessionId } = user ?? {}
  const kept = [actor.sessionId, keptSessionId]
  const now = epochSeconds(services.wallClock())
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

export const endSession: Action<typeof account.endSession, AccountServices> = async ({ actor, params }, services) => {
  const { userId } = actor
  const outcome = await services.data.transact((entities) => ({
    session: entities.signInSessions
      .patch({ userId, sessionId: params.sessionId })
      .set({ endedAt: services.wallClock().toISOString() })
      .commit(),
    audit: appendAudit(
      entities,
      { action: 'SESSION_ENDED', by: userId, subjectId: userId, caller: actor, details: { ...params } },
      services,
    ),
  }))
  if (!outcome.written) return refuse('not-found')
  await endAtCognito(userId, { of: params.sessionId }, services)
  return { ended: true }
}

/**
 * Cognito does not know our sessions: a self-service token works there until all tokens of the account are revoked. So
 * all are when the ended session may hold one; the calling page signs in again once its own expires.
 */
async function endAtCognito(
  userId: string,
  which: { readonly of: string } | { readonly butFor: string },
  { data, identities, wallClock }: AccountServices,
): Promise<void> {
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  if (user && mayHoldSelfServiceToken(user, wallClock(), which))
    await identities.signOutEverywhere(userId.slice('usr_'.length))
}

export const signOut: Action<typeof account.signOut, AccountServices> = async ({ actor }, services) => {
  const { userId, sessionId } = actor
  const now = services.wallClock()
  await services.data.transact((entities) => ({
    session: putSession(entities, actor, { now, ends: true }),
    audit: appendAudit(
      entities,
      { action: 'SESSION_ENDED', by: userId, subjectId: userId, caller: actor, details: { sessionId } },
      services,
    ),
  }))
  return { ended: true }
}

export const endOtherSessions: Action<typeof account.endOtherSessions, AccountServices> = async (
  { actor },
  services,
) => {
  const { userId, sessionId } = actor
  const now = services.wallClock()
  await services.data.transact((entities) => ({
    user: entities.users.patch({ userId }).set({ revokedAt: now.toISOString(), keptSessionId: sessionId }).commit(),
    session: putSession(entities, actor, { now }),
    audit: appendAudit(entities, { action: 'SESSIONS_ENDED', by: userId, subjectId: userId, caller: actor }, services),
  }))
  await endAtCognito(userId, { butFor: sessionId }, services)
  return { ended: true }
}
