import middy from '@middy/core'
import Stripe from 'stripe'
import * as z from 'zod/mini'
import { toEpochSeconds } from '#data/table'
import { withTableAccess } from '#data/enforce-table-access'
import { createRefusalMiddleware } from '#platform/refusal-middleware'
import { createJsonResponse, readRawBody, type ApiRequest, type ApiResponse } from '#platform/http'
import { createCallLogMiddleware } from '#platform/call-log-middleware'
import { throwRefusal, RefusalError } from '#platform/refusal-error'
import { log } from '#platform/log'
import { recordMetric } from '#platform/metrics'
import { applyStripeDispute } from './disputes.ts'
import { fulfilPaidCheckoutSession } from './fulfil.ts'
import { expireOrder, failOrder } from './orders.ts'
import { applyStripeRefund } from './refunds.ts'
import { createSettlementServices, type PaymentSettlementServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createSettlementServices

/**
 * The signature over the raw body authenticates Stripe. A 2xx ends its retries, so it is returned only once the event
 * has been applied or does not concern us.
 */
export const createLambdaHandler = (openServices: () => PaymentSettlementServices) => {
  let services: PaymentSettlementServices | undefined
  return middy<ApiRequest, ApiResponse>()
    .use(createCallLogMiddleware())
    .use(createRefusalMiddleware())
    .handler(
      withTableAccess(tableAccess['stripe-webhook'], async (request: ApiRequest) => {
        services ??= openServices()
        const event = await verifiedEvent(readRawBody(request), request.headers['stripe-signature'], services)
        await applyEvent(event, services)
        return createJsonResponse(200, { received: true })
      }),
    )
}

export const handler = createLambdaHandler(createLambdaServices)

/** @throws `signature-invalid` unless Stripe signed these bytes within the last five minutes */
async function verifiedEvent(
  body: Buffer,
  signature: string | undefined,
  { stripe }: PaymentSettlementServices,
): Promise<Stripe.Event> {
  const [client, secret] = await Promise.all([stripe.client(), stripe.webhookSecret()])
  try {
    const event = client.webhooks.constructEvent(body, signature ?? '', secret)
    return isEvent(event) ? event : throwRefusal('invalid-input')
  } catch (error) {
    // A signed body that is not JSON is not Stripe's.
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)) throw error
    if (hasFormOfStripe(signature)) recordMetric('SignatureInvalid')
    return throwRefusal('signature-invalid', error)
  }
}

/** What else is sent here says nothing about our secret, and is not counted for its alarm. */
const hasFormOfStripe = (signature = ''): boolean => {
  const parts = signature.split(',')
  return parts.some((part) => /^t=\d+$/.test(part)) && parts.some((part) => /^v1=[0-9a-f]{64}$/.test(part))
}

/** Stripe signs only events; another holder of the secret might sign anything. */
const isEvent = (signed: unknown): boolean =>
  z
    .object({ id: z.string().check(z.minLength(1)), type: z.string(), data: z.object({ object: z.looseObject({}) }) })
    .safeParse(signed).success

const REMEMBERED_DAYS = 30

/**
 * Events repeat, race and arrive in any order: an applied one is skipped, and one applied twice at once has no second
 * effect, because each change is conditional on the previous state.
 */
async function applyEvent(event: Stripe.Event, services: PaymentSettlementServices): Promise<void> {
  const { data: known } = await services.data.stripeEvents.get({ eventId: event.id }).go()
  if (known) return
  await apply(event, services)
  await services.data.stripeEvents
    .put({
      eventId: event.id,
      type: event.type,
      appliedAt: services.now().toISOString(),
      expiresAtEpoch: toEpochSeconds(services.wallClock()) + REMEMBERED_DAYS * 86_400,
    })
    .go()
}

async function apply(event: Stripe.Event, services: PaymentSettlementServices): Promise<unknown> {
  switch (event.type) {
    case 'checkout.session.completed':
      return ignoreForeignSessions(event, () =>
        fulfilPaidCheckoutSession(event.data.object.id, services, { completedSeconds: event.created }),
      )
    case 'checkout.session.async_payment_succeeded':
      return ignoreForeignSessions(event, () => fulfilPaidCheckoutSession(event.data.object.id, services))
    case 'checkout.session.async_payment_failed':
      return failOrder(event.data.object, services)
    case 'checkout.session.expired':
      return expireOrder(event.data.object, services)
    default:
      return applyToPayment(event, services)
  }
}

async function applyToPayment(event: Stripe.Event, services: PaymentSettlementServices): Promise<unknown> {
  switch (event.type) {
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return ignoreForeignSessions(event, () => applyStripeRefund(event.data.object, services))
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return ignoreForeignSessions(event, () => applyStripeDispute(event.data.object, services))
    default:
      return undefined
  }
}

/** A foreign or unpaid session is acknowledged, so that Stripe does not repeat the event. */
async function ignoreForeignSessions({ id, type }: Stripe.Event, settle: () => Promise<unknown>): Promise<void> {
  try {
    await settle()
  } catch (error) {
    const { code } = error instanceof RefusalError ? error : { code: undefined }
    if (code === 'payment-not-completed') return
    if (code !== 'payment-mismatch') throw error
    // Only this log line records money that is not accounted for.
    log.error('a payment is not one of ours', { mismatch: id, type })
  }
}
