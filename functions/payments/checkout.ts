import type { payments } from '#contract/payments'
import { ownCustomerId } from '#platform/actor'
import type { Action } from '#platform/serve'
import { openCheckout } from './open-checkout.ts'
import { ACCOUNT_RETURN } from './returns.ts'
import type { PaymentServices } from './services.ts'

export const checkout: Action<typeof payments.checkout, PaymentServices> = ({ actor, body }, services) => {
  const account = { userId: actor.userId, customerId: ownCustomerId(actor), email: actor.email }
  return openCheckout({ account, caller: actor }, body, ACCOUNT_RETURN, services)
}
