import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { openDocumentStore, type DocumentStore } from '../../../bin/local/document-store.ts'
import { createStripeStandIn, type StripeStandInOptions } from '../../../bin/local/stripe/stripe.ts'

export const testStripeApiKey = 'sk_test_local'
export const testWebhookSecret = 'whsec_local'

interface Received {
  readonly body: string
  readonly signature: string
}

function createSchedule() {
  const waiting = new Map<() => void, number>()
  return {
    waiting,
    schedule: (work: () => void, delaySeconds: number) => {
      waiting.set(work, delaySeconds)
      return () => void waiting.delete(work)
    },
  }
}

async function receive(request: IncomingMessage): Promise<Received> {
  return { body: await text(request), signature: String(request.headers['stripe-signature']) }
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return address.port
}

export async function startTestStripe({
  store = openDocumentStore(),
  ...more
}: { store?: DocumentStore } & Partial<StripeStandInOptions> = {}) {
  const received: Received[] = []
  const statuses: number[] = []
  const clock = { now: new Date() }
  const timer = createSchedule()
  const receiverPort = await listen((request, response) => {
    void receive(request).then((letter) =>
      response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end(String(received.push(letter))),
    )
  })
  const port = await listen((request, response) => {
    void (request.url?.startsWith('/v1/') ? standIn.answer : standIn.answerPage)(request, response)
  })
  const origin = `http://127.0.0.1:${port}`
  const standIn = createStripeStandIn({
    store,
    publicUrl: `${origin}/_local/stripe`,
    apiKey: testStripeApiKey,
    apiVersion: '2026-10-28.endive',
    webhookUrl: () => `http://127.0.0.1:${receiverPort}/webhook`,
    webhookSecret: testWebhookSecret,
    promotionCodes: [{ code: 'BIENVENIDA10', percentOff: 10 }],
    prices: [{ id: 'price_primera', unitAmount: 8000, currency: 'eur', productName: 'Primera consulta' }],
    now: () => clock.now,
    schedule: timer.schedule,
    ...more,
  })
  onTestFinished(() => standIn.close())
  return {
    standIn,
    origin,
    clock,
    received,
    store,
    client: clientOf(port, testStripeApiKey),
    clientWith: (key: string) => clientOf(port, key),
    answerNext: (...next: number[]) => void statuses.push(...next),
    pauses: () => [...timer.waiting.values()],
    deliver: async () => {
      const due = [...timer.waiting.keys()]
      timer.waiting.clear()
      for (const work of due) work()
      await standIn.rest()
    },
    submit: (page: string, fields: Record<string, string>, headers: Record<string, string> = { origin }) =>
      fetch(page, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' }),
  }
}

function clientOf(port: number, key: string): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

export type RunningStripe = Awaited<ReturnType<typeof startTestStripe>>

export const consultationCheckoutParams: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  locale: 'es',
  customer_email: 'ana@example.com',
  client_reference_id: 'ord_1',
  line_items: [
    { quantity: 1, price_data: { currency: 'eur', unit_amount: 8000, product_data: { name: 'Primera consulta' } } },
  ],
  metadata: { orderId: 'ord_1' },
  payment_intent_data: { metadata: { orderId: 'ord_1' } },
  adaptive_pricing: { enabled: false },
  success_url: 'http://localhost:5173/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:5173/payment-canceled',
}

export async function createOpenCheckoutSession(
  bench: RunningStripe,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const session = await bench.client.checkout.sessions.create({ ...consultationCheckoutParams, ...more })
  if (!session.url) throw new Error('the session has no page')
  return { id: session.id, page: session.url }
}

export async function createPaidCheckoutSession(bench: RunningStripe) {
  const { id, page } = await createOpenCheckoutSession(bench)
  await bench.submit(page, { act: 'pay', attempt: 'a1', email: 'ana@example.com' })
  const { payment_intent: intent } = await bench.client.checkout.sessions.retrieve(id)
  if (typeof intent !== 'string') throw new Error('the session was not paid')
  return { id, page, intent }
}
