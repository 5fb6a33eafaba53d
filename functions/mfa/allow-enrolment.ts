import { createHash, randomBytes } from 'node:crypto'
import type { mfa } from '#contract/mfa'
import type { Actor } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { verifyPassword } from '#platform/password-proof'
import { refuse } from '#platform/refusal'
import { mayHoldSelfServiceToken, ACCESS_TOKEN_MS } from '#platform/self-service'
import type { Action } from '#platform/serve'
import { trustOfSession } from '#platform/trust'
import { finishDisabling } from './disable.ts'
import type { MfaServices } from './services.ts'

/** How old a sign-in may be that lets its session enrol, in milliseconds. */
const SIGN_IN_MS = 5 * 60_000

/** How long a token may be refreshed into one that can enrol, in milliseconds. */
const KEY_MS = 5 * 60_000

/**
 * Cognito enrols with the owner's token only, and with a scope that also switches the factor off; our trigger withholds
 * it from every token. Whoever may enrol gets it for one refresh, which must bring the key that is given here: other
 * sessions of the account do not have it.
 */
export const allowEnrolment: Action<typeof mfa.allowEnrolment, MfaServices> = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  const { userId, sessionId } = actor
  await finishDisabling(userId, services)
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  if (!user) return refuse('profile-missing')
  if (user.mfaEnabledAt && !actor.fresh) return refuse('proof-required')
  if (!user.mfaEnabledAt) await requireFirstFactor(actor, body?.password, services)

  const now = wallClock()
  const until = new Date(now.getTime() + KEY_MS)
  const key = randomBytes(32).toString('base64url')
  const shared = mayHoldSelfServiceToken(user, now, { butFor: sessionId })
  const outcome = await data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({
        enrolmentKeyUntil: until.toISOString(),
        enrolmentKeyHash: createHash('sha256').update(key).digest('base64url'),
        enrolmentSessionId: sessionId,
        selfServiceUntil: new Date(until.getTime() + ACCESS_TOKEN_MS).toISOString(),
        selfServiceShared: shared,
      })
      // A factor confirmed meanwhile, or another session's key, is not known to what was decided above.
      .where(
        ({ mfaEnabledAt, enrolmentSessionId }, { eq, notExists }) =>
          `${user.mfaEnabledAt ? eq(mfaEnabledAt, user.mfaEnabledAt) : notExists(mfaEnabledAt)} AND ` +
          (user.enrolmentSessionId ? eq(enrolmentSessionId, user.enrolmentSessionId) : notExists(enrolmentSessionId)),
      )
      .commit(),
    audit: appendAudit(
      entities,
      { action: 'MFA_ENROLMENT_ALLOWED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  return outcome.written ? { until: until.toISOString(), key } : refuse('too-many-attempts')
}

/**
 * Whoever finds a session open, or has stolen its tokens, must not put an app of their own between the owner and the
 * account: a sign-in from a moment ago, or the password.
 *
 * @throws Refusal `password-required`, `password-wrong`, or `sign-in-stale` where only Google can prove it again
 */
async function requireFirstFactor(actor: Actor, password: string | undefined, services: MfaServices): Promise<void> {
  const { userId, sessionId, origin, signedInAt } = actor
  if (services.wallClock().getTime() - signedInAt.getTime() < SIGN_IN_MS) return
  if (origin === 'google') refuse('sign-in-stale')
  if (password === undefined) return refuse('password-required')
  const claim = { userId, password, caller: actor, trust: trustOfSession(userId, sessionId) }
  if (!(await verifyPassword(claim, services))) refuse('password-wrong')
}
