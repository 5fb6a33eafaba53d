import Stripe from 'stripe'
import { refuse } from '#platform/refusal'

/**
 * Runs a question to Stripe. When Stripe cannot be reached or fails, the buyer is told to try again later and the order
 * stays; a question that Stripe finds wrong is our fault and stays one.
 */
export async function stripeRequest<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
    const passing = [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((kind) => error instanceof kind)
    return passing ? refuse('payment-unavailable', error) : Promise.reject(error)
  }
}
