import type Stripe from 'stripe'
import { getCallLimit } from '#data/service-clients'
import { createSecretReader } from './secrets.ts'

interface StripeSecrets {
  readonly secretKey: string
  readonly webhookSecret: string
}

export interface StripeAccess {
  readonly client: () => Promise<Stripe>
  readonly webhookSecret: () => Promise<string>
}

export function createStripeAccess(secretName: string, apiUrl: string): StripeAccess {
  const { hostname, port, protocol } = new URL(apiUrl)
  const readText = createSecretReader(secretName)
  const secrets = async () => parseSecrets(await readText())
  return {
    client: async () => {
      const { default: StripeClient } = await import('stripe')
      const { attempts, attemptMs } = getCallLimit('stripe')
      return new StripeClient((await secrets()).secretKey ?? missing(secretName), {
        host: hostname,
        port: port || (protocol === 'https:' ? 443 : 80),
        protocol: protocol === 'https:' ? 'https' : 'http',
        maxNetworkRetries: attempts - 1,
        timeout: attemptMs,
        telemetry: false,
      })
    },
    webhookSecret: async () => (await secrets()).webhookSecret ?? missing(secretName),
  }
}

/** Without the error of `JSON.parse`, which quotes the text and would be logged. */
function parseSecrets(text: string): Partial<StripeSecrets> {
  try {
    return JSON.parse(text) as Partial<StripeSecrets>
  } catch {
    return {}
  }
}

const missing = (name: string): never => {
  throw new Error(`secret ${name} lacks a Stripe key`)
}
