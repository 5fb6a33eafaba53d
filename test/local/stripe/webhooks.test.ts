import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import {
  createOpenCheckoutSession,
  createPaidCheckoutSession,
  type RunningStripe,
  startTestStripe,
  testWebhookSecret,
} from './start-test-stripe.ts'

const email = 'ana@example.com'

function receivedTypes({ client, received }: RunningStripe): string[] {
  return received.map(({ body, signature }) => client.webhooks.constructEvent(body, signature, testWebhookSecret).type)
}

function types(bench: RunningStripe): string[] {
  return bench.standIn.events().map(({ type }) => type)
}

test('a payment is announced with signed events once the page has answered', async () => {
  const bench = await startTestStripe()
  await createPaidCheckoutSession(bench)
  const before = bench.received.length

  await bench.deliver()

  expect(before).toBe(0)
  expect(receivedTypes(bench).toSorted()).toEqual([
    'charge.succeeded',
    'checkout.session.completed',
    'payment_intent.succeeded',
  ])
})

test('the completed session in the event holds what a shop needs to fulfil the order', async () => {
  const bench = await startTestStripe()
  const { id, intent } = await createPaidCheckoutSession(bench)

  const event = bench.standIn.events().find(({ type }) => type === 'checkout.session.completed')

  expect(event?.data.object).toMatchObject({
    id,
    payment_status: 'paid',
    payment_intent: intent,
    amount_total: 8000,
    currency: 'eur',
    client_reference_id: 'ord_1',
    metadata: { orderId: 'ord_1' },
  })
})

test('a changed body is refused by the library', async () => {
  const bench = await startTestStripe()
  await createPaidCheckoutSession(bench)
  await bench.deliver()
  const { body = '', signature = '' } = bench.received[0] ?? {}

  const read = () => bench.client.webhooks.constructEvent(body.replace('8000', '1'), signature, testWebhookSecret)

  expect(read).toThrow('No signatures found matching the expected signature')
})

test('a declined card is announced and nothing else', async () => {
  const bench = await startTestStripe()
  const { page } = await createOpenCheckoutSession(bench)

  await bench.submit(page, { act: 'decline', email })
  await bench.deliver()

  expect(receivedTypes(bench)).toEqual(['payment_intent.payment_failed'])
})

test('a deferred payment is announced as completed, then as paid', async () => {
  const bench = await startTestStripe()
  const { id, page } = await createOpenCheckoutSession(bench)
  await bench.submit(page, { act: 'later', attempt: 'a1', email })
  const [completed] = bench.standIn.events()

  bench.standIn.settle(id, 'succeeded')

  expect(completed).toMatchObject({
    type: 'checkout.session.completed',
    data: { object: { payment_status: 'unpaid' } },
  })
  expect(types(bench)[0]).toBe('checkout.session.async_payment_succeeded')
  expect(types(bench)).toContain('payment_intent.succeeded')
})

test('a deferred payment that fails is announced as failed', async () => {
  const bench = await startTestStripe()
  const { id, page } = await createOpenCheckoutSession(bench)
  await bench.submit(page, { act: 'later', attempt: 'a1', email })

  bench.standIn.settle(id, 'failed')

  expect(types(bench).slice(0, 2)).toEqual(['checkout.session.async_payment_failed', 'payment_intent.payment_failed'])
})

test('a refused delivery is tried again, each time with doubled pause and fresh signature', async () => {
  const bench = await startTestStripe()
  const { id } = await createOpenCheckoutSession(bench)
  bench.answerNext(500, 302, 503)
  await bench.client.checkout.sessions.expire(id)
  const pauses: number[][] = []

  for (const minutes of [0, 10, 20, 30]) {
    bench.clock.now = new Date(bench.clock.now.getTime() + minutes * 60_000)
    pauses.push(bench.pauses())
    await bench.deliver()
  }

  expect(pauses).toEqual([[0], [1], [2], [4]])
  expect(receivedTypes(bench)).toHaveLength(4)
  expect(new Set(bench.received.map(({ signature }) => signature)).size).toBe(4)
  expect(bench.pauses()).toEqual([])
  expect(bench.standIn.deliveries()[0]).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 500 }, { status: 302 }, { status: 503 }, { status: 200 }],
  })
})

test('a receiver that cannot be reached is tried again', async () => {
  const bench = await startTestStripe({ webhookUrl: () => 'http://127.0.0.1:1/webhook' })
  const { id } = await createOpenCheckoutSession(bench)
  await bench.client.checkout.sessions.expire(id)

  await bench.deliver()

  expect(bench.pauses()).toEqual([1])
  expect(bench.standIn.deliveries()[0]?.attempts).toMatchObject([{ status: null }])
})

test('an event can be sent again as often as wanted', async () => {
  const bench = await startTestStripe()
  await createPaidCheckoutSession(bench)
  const eventId = bench.standIn.events().find(({ type }) => type === 'checkout.session.completed')?.id ?? ''

  const redeliveries = await bench.standIn.redeliver({ eventId, times: 3 })

  expect(redeliveries.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(receivedTypes(bench)).toEqual(Array.from({ length: 3 }, () => 'checkout.session.completed'))
})

test('without an id all events are sent again in the order they happened', async () => {
  const bench = await startTestStripe()
  await createPaidCheckoutSession(bench)

  await bench.standIn.redeliver()

  expect(receivedTypes(bench)).toEqual(types(bench).toReversed())
})

test('events are read through the API, filtered by type', async () => {
  const bench = await startTestStripe()
  await createPaidCheckoutSession(bench)

  const { data } = await bench.client.events.list({ type: 'charge.succeeded' })

  expect(data.map(({ type }) => type)).toEqual(['charge.succeeded'])
  expect((await bench.client.events.retrieve(data[0]?.id ?? '')).id).toBe(data[0]?.id)
})

test('what was made, paid and not yet delivered outlives the program', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stripe-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'store.sqlite')
  const before = await startTestStripe({ store: openDocumentStore(file) })
  const { id } = await createPaidCheckoutSession(before)
  await before.standIn.close()
  before.store.close()

  const after = await startTestStripe({ store: openDocumentStore(file) })
  after.standIn.resumeDeliveries()
  await after.deliver()

  expect((await after.client.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  expect(receivedTypes(after)).toHaveLength(3)
  expect((await after.client.promotionCodes.list({ code: 'BIENVENIDA10' })).data).toHaveLength(1)
})

test('what was delivered is not sent again after a restart', async () => {
  const store = openDocumentStore()
  const before = await startTestStripe({ store })
  await createPaidCheckoutSession(before)
  await before.deliver()

  const after = await startTestStripe({ store })
  after.standIn.resumeDeliveries()

  expect(after.pauses()).toEqual([])
})

test('an event is sent so many times at one moment as the stand-in is told, and counts as one delivery', async () => {
  const bench = await startTestStripe({ copies: () => 2 })
  await createPaidCheckoutSession(bench)

  await bench.deliver()

  expect(receivedTypes(bench)).toHaveLength(6)
  expect(bench.standIn.deliveries().map(({ state, attempts }) => [state, attempts.length])).toEqual(
    Array.from({ length: 3 }, () => ['delivered', 1]),
  )
})

test('an event that is kept back is sent once its moment has come', async () => {
  const moment = new Date('2026-11-23T10:00:00.000Z')
  const bench = await startTestStripe({ keptUntil: () => moment.getTime() })
  await createPaidCheckoutSession(bench)

  bench.standIn.releaseDue(new Date(moment.getTime() - 1))
  await bench.deliver()
  expect(bench.received).toEqual([])
  bench.standIn.releaseDue(moment)
  await bench.deliver()

  expect(receivedTypes(bench)).toHaveLength(3)
})
