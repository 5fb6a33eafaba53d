import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import Stripe from 'stripe'
import type { DeploymentStage } from '../../../lib/stages.ts'
import type { Fetch, Check } from '../check.ts'
import { due, ready, type Verdict } from '../verdict.ts'

/** Events that functions/payments/stripe-webhook.handler.ts handles. */
export const stripeWebhookEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

interface StripeKeys {
  readonly secretKey?: string
  readonly webhookSecret?: string
}

interface WebhookEndpoint {
  readonly url: string
  readonly status: string
  readonly api_version: string | null
  readonly enabled_events: readonly string[]
}

const SECTION = 'docs/deploy.md, «Stripe»'

const toHeaders = (key: string) => ({ authorization: `Bearer ${key}`, 'stripe-version': Stripe.API_VERSION })

/** @throws Error with Stripe's status when it rejects the key */
async function listWebhookEndpoints(fetch: Fetch, apiUrl: string, key: string): Promise<readonly WebhookEndpoint[]> {
  const answer = await fetch(`${apiUrl}/v1/webhook_endpoints?limit=100`, { headers: toHeaders(key) })
  if (!answer.ok) throw new Error(`Stripe responde ${answer.status}`)
  return ((await answer.json()) as { readonly data: readonly WebhookEndpoint[] }).data
}

/** A restricted key is given each right by itself. */
async function findMissingRight(fetch: Fetch, apiUrl: string, key: string): Promise<string | undefined> {
  const { ok, status } = await fetch(`${apiUrl}/v1/disputes?limit=1`, { headers: toHeaders(key) })
  return ok ? undefined : `La clave de Stripe no puede leer disputas (Stripe responde ${status})`
}

export const createStripeCheck =
  (apiUrl = 'https://api.stripe.com'): Check =>
  async ({ fetch, clients, deployed, stage }) => {
    const { StripeSecret: secretId, StripeWebhookUrl: url } = deployed?.outputs ?? {}
    if (!secretId || !url) return due(`Después de desplegar, escribe las claves de Stripe: ${SECTION}.`)
    const { SecretString = '{}' } = await clients.secrets.send(new GetSecretValueCommand({ SecretId: secretId }))
    const { secretKey = '', webhookSecret = '' } = JSON.parse(SecretString) as StripeKeys
    if (!/^[sr]k_/.test(secretKey) || !webhookSecret.startsWith('whsec_'))
      return due(`Faltan las claves de Stripe en el secreto ${secretId}: ${SECTION}.`)
    const endpoints = await listWebhookEndpoints(fetch, apiUrl, secretKey)
    const right = await findMissingRight(fetch, apiUrl, secretKey)
    const problem = findProblem(endpoints, url, right)
    if (problem) return due(`${problem}: ${SECTION}.`)
    return judgeMode(secretKey, stage) ?? ready(`Stripe avisa a ${url}.`)
  }

/** A stage protected against deletion serves real clients. */
function judgeMode(
  secretKey: string,
  { terminationProtection }: Pick<DeploymentStage, 'terminationProtection'>,
): Verdict | undefined {
  if (terminationProtection && secretKey.includes('_test_'))
    return due(`Las claves de Stripe son de prueba y nadie paga de verdad: escribe las de producción (${SECTION}).`)
  if (!terminationProtection && secretKey.includes('_live_'))
    return due(`Las claves de Stripe cobran de verdad en un entorno de prueba: escribe las de prueba (${SECTION}).`)
  return undefined
}

function findProblem(
  endpoints: readonly WebhookEndpoint[],
  url: string,
  missingRight: string | undefined,
): string | undefined {
  const endpoint = endpoints.find((each) => each.url === url)
  if (!endpoint) return `Stripe no avisa a ${url}: crea el destino`
  const { api_version: version, enabled_events: events, status } = endpoint
  if (status !== 'enabled') return `El destino de Stripe está desactivado`
  if (version !== Stripe.API_VERSION)
    return `El destino de Stripe usa la versión ${version ?? 'de la cuenta'} y no ${Stripe.API_VERSION}: créalo de nuevo`
  const missing = events.includes('*') ? [] : stripeWebhookEvents.filter((event) => !events.includes(event))
  return missing.length > 0 ? `Al destino de Stripe le faltan ${missing.join(', ')}` : missingRight
}
