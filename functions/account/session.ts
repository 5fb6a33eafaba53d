import type { account, AccountSession } from '#contract/account'
import { type Actor } from '#platform/actor'
import { audited } from '#platform/audit'
import { queued } from '#platform/outbox'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { deviceOf, sessionSeen } from '#platform/sessions'
import type { User } from '#platform/user'
import type { AccountServices } from './services.ts'

/** Each look is written down at most once in so many milliseconds. */
const SEEN_EVERY_MS = 5 * 60_000

export const readSession: Action<typeof account.session, AccountServices> = async ({ actor }, services) => {
  const { data: user } = await services.data.users.get({ userId: actor.userId }).go({ consistent: true })
  if (!user) return refuse('profile-missing')
  await noteSession(actor, services)
  await noteVerified(user, services)
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

/** Writes down a session that is new or has not been seen for a while; a device never seen before is told to the owner. */
async function noteSession(actor: Actor, services: AccountServices): Promise<void> {
  const { data, wallClock } = services
  const { data: sessions } = await data.signInSessions.query
    .byUser({ userId: actor.userId })
    .go({ pages: 'all', consistent: true })
  const now = wallClock()
  const known = sessions.find(({ sessionId }) => sessionId === actor.sessionId)
  if (known && now.getTime() - Date.parse(known.lastSeenAt) < SEEN_EVERY_MS) return

  const device = deviceOf(actor.userAgent)
  const unfamiliar = !known && sessions.length > 0 && !sessions.some((session) => session.device === device)
  // Not written means that another call of the same new session did it first, with the entry and the mail.
  await data.together((writing) => [
    sessionSeen(writing, actor, { now, begins: !known }),
    ...(known
      ? []
      : [
          audited(
            writing,
            { action: 'SESSION_STARTED', by: actor.userId, subjectId: actor.userId, caller: actor },
            services,
          ),
        ]),
    ...(unfamiliar
      ? [
          queued(
            writing,
            {
              to: actor.email,
              content: { kind: 'new-device', name: actor.firstName, device, at: now.toISOString() },
            },
            services,
          ),
        ]
      : []),
  ])
}

/** Whoever was invited proves their address by the password that was mailed to it: signing in at all is the proof. */
async function noteVerified({ userId, emailVerifiedAt }: User, { data, now }: AccountServices): Promise<void> {
  if (emailVerifiedAt) return
  await data.users.patch({ userId }).set({ emailVerifiedAt: now().toISOString() }).go()
}
