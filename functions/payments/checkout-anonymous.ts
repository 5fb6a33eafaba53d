import type { payments } from '#contract/payments'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import type { Action } from '#platform/serve'
import { openCheckout } from './open-checkout.ts'
import { ANONYMOUS_RETURN } from './returns.ts'
import type { PaymentServices } from './services.ts'

/** Every press is a new order, because nobody is there to have one open: enough for a family, too few to flood the table. */
const ORDERS: RateLimit = { name: 'anonymous-order', tries: 20, minutes: 15 }

export const checkoutAnonymous: Action<typeof payments.checkoutAnonymous, PaymentServices> = async (
  { actor, body },
  services,
) => {
  await consumeNetworkRateLimit(services.data, ORDERS, actor.address, services.wallClock())
  return openCheckout({ account: undefined, caller: actor }, body, ANONYMOUS_RETURN, services)
}
