import { signUpAttributes } from '#contract/sign-up'
import type { payments } from '#contract/payments'
import { hashOfToken, type PendingSignUp, pendingSignUpOf } from '#platform/address-proof'
import { requireConsentIfMinor } from '#platform/guardian'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { openCheckout } from './open-checkout.ts'
import { ACCOUNT_RETURN } from './returns.ts'
import type { PaymentServices } from './services.ts'

/** How long after signing up an account may buy without signing in, in hours. */
const GRACE_HOURS = 24

/**
 * Somebody who just signed up buys before proving their address. The token that sign-up answered is known to their
 * browser alone and opens nothing but this. The order is nobody's: what is paid is filed under the address, and belongs to
 * whoever proves it, however often the account is replaced until then. That something is paid under the address already
 * is said in the mail to it alone: here it would be said to whoever typed it. An attempt's own order is not paid twice.
 */
export const checkoutNewAccount: Action<typeof payments.checkoutNewAccount, PaymentServices> = async (
  { actor, body: { email, token, ...purchase } },
  services,
) => {
  const attempt = await pendingSignUpOf(email, services.data)
  if (attempt?.state !== 'unproven' || attempt.tokenHash !== hashOfToken(token)) return refuse('account-unknown')
  await requireNewAccount(attempt, services)
  return openCheckout({ account: undefined, attempt, caller: actor }, purchase, ACCOUNT_RETURN, services)
}

async function requireNewAccount({ sub, createdAt }: PendingSignUp, services: PaymentServices): Promise<void> {
  const identity = (sub && (await services.identities.find(sub))) || refuse('account-unknown')
  const ageHours = (services.now().getTime() - Date.parse(createdAt)) / 3_600_000
  if (identity.confirmed || !identity.enabled || ageHours > GRACE_HOURS) refuse('account-unknown')
  requireConsentIfMinor({ birthDate: identity.attributes[signUpAttributes.birthDate] }, services.now())
}
