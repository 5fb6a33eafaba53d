import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { openStore, type Store } from '../../../bin/local/store.ts'
import { createStripe, type StripeOptions } from '../../../bin/local/stripe/stripe.ts'

export const apiKey = 'sk_test_local'
export const webhookSecret = 'whsec_local'

interface Received {
  readonly body: string
  readonly signature: string
}

/** Work waits until a test runs it. */
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

export async function stripeOnAPort({ store = openStore(), ...more }: { store?: Store } & Partial<StripeOptions> = {}) {
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
  const standIn = createStripe({
    store,
    publicUrl: `${origin}/_local/stripe`,
    apiKey,
    apiVersion: '2026-10-28.endive',
    webhookUrl: () => `http://127.0.0.1:${receiverPort}/webhook`,
    webhookSecret,
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
    client: clientOf(port, apiKey),
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

export type Bench = Awaited<ReturnType<typeof stripeOnAPort>>

export const consultation: Stripe.Checkout.SessionCreateParams = {
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

export async function anOpenSession(bench: Bench, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await bench.client.checkout.sessions.create({ ...consultation, ...more })
  if (!session.url) throw new Error('the session has no page')
  return { id: session.id, page: session.url }
}

export async function aPaidSession(bench: Bench) {
  const { id, page } = await anOpenSession(bench)
  await bench.submit(page, { act: 'pay', attempt: 'a1', email: 'ana@example.com' })
  const { payment_intent: intent } = await bench.client.checkout.sessions.retrieve(id)
  if (typeof intent !== 'string') throw new Error('the session was not paid')
  return { id, page, intent }
}
