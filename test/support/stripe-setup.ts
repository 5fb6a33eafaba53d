import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { openDocumentStore } from '../../bin/local/document-store.ts'
import { createStripeStandIn, type StripeStandIn } from '../../bin/local/stripe/stripe.ts'
import { createLambdaHandler as serveWebhook } from '../../functions/payments/stripe-webhook.handler.ts'
import type { StripeAccess } from '#platform/stripe-access'
import { createApiGatewayEvent } from './endpoint-caller.ts'
import type { ManualClock, TestPractice } from './practice.ts'

const API_KEY = 'sk_test_of_this_test'
const WEBHOOK_SECRET = 'whsec_of_this_test'

export const testPromotionCodes = {
  quarterOff: 'BIENVENIDA',
  halfOff: 'MITAD',
  everythingOff: 'REGALO',
  onlyOnce: 'UNAVEZ',
  expired: 'CADUCADO',
  withdrawn: 'RETIRADO',
}

export interface StripeSetup {
  readonly standIn: StripeStandIn
  readonly client: Stripe
  readonly access: StripeAccess
  /**
   * Submits the hosted page: pays by card, or with a payment that succeeds days later.
   * @returns the URL that Stripe redirects to
   */
  readonly fillIn: (url: string, act: 'pay' | 'later', email?: string) => Promise<string>
  outage: boolean
  refundsStayPending: boolean
  balanceEmpty: boolean
  /** The product's requests to Stripe, with `:id` for ids. */
  readonly calls: string[]
  /**
   * Cuts the connection of the nth of these calls, before Stripe receives it or before its answer arrives. The client
   * then does not retry.
   */
  cut: { readonly nth: number; readonly when: 'before' | 'after' } | undefined
}

/** Events are delivered explicitly. */
export async function createStripeSetup(clock: ManualClock) {
  // The library retries a closed connection once, whatever its retry setting.
  let repeated: string | undefined
  const server = createServer((request, response) => {
    const call = toStripeCall(request)
    if (call && call === repeated) {
      repeated = undefined
      return void request.socket.destroy()
    }
    if (call) setup.calls.push(call)
    if (call && setup.calls.length === (setup.cut?.nth ?? 0)) {
      const when = setup.cut?.when
      setup.cut = undefined
      repeated = call
      if (when === 'before') return void request.socket.destroy()
      response.end = () => response.destroy()
    }
    void (call ? standIn.answer : standIn.answerPage)(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const standIn = createStripeStandIn({
    store: openDocumentStore(),
    publicUrl: `http://127.0.0.1:${port}/pages`,
    apiKey: API_KEY,
    apiVersion: '2026-10-28',
    webhookUrl: () => 'http://127.0.0.1:9/never',
    webhookSecret: WEBHOOK_SECRET,
    now: clock.now,
    schedule: () => () => {},
    refundsStayPending: () => setup.refundsStayPending,
    isBalanceEmpty: () => setup.balanceEmpty,
    promotionCodes: [
      { code: testPromotionCodes.quarterOff, percentOff: 25 },
      { code: testPromotionCodes.halfOff, percentOff: 50 },
      { code: testPromotionCodes.everythingOff, percentOff: 100 },
      { code: testPromotionCodes.onlyOnce, percentOff: 10, maxRedemptions: 1 },
      { code: testPromotionCodes.expired, percentOff: 10, expiresAt: new Date(clock.now().getTime() - 1000) },
      { code: testPromotionCodes.withdrawn, percentOff: 10, active: false },
    ],
  })
  onTestFinished(async () => {
    await standIn.close()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })

  const clientAt = (at: number, maxNetworkRetries: number) =>
    Object.assign(
      new Stripe(API_KEY, { host: '127.0.0.1', port: at, protocol: 'http', maxNetworkRetries, telemetry: false }),
      // The library waits half a second or more before each retry.
      { getInitialNetworkRetryDelay: () => 0 },
    )
  const client = clientAt(port, 2)
  const unreachable = clientAt(9, 0)
  const trusting = clientAt(port, 0)
  const setup: StripeSetup = {
    standIn,
    client,
    outage: false,
    refundsStayPending: false,
    balanceEmpty: false,
    calls: [],
    cut: undefined,
    access: {
      client: async () => (setup.outage ? unreachable : setup.cut ? trusting : client),
      webhookSecret: async () => WEBHOOK_SECRET,
    },
    fillIn: (url, act, email = 'quien-paga@correo.test') => submit(url, { act, email, attempt: 'first' }),
  }
  return setup
}

/** Undefined for Stripe's hosted pages. */
const toStripeCall = ({ method, url = '' }: IncomingMessage): string | undefined =>
  url.startsWith('/v1/')
    ? `${method} ${url.replace(/\?.*/, '').replace(/(sessions|coupons)\/\w+/, '$1/:id')}`
    : undefined

async function submit(url: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: new URL(url).origin },
    redirect: 'manual',
  })
  return response.headers.get('location') ?? `stayed on the page: ${response.status}`
}

/** Signed over the raw body with the present time, as Stripe does. */
export async function deliverStripeEvent(event: object, practice: TestPractice): Promise<number> {
  return (await deliverStripePayload(JSON.stringify(event), practice)).status
}

export async function deliverStripePayload(
  payload: string,
  practice: TestPractice,
  { signature = signStripePayload(payload), base64 = false }: { signature?: string; base64?: boolean } = {},
): Promise<{ status: number; body: string }> {
  const request = createApiGatewayEvent('POST /stripe/webhook', {
    text: payload,
    base64,
    headers: { 'stripe-signature': signature, 'x-origin-secret': undefined },
  })
  const response = await serveWebhook(() => practice)(request, {} as never)
  return { status: response.statusCode ?? 0, body: response.body ?? '' }
}

/** The library compares the signature's time with the real clock. */
export const signStripePayload = (payload: string, secondsAgo = 0, secret = WEBHOOK_SECRET): string =>
  new Stripe(API_KEY).webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
  })
