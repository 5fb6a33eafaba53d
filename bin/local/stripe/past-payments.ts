import { serveCreateCheckoutSession } from './checkout.ts'
import { simulateCheckoutPayment } from './payment.ts'
import type { CheckoutSession } from './stripe-objects.ts'
import type { StripeStandInState } from './stripe-stand-in-state.ts'

export interface PastPayment {
  /** `client_reference_id`: unique; writing it again changes nothing. */
  readonly reference: string
  readonly amountCents: number
  readonly currency: string
  readonly productName: string
  readonly metadata: Readonly<Record<string, string>>
  readonly email: string
  readonly paidAt: Date
}

/** Sends no events: they were sent when the payment was made. */
export function writePastPayment(account: StripeStandInState, past: PastPayment): CheckoutSession {
  const { reference, amountCents, currency, productName, email, paidAt } = past
  const present = account.checkouts.all().find(({ session }) => session.client_reference_id === reference)
  if (present) return present.session
  const metadata = { ...past.metadata }
  const then = { ...account, seconds: () => Math.floor(paidAt.getTime() / 1000), publish: () => undefined }
  const { id } = serveCreateCheckoutSession(then, {
    mode: 'payment',
    client_reference_id: reference,
    customer_email: email,
    line_items: [
      {
        price_data: { currency, unit_amount: String(amountCents), product_data: { name: productName } },
        quantity: '1',
      },
    ],
    metadata,
    payment_intent_data: { metadata },
    success_url: account.publicUrl,
    cancel_url: account.publicUrl,
  })
  return simulateCheckoutPayment(then, id, { email, attempt: reference })
}
