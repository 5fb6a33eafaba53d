import type { payments } from '#contract/payments'
import { ensureProfile, signUpOf } from '#platform/profile'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { openCheckout } from './open-checkout.ts'
import { ACCOUNT_RETURN } from './returns.ts'
import type { PaymentServices } from './services.ts'

/** How long after signing up an account may buy without signing in, in hours. */
const GRACE_HOURS = 24

/**
 * Somebody who just signed up buys before verifying their address. The id that sign-up answered is known to them alone
 * and opens nothing but this; once the account is verified, or a day old, buying needs a sign-in like everything else.
 */
export const checkoutNewAccount: Action<typeof payments.checkoutNewAccount, PaymentServices> = async (
  { actor, body: { userId: sub, ...purchase } },
  services,
) => {
  const identity = (await services.identities.find(sub)) ?? refuse('account-unknown')
  const ageHours = (services.wallClock().getTime() - identity.createdAt.getTime()) / 3_600_000
  if (identity.confirmed || !identity.enabled || ageHours > GRACE_HOURS) refuse('account-unknown')

  const user = await ensureProfile(signUpOf(sub, identity.attributes, false), services, actor)
  const account = { userId: user.userId, customerId: user.customerId ?? refuse('account-unknown'), email: user.email }
  return openCheckout({ account, caller: actor }, purchase, ACCOUNT_RETURN, services)
}
