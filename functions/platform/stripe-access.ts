import { getSecret } from '@aws-lambda-powertools/parameters/secrets'
import type Stripe from 'stripe'

interface StripeSecrets {
  readonly secretKey: string
  readonly webhookSecret: string
}

export interface StripeAccess {
  readonly client: () => Promise<Stripe>
  readonly webhookSecret: () => Promise<string>
}

/** Keys are cached for five minutes, so that a rotation needs no deployment. */
export function createStripeAccess(secretName: string, apiUrl: string): StripeAccess {
  const { hostname, port, protocol } = new URL(apiUrl)
  const secrets = async () =>
    (await getSecret(secretName, { maxAge: 300, transform: 'json' })) as StripeSecrets | undefined
  return {
    client: async () => {
      const { default: StripeClient } = await import('stripe')
      return new StripeClient((await secrets())?.secretKey ?? missing(secretName), {
        host: hostname,
        port: port || (protocol === 'https:' ? 443 : 80),
        protocol: protocol === 'https:' ? 'https' : 'http',
        maxNetworkRetries: 2,
        timeout: 6000,
        telemetry: false,
      })
    },
    webhookSecret: async () => (await secrets())?.webhookSecret ?? missing(secretName),
  }
}

const missing = (name: string): never => {
  throw new Error(`secret ${name} lacks a Stripe key`)
}
