import middy from '@middy/core'
import { withAccess } from '#data/table-scope'
import { answerRefusals } from '#platform/answer-refusals'
import { environment } from '#platform/environment'
import { jsonResponse, rawBody, type Request, type Response } from '#platform/http'
import { logCalls } from '#platform/log-calls'
import { liveBasics } from '#platform/services'
import { liveStripe } from '#platform/stripe-access'
import { applyEvent } from './apply-event.ts'
import type { SettlementServices } from './services.ts'
import { verifiedEvent } from './verified-event.ts'
import { tableAccess } from './table-access.ts'

export const open = (): SettlementServices => {
  const env = environment(['TABLE_NAME', 'STRIPE_SECRET', 'STRIPE_API_URL'])
  return { ...liveBasics(env.TABLE_NAME), stripe: liveStripe(env.STRIPE_SECRET, env.STRIPE_API_URL) }
}

/**
 * What Stripe tells us. Its signature over the raw body is the proof of who is calling; a 2xx tells Stripe to stop
 * repeating, so it is given only once the event has been applied or is none of ours.
 */
export const withServices = (openServices: () => SettlementServices) => {
  let services: SettlementServices | undefined
  return middy<Request, Response>()
    .use(logCalls())
    .use(answerRefusals())
    .handler(
      withAccess(tableAccess['stripe-webhook'], async (request: Request) => {
        services ??= openServices()
        const event = await verifiedEvent(rawBody(request), request.headers['stripe-signature'], services)
        await applyEvent(event, services)
        return jsonResponse(200, { received: true })
      }),
    )
}

export const handler = withServices(open)
