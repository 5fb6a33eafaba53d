import type { account, AccountSession } from '#contract/account'
import { type Actor } from '#platform/actor'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
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
