import type { payments } from '#contract/payments'
import { requireConsentIfMinor } from '#platform/guardian'
import { ensureProfile, signUpOf } from '#platform/profile'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { User } from '#platform/user'
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

  const user = await ensureProfile(
    { ...signUpOf(sub, identity.attributes, false), acceptedFrom: actor },
    services,
    actor,
  )
  requireConsentIfMinor(user, services.now())
  await requireFirstPurchase(user, services)
  const account = { userId: user.userId, customerId: user.customerId ?? refuse('account-unknown'), email: user.email }
  return openCheckout({ account, caller: actor }, purchase, ACCOUNT_RETURN, services)
}

/** Whoever has paid and cannot see it yet, because the address is unverified, must not be let pay again by mistake. */
async function requireFirstPurchase({ customerId = '' }: User, { data }: PaymentServices): Promise<void> {
  const { data: paid } = await data.payments.query.byCustomer({ customerId }).go({ limit: 1, consistent: true })
  if (paid.length > 0) refuse('order-already-paid')
}
