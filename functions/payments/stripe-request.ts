import { throwRefusal } from '#platform/refusal-error'

/**
 * When Stripe is unreachable or fails, the buyer is told to try later and the order stays; a request that Stripe
 * rejects is a fault of ours.
 */
export async function stripeRequest<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    const { default: Stripe } = await import('stripe')
    const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
    const passing = [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((kind) => error instanceof kind)
    return passing ? throwRefusal('payment-unavailable', error) : Promise.reject(error)
  }
}
