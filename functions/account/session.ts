import type { account } from '#contract/account'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'

export const readSession: Action<typeof account.session> = async ({ actor }, { data }) => {
  const { data: user } = await data.users.get({ userId: actor.userId }).go({ consistent: true })
  if (!user) return refuse('profile-missing')
  const { userId, email, firstName, lastName, role } = user
  return {
    userId,
    email,
    firstName,
    lastName,
    displayName: `${firstName} ${lastName}`.trim() || email.split('@', 1).join(''),
    role,
    customerId: user.customerId ?? null,
    emailVerifiedAt: user.emailVerifiedAt ?? null,
    mfaEnabled: user.mfaEnabledAt !== undefined,
    origin: actor.origin,
    assured: actor.assured,
  }
}
