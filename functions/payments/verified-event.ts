import Stripe from 'stripe'
import { refuse } from '#platform/refusal'
import type { SettlementServices } from './services.ts'

/** The event in `body` when Stripe signed these very bytes within the last five minutes, else `signature-invalid`. */
export async function verifiedEvent(
  body: Buffer,
  signature: string | undefined,
  { stripe }: SettlementServices,
): Promise<Stripe.Event> {
  const [client, secret] = await Promise.all([stripe.client(), stripe.webhookSecret()])
  try {
    return client.webhooks.constructEvent(body, signature ?? '', secret)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return refuse('signature-invalid', error)
    // A signed body that is not JSON is not Stripe's either.
    if (error instanceof SyntaxError) return refuse('signature-invalid', error)
    throw error
  }
}
