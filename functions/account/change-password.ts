import type { account } from '#contract/account-domain'
import type { Actor } from '#platform/actor'
import { verifyPassword } from './public/password-proof.ts'
import { clearRateLimitAttempts, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireStrongPassword } from './strong-password.ts'
import { toSessionPlace } from './public/trusted-places.ts'
import { recordPasswordChange } from './password-changed.ts'
import type { AccountServices } from './services.ts'

const CHANGES: RateLimit = { name: 'password-changes', tries: 5, minutes: 15 }

/**
 * Cognito's ChangePassword has no trigger and is closed to accounts with a second factor, so the pool verifies the
 * current password and an admin call sets the new one. The account records a pending change before Cognito is called
 * and clears it together with the mail and the audit entry; after an interruption the same request finds the new
 * password in force and finishes the rest.
 */
export const changePassword: EndpointAction<typeof account.changePassword, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { data, identities, passwords, wallClock } = services
  const { userId, sub } = actor
  await consumeRateLimit(data, CHANGES, userId, wallClock())
  const { data: user } = await data.users.get({ userId }).go()
  if (!user) return throwRefusal('profile-missing')
  const { email, firstName, lastName } = user
  await requireStrongPassword(
    { password: body.newPassword, field: 'newPassword', email, firstName, lastName },
    services,
  )

  const cutOff = user.passwordChangeBegunAt !== undefined && (await isInForce(actor, body.newPassword, services))
  if (!cutOff) {
    await requirePassword(actor, body.previousPassword, services)
    await data.users.patch({ userId }).set({ passwordChangeBegunAt: wallClock().toISOString() }).go()
    await passwords.set(sub, body.newPassword)
  }
  await identities.signOutEverywhere(sub)
  await recordPasswordChange(user, { caller: actor, keptSessionId: actor.sessionId }, services)
  await clearRateLimitAttempts(data, CHANGES, userId)
  return { changed: true }
}

async function requirePassword(actor: Actor, password: string, services: AccountServices): Promise<void> {
  if (!(await proves(actor, password, services))) throwRefusal('password-wrong')
}

/**
 * True when an interrupted request already changed the password at Cognito. A mismatch is no guess, so it is not
 * counted as a failed sign-in.
 */
const isInForce = (actor: Actor, password: string, services: AccountServices): Promise<boolean> =>
  proves(actor, password, services, true)

/**
 * Trusted like a session of the account, so that strangers' failed attempts cannot prevent the owner from changing the
 * password.
 */
const proves = (actor: Actor, password: string, services: AccountServices, harmless = false): Promise<boolean> => {
  const { userId, sub, sessionId } = actor
  return verifyPassword(
    { userId, sub, password, caller: actor, trust: toSessionPlace(userId, sessionId), harmless },
    services,
  )
}
