import type { payments } from '#contract/payments'
import type { Action } from '#platform/serve'
import { priceOf } from './price.ts'
import type { PaymentServices } from './services.ts'

export const quote: Action<typeof payments.quote, PaymentServices> = ({ actor, body }, services) =>
  priceOf(body, actor, services)
