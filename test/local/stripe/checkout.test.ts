import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  createOpenCheckoutSession,
  testStripeApiKey,
  createPaidCheckoutSession,
  consultationCheckoutParams,
  startTestStripe,
} from './start-test-stripe.ts'

test('a session holds what it was made with', async () => {
  const { client, origin } = await startTestStripe()

  const session = await client.checkout.sessions.create(consultationCheckoutParams)

  expect(session).toMatchObject({
    amount_subtotal: 8000,
    amount_total: 8000,
    currency: 'eur',
    client_reference_id: 'ord_1',
    customer_email: 'ana@example.com',
    metadata: { orderId: 'ord_1' },
    adaptive_pricing: { enabled: false },
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    url: `${origin}/_local/stripe/pay/${session.id}`,
  })
})

test('a session is retrieved with its items when they are asked for, and without them otherwise', async () => {
  const bench = await startTestStripe()
  const { id } = await createOpenCheckoutSession(bench)

  const bare = await bench.client.checkout.sessions.retrieve(id)
  const full = await bench.client.checkout.sessions.retrieve(id, { expand: ['line_items'] })

  expect(bare.line_items).toBeUndefined()
  expect(full.line_items?.data).toMatchObject([{ description: 'Primera consulta', amount_total: 8000, quantity: 1 }])
})

test('a paid session expands to its intent and charge', async () => {
  const bench = await startTestStripe()
  const { id } = await createPaidCheckoutSession(bench)

  const session = await bench.client.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })

  expect(session.payment_intent).toMatchObject({
    status: 'succeeded',
    amount_received: 8000,
    metadata: { orderId: 'ord_1' },
    latest_charge: { paid: true, amount: 8000, billing_details: { email: 'ana@example.com' } },
  })
})

test('a property that holds no object cannot be expanded', async () => {
  const bench = await startTestStripe()
  const { id } = await createOpenCheckoutSession(bench)

  const refused = bench.client.checkout.sessions.retrieve(id, { expand: ['colour'] })

  await expect(refused).rejects.toMatchObject({ statusCode: 400, param: 'expand' })
})

test('a price of the catalogue is taken by its id', async () => {
  const { client } = await startTestStripe()

  const session = await client.checkout.sessions.create({
    ...consultationCheckoutParams,
    line_items: [{ price: 'price_primera', quantity: 2 }],
  })

  expect(session.amount_total).toBe(16_000)
})

test.each([
  ['an unknown parameter', { colour: 'red' }, 'parameter_unknown', 'colour'],
  [
    'an unknown parameter deep down',
    { line_items: [{ price: 'p', size: 1 }] },
    'parameter_unknown',
    'line_items[0][size]',
  ],
  ['an amount that is no integer', { expires_at: 'soon' }, 'parameter_invalid_integer', 'expires_at'],
  ['an address that is none', { success_url: 'nowhere' }, 'url_invalid', 'success_url'],
  ['an e-mail that is none', { customer_email: 'ana' }, 'email_invalid', 'customer_email'],
  ['a missing price', { line_items: [{ price: 'price_x' }] }, 'resource_missing', 'line_items[0][price]'],
  [
    'a missing discount',
    { discounts: [{ promotion_code: 'promo_x' }] },
    'resource_missing',
    'discounts[0][promotion_code]',
  ],
])('%s is refused, naming it', async (_, change, code, param) => {
  const { client } = await startTestStripe()

  const refused = client.checkout.sessions.create({
    ...consultationCheckoutParams,
    ...JSON.parse(JSON.stringify(change)),
  })

  await expect(refused).rejects.toMatchObject({ type: 'StripeInvalidRequestError', code, param })
})

test('a parameter that must be there and is not is refused by name', async () => {
  const { client } = await startTestStripe()
  const { success_url: _, ...rest } = consultationCheckoutParams

  const refused = client.checkout.sessions.create(rest)

  await expect(refused).rejects.toMatchObject({ code: 'parameter_missing', param: 'success_url' })
})

test.each([29 * 60, 25 * 60 * 60])('a life of %i seconds is refused', async (seconds) => {
  const { client, clock } = await startTestStripe()
  const expires_at = Math.floor(clock.now.getTime() / 1000) + seconds

  const refused = client.checkout.sessions.create({ ...consultationCheckoutParams, expires_at })

  await expect(refused).rejects.toMatchObject({ statusCode: 400, param: 'expires_at' })
})

test('a discount and a field for discount codes exclude each other', async () => {
  const { client } = await startTestStripe()
  const [code] = (await client.promotionCodes.list({ code: 'BIENVENIDA10' })).data

  const refused = client.checkout.sessions.create({
    ...consultationCheckoutParams,
    allow_promotion_codes: true,
    discounts: [{ promotion_code: code?.id ?? '' }],
  })

  await expect(refused).rejects.toMatchObject({ statusCode: 400 })
})

test('a promotion code is found by its wording and takes its percentage off', async () => {
  const { client } = await startTestStripe()
  const [code] = (await client.promotionCodes.list({ code: 'bienvenida10', active: true })).data

  const session = await client.checkout.sessions.create({
    ...consultationCheckoutParams,
    discounts: [{ promotion_code: code?.id ?? '' }],
    expand: ['total_details.breakdown'],
  })

  expect(session).toMatchObject({
    amount_subtotal: 8000,
    amount_total: 7200,
    discounts: [{ promotion_code: code?.id, coupon: null }],
    total_details: { amount_discount: 800, breakdown: { discounts: [{ amount: 800 }] } },
  })
})

test('an inactive, expired or unknown promotion code is not listed as active or not taken', async () => {
  const past = new Date(Date.now() - 1000)
  const { client } = await startTestStripe({
    promotionCodes: [
      { code: 'APAGADO', percentOff: 10, active: false },
      { code: 'CADUCADO', percentOff: 10, expiresAt: past },
    ],
  })
  const [expired] = (await client.promotionCodes.list({ code: 'CADUCADO' })).data

  const refused = client.checkout.sessions.create({
    ...consultationCheckoutParams,
    discounts: [{ promotion_code: expired?.id ?? '' }],
  })

  await expect(refused).rejects.toMatchObject({ code: 'coupon_expired' })
  expect((await client.promotionCodes.list({ code: 'APAGADO', active: true })).data).toEqual([])
  expect((await client.promotionCodes.list({ code: 'CADUCADO', active: true })).data).toEqual([])
})

test('a code for one use is refused after it', async () => {
  const bench = await startTestStripe({ promotionCodes: [{ code: 'UNA', percentOff: 10, maxRedemptions: 1 }] })
  const [code] = (await bench.client.promotionCodes.list({ code: 'UNA' })).data
  const discounts = [{ promotion_code: code?.id ?? '' }]
  const { page } = await createOpenCheckoutSession(bench, { discounts })
  await bench.submit(page, { act: 'pay', attempt: 'a1', email: 'ana@example.com' })

  const refused = bench.client.checkout.sessions.create({ ...consultationCheckoutParams, discounts })

  await expect(refused).rejects.toMatchObject({ code: 'coupon_expired' })
})

test('coupons and promotion codes can be made by the API', async () => {
  const { client } = await startTestStripe()
  const coupon = await client.coupons.create({ amount_off: 1500, currency: 'eur', duration: 'once' })
  const code = await client.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'MENOS15' })

  const session = await client.checkout.sessions.create({
    ...consultationCheckoutParams,
    discounts: [{ promotion_code: code.id }],
  })

  expect(session.amount_total).toBe(6500)
})

test.each([
  ['percent_off', { percent_off: 0 }],
  ['percent_off', { percent_off: -5 }],
  ['percent_off', { percent_off: 100.5 }],
  ['amount_off', { amount_off: 0, currency: 'eur' }],
  ['name', { percent_off: 20, name: 'n'.repeat(41) }],
])('a coupon with a wrong %s is refused by that name: %j', async (param, coupon) => {
  const bench = await startTestStripe()

  const refusal = await bench.client.coupons.create(coupon).catch((error: unknown) => error)

  expect(refusal).toMatchObject({ statusCode: 400, param })
})

test.each([0.5, 100])('a coupon of %d percent is made', async (percent_off) => {
  const bench = await startTestStripe()

  expect(await bench.client.coupons.create({ percent_off })).toMatchObject({ percent_off })
})

test('the same idempotency key and parameters give the same session', async () => {
  const { client } = await startTestStripe()
  const first = await client.checkout.sessions.create(consultationCheckoutParams, { idempotencyKey: 'order:ord_1:v1' })

  const again = await client.checkout.sessions.create(consultationCheckoutParams, { idempotencyKey: 'order:ord_1:v1' })

  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect((await client.checkout.sessions.list()).data).toHaveLength(1)
})

test('an idempotency key is forgotten after a day of its clock, unless the stand-in is told to remember it', async () => {
  const keyClock = { now: new Date('2026-11-23T09:00:00.000Z') }
  let forgets = false
  const { client } = await startTestStripe({ keyClock: () => keyClock.now, forgetsKeys: () => forgets })
  const create = async () =>
    (await client.checkout.sessions.create(consultationCheckoutParams, { idempotencyKey: 'k' })).id
  const first = await create()
  keyClock.now = new Date('2026-11-24T09:00:00.000Z')

  expect(await create()).toBe(first)
  forgets = true
  const second = await create()
  expect(second).not.toBe(first)
  keyClock.now = new Date('2026-11-25T08:59:59.000Z')
  expect(await create()).toBe(second)
})

test('the same idempotency key with other parameters is refused', async () => {
  const { client } = await startTestStripe()
  await client.checkout.sessions.create(consultationCheckoutParams, { idempotencyKey: 'k' })

  const refused = client.checkout.sessions.create(
    { ...consultationCheckoutParams, client_reference_id: 'x' },
    { idempotencyKey: 'k' },
  )

  await expect(refused).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
})

test('an idempotency key of more than 255 characters is refused', async () => {
  const { client } = await startTestStripe()
  const create = (length: number) =>
    client.checkout.sessions.create(consultationCheckoutParams, { idempotencyKey: 'k'.repeat(length) })

  await expect(create(256)).rejects.toMatchObject({ statusCode: 400 })
  expect(await create(255)).toMatchObject({ status: 'open' })
})

test('an idempotency key whose first request is still coming in is refused as in use', async () => {
  const { client, origin } = await startTestStripe()
  const started = request(`${origin}/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testStripeApiKey}`, 'idempotency-key': 'k', expect: '100-continue' },
  })
  const reply = new Promise<string>((resolve) => started.on('response', (response) => resolve(text(response))))
  // The server's "continue" shows that it is processing the first request.
  await new Promise<void>((resolve) => started.once('continue', resolve).flushHeaders())

  const refused = client.customers.create({ email: 'ana@example.com' }, { idempotencyKey: 'k' })

  await expect(refused).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  started.end('email=ana%40example.com')
  expect(JSON.parse(await reply)).toMatchObject({ object: 'customer' })
})

test('a refused request may be repeated with its idempotency key once it is right', async () => {
  const { client } = await startTestStripe()
  const wrong = client.checkout.sessions.create(
    { ...consultationCheckoutParams, success_url: 'x' },
    { idempotencyKey: 'k' },
  )
  await expect(wrong).rejects.toMatchObject({ code: 'url_invalid' })

  const session = await client.checkout.sessions.create(consultationCheckoutParams, { idempotencyKey: 'k' })

  expect(session.status).toBe('open')
})

test('an expired session has no page and says so in an event', async () => {
  const bench = await startTestStripe()
  const { id } = await createOpenCheckoutSession(bench)

  const session = await bench.client.checkout.sessions.expire(id)

  expect(session).toMatchObject({ status: 'expired', url: null })
  expect(bench.standIn.events()).toMatchObject([{ type: 'checkout.session.expired', data: { object: { id } } }])
})

test('a paid session cannot be expired', async () => {
  const bench = await startTestStripe()
  const { id } = await createPaidCheckoutSession(bench)

  await expect(bench.client.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 })
})

test('a session expires by itself when its time has passed', async () => {
  const bench = await startTestStripe()
  const { id } = await createOpenCheckoutSession(bench)
  bench.clock.now = new Date(bench.clock.now.getTime() + 24 * 60 * 60 * 1000)

  const count = bench.standIn.sweep()

  expect(count).toBe(1)
  expect((await bench.client.checkout.sessions.retrieve(id)).status).toBe('expired')
  expect(bench.standIn.events().map(({ type }) => type)).toEqual(['checkout.session.expired'])
})

test('sessions are listed newest first, page by page', async () => {
  const bench = await startTestStripe()
  const ids = [
    await createOpenCheckoutSession(bench),
    await createOpenCheckoutSession(bench),
    await createOpenCheckoutSession(bench),
  ].map(({ id }) => id)

  const first = await bench.client.checkout.sessions.list({ limit: 2 })
  const rest = await bench.client.checkout.sessions.list({ limit: 2, starting_after: first.data[1]?.id ?? '' })

  expect(first.data.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  expect(first.has_more).toBe(true)
  expect(rest.data.map(({ id }) => id)).toEqual([ids[0]])
  expect(rest.has_more).toBe(false)
})

test('a session is found by its payment intent', async () => {
  const bench = await startTestStripe()
  await createOpenCheckoutSession(bench)
  const { id, intent } = await createPaidCheckoutSession(bench)

  const { data } = await bench.client.checkout.sessions.list({ payment_intent: intent })

  expect(data.map((session) => session.id)).toEqual([id])
})

test('a wrong key is refused', async () => {
  const { clientWith } = await startTestStripe()

  const refused = clientWith('sk_test_other').customers.list()

  await expect(refused).rejects.toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
})

test('an id that does not exist is refused as missing', async () => {
  const { client } = await startTestStripe()

  const refused = client.checkout.sessions.retrieve('cs_test_nothing')

  await expect(refused).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
})

test('a customer is kept, changed and removed', async () => {
  const { client } = await startTestStripe()
  const { id } = await client.customers.create({ email: 'ana@example.com', metadata: { userId: 'usr_1' } })

  await client.customers.update(id, { name: 'Ana' })

  expect(await client.customers.retrieve(id)).toMatchObject({
    email: 'ana@example.com',
    name: 'Ana',
    metadata: { userId: 'usr_1' },
  })
  await client.customers.del(id)
  await expect(client.customers.retrieve(id)).rejects.toMatchObject({ code: 'resource_missing' })
})
