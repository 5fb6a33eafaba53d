import type { payments } from '#contract/payments'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import type { Action } from '#platform/serve'
import { fulfil } from './fulfil.ts'
import type { PaymentServices } from './services.ts'

/** Each asks Stripe, and whoever pays may reload the page: enough for a family, too few to use up Stripe's own limit. */
const CONFIRMATIONS: RateLimit = { name: 'payment-confirmations', tries: 30, minutes: 15 }

export const confirmPayment: Action<typeof payments.confirm, PaymentServices> = async ({ actor, body }, services) => {
  await consumeNetworkRateLimit(services.data, CONFIRMATIONS, actor.address, services.wallClock())
  await fulfil(body.sessionId, services)
  return { status: 'paid' }
}
