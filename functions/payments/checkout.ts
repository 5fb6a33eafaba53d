import type { payments } from '#contract/payments'
import { ownCustomerId } from '#platform/actor'
import { requireConsentIfMinor } from '#platform/guardian'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { openCheckout } from './open-checkout.ts'
import { ACCOUNT_RETURN } from './returns.ts'
import type { PaymentServices } from './services.ts'

export const checkout: Action<typeof payments.checkout, PaymentServices> = async ({ actor, body }, services) => {
  const { data: user } = await services.data.users.get({ userId: actor.userId }).go({ consistent: true })
  requireConsentIfMinor(user ?? refuse('profile-missing'), services.now())
  const account = { userId: actor.userId, customerId: ownCustomerId(actor), email: actor.email }
  return openCheckout({ account, caller: actor }, body, ACCOUNT_RETURN, services)
}
