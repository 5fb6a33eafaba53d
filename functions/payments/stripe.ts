import { getSecret } from '@aws-lambda-powertools/parameters/secrets'
import Stripe from 'stripe'
import { refuse } from '#platform/refusal'

export interface StripeSecrets {
  readonly secretKey: string
  readonly webhookSecret: string
}

/** Stripe, ready to be asked, and the secret with which it signs what it sends us. */
export interface StripeAccess {
  readonly client: () => Promise<Stripe>
  readonly webhookSecret: () => Promise<string>
}

/** Opens Stripe with the keys of a secret; remembered for five minutes so that a rotation needs no deployment. */
export function liveStripe(secretName: string, apiUrl: string): StripeAccess {
  const { hostname, port, protocol } = new URL(apiUrl)
  const secrets = async () =>
    (await getSecret(secretName, { maxAge: 300, transform: 'json' })) as StripeSecrets | undefined
  return {
    client: async () =>
      new Stripe((await secrets())?.secretKey ?? missing(secretName), {
        host: hostname,
        port: port || (protocol === 'https:' ? 443 : 80),
        protocol: protocol === 'https:' ? 'https' : 'http',
        maxNetworkRetries: 2,
        timeout: 6000,
        telemetry: false,
      }),
    webhookSecret: async () => (await secrets())?.webhookSecret ?? missing(secretName),
  }
}

/**
 * Runs a question to Stripe. When Stripe cannot be reached or fails, the buyer is told to try again later and the order
 * stays; a question that Stripe finds wrong is our fault and stays one.
 */
export async function askingStripe<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
    const passing = [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((kind) => error instanceof kind)
    return passing ? refuse('payment-unavailable', error) : Promise.reject(error)
  }
}

const missing = (name: string): never => {
  throw new Error(`secret ${name} lacks a Stripe key`)
}
