import Stripe from 'stripe'
import * as z from 'zod/mini'
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
    const event = client.webhooks.constructEvent(body, signature ?? '', secret)
    return isEvent(event) ? event : refuse('invalid-input')
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return refuse('signature-invalid', error)
    // A signed body that is not JSON is not Stripe's either.
    if (error instanceof SyntaxError) return refuse('signature-invalid', error)
    throw error
  }
}

/** What Stripe signs is always an event; whoever else holds the secret may sign anything. */
const isEvent = (signed: unknown): boolean =>
  z
    .object({ id: z.string().check(z.minLength(1)), type: z.string(), data: z.object({ object: z.looseObject({}) }) })
    .safeParse(signed).success
