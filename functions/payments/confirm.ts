import type { payments } from '#contract/payments'
import type { Action } from '#platform/serve'
import { fulfil } from './fulfil.ts'
import type { PaymentServices } from './services.ts'

export const confirmPayment: Action<typeof payments.confirm, PaymentServices> = async ({ body }, services) => {
  await fulfil(body.sessionId, services)
  return { status: 'paid' }
}
