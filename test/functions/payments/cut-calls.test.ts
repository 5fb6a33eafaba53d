import { readFileSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveContinuing } from '../../../functions/payments/continue-refunds.handler.ts'
import { createLambdaHandler as serveReleasing } from '../../../functions/payments/release-holds.handler.ts'
import { bothConsents } from '../../support/early-start.ts'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'
import { createAdministrador, createPasswordSessionClaims, recordSecondFactorProof } from '../../support/people.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { consultationPurchase, createShopSetup, listShopStripeEvents, type ShopSetup } from '../../support/shop.ts'
import { createSlotVisitor } from '../../support/slot-visitors.ts'
import { deliverStripeEvent, testPromotionCodes } from '../../support/stripe-setup.ts'

const rows: Readonly<Record<string, string>> = {
  'promotionCodes.list': 'GET /v1/promotion_codes',
  'coupons.retrieve': 'GET /v1/coupons/:id',
  'checkout.sessions.create': 'POST /v1/checkout/sessions',
  'checkout.sessions.retrieve': 'GET /v1/checkout/sessions/:id',
  'checkout.sessions.expire': 'POST /v1/checkout/sessions/:id/expire',
  'checkout.sessions.list': 'GET /v1/checkout/sessions',
  'refunds.list': 'GET /v1/refunds',
  'refunds.create': 'POST /v1/refunds',
}

const AT_NINE = '2026-12-10T08:00:00.000Z'
const AT_TEN = '2026-12-10T09:00:00.000Z'
const REFUND_ID = 'ref_11111111-1111-4111-8111-111111111111'

/** Retries like a user without an answer, and like Stripe's redelivery. */
async function untilAnswered<Answer extends { readonly status: number }>(
  press: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 0; tries < 3; tries++) {
    const answer = await press()
    if (answer.status < 500) return answer
  }
  throw new Error('no answer to three presses')
}

const deliver = async (shop: ShopSetup, ...types: string[]) => {
  for (const event of listShopStripeEvents(shop, ...types))
    await untilAnswered(async () => ({ status: await deliverStripeEvent(event, shop.practice) }))
}

async function takeAnHourAndTheMoneyBack(shop: ShopSetup) {
  const { practice, session, buyer, ask } = shop
  const visitor = createSlotVisitor(shop)
  const checkout = (startsAt: string) =>
    untilAnswered(() =>
      ask(payments.checkout, {
        as: session,
        body: {
          ...consultationPurchase,
          discountCode: testPromotionCodes.quarterOff,
          consents: bothConsents,
          hold: { ticket: visitor.ticket, startsAt },
        },
      }),
    )
  await visitor.hold(AT_NINE)
  await checkout(AT_NINE)
  await untilAnswered(() => visitor.hold(AT_TEN))
  const { body: order } = await checkout(AT_TEN)
  await shop.stripe.fillIn(order.url, 'pay', buyer.email)
  await deliver(shop, 'checkout.session.completed', 'checkout.session.expired')
  const params = { paymentId: order.orderId.replace('ord_', 'pay_') }
  const body = { refundId: REFUND_ID, amountCents: order.totalCents }
  await untilAnswered(() => ask(payments.refundOwn, { as: session, params, body }))
  practice.clock.advance({ minutes: 70 })
  await sweep(() => serveContinuing(() => practice)())
  await sweep(() => serveReleasing(() => practice)())
  await deliver(shop, 'charge.refunded', 'refund.created', 'refund.updated')
}

/** Repeats a failed run, as the schedule does after five minutes. */
const sweep = async (run: () => Promise<unknown>) => run().catch(run)

const pick = <Item extends object, Key extends keyof Item>(items: readonly Item[], ...keys: Key[]) =>
  items.map((item) => keys.map((key) => item[key])).toSorted((one, other) => String(one).localeCompare(String(other)))

async function readEnd(shop: ShopSetup) {
  const { data } = shop.practice
  const counts = await countItemsByEntity(shop.practice)
  const { refunds } = shop.stripe.client
  return {
    orders: pick((await data.orders.scan.go()).data, 'status', 'totalCents', 'startsAt'),
    payments: pick((await data.payments.scan.go()).data, 'status', 'amountCents', 'refundedCents'),
    refunds: pick((await data.refunds.scan.go()).data, 'status', 'amountCents'),
    consultations: pick((await data.consultations.scan.go()).data, 'status', 'startsAt'),
    atStripe: pick((await refunds.list({ limit: 100 })).data, 'amount', 'status'),
    sums: Object.fromEntries(['mail', 'slotHold', 'orderToSchedule', 'openOrder'].map((kind) => [kind, counts[kind]])),
    broken: await listBrokenInvariants(shop.practice),
  }
}

async function letHoursGo(shop: ShopSetup) {
  const { practice, ask } = shop
  const boss = await createAdministrador(practice)
  const [leaving, forgetting, paying] = [createSlotVisitor(shop), createSlotVisitor(shop), createSlotVisitor(shop)]
  const begin = async ({ hold, checkout }: ReturnType<typeof createSlotVisitor>, startsAt: string) => {
    await hold(startsAt)
    return (await untilAnswered(() => checkout(startsAt))).body
  }
  await begin(leaving, AT_NINE)
  await untilAnswered(() => leaving.release())
  await begin(forgetting, AT_TEN)
  const order = await begin(paying, AT_NINE)
  await shop.stripe.fillIn(order.url, 'pay', 'ana@correo.test')
  await deliver(shop, 'checkout.session.completed')
  const { data: paid } = await practice.data.orders.get({ orderId: order.orderId }).go()
  const params = { customerId: paid?.customerId ?? '', paymentId: order.orderId.replace('ord_', 'pay_') }
  await recordSecondFactorProof(boss, practice)
  const as = createPasswordSessionClaims(boss, practice)
  await untilAnswered(() => ask(payments.refundUnproven, { as, params }))
  practice.clock.advance({ minutes: 70 })
  await sweep(() => serveReleasing(() => practice)())
  await sweep(() => serveContinuing(() => practice)())
  await deliver(shop, 'checkout.session.expired', 'charge.refunded', 'refund.created', 'refund.updated')
}

const stories: Readonly<Record<string, { tell: (shop: ShopSetup) => Promise<void>; calls: readonly string[] }>> = {
  'an hour, another one, paid with a code and refunded': {
    tell: takeAnHourAndTheMoneyBack,
    calls: [
      'GET /v1/promotion_codes',
      'GET /v1/coupons/:id',
      'POST /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'POST /v1/checkout/sessions/:id/expire',
      'GET /v1/promotion_codes',
      'GET /v1/coupons/:id',
      'GET /v1/checkout/sessions/:id',
      'POST /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/refunds',
      'POST /v1/refunds',
      'GET /v1/refunds',
      'GET /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/refunds',
      'GET /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/refunds',
    ],
  },
  'hours that are let go, and a buyer without an account': {
    tell: letHoursGo,
    calls: [
      'POST /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'POST /v1/checkout/sessions/:id/expire',
      'POST /v1/checkout/sessions',
      'POST /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/refunds',
      'POST /v1/refunds',
      'GET /v1/refunds',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/refunds',
      'GET /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/refunds',
    ],
  },
}

const ends: Readonly<Record<keyof typeof stories, object>> = {
  'an hour, another one, paid with a code and refunded': {
    orders: [['refunded', 6000, AT_TEN]],
    payments: [['refunded', 6000, 6000]],
    refunds: [['succeeded', 6000]],
    consultations: [['cancelled', AT_TEN]],
    atStripe: [[6000, 'succeeded']],
    broken: {},
  },
  'hours that are let go, and a buyer without an account': {
    orders: [
      ['expired', 8000, AT_NINE],
      ['expired', 8000, AT_TEN],
      ['refunded', 8000, AT_NINE],
    ],
    payments: [['refunded', 8000, 8000]],
    refunds: [['succeeded', 8000]],
    consultations: [['cancelled', AT_NINE]],
    atStripe: [[8000, 'succeeded']],
    broken: {},
  },
}

const told = new Map<string, ReturnType<typeof tellUncut>>()

async function tellUncut(story: string) {
  const shop = await createShopSetup()
  await stories[story]?.tell(shop)
  return { calls: [...shop.stripe.calls], end: await readEnd(shop) }
}

function readUncut(story: string) {
  const known = told.get(story) ?? tellUncut(story)
  told.set(story, known)
  return known
}

const STRIPE_CALL =
  /\.((?:checkout\.sessions|refunds|promotionCodes|coupons|charges|paymentIntents|prices)\.(?:create|retrieve|list|expire|update|cancel|capture))\(/g

test('what the product asks Stripe has its row among the calls that are cut', () => {
  const sources = globSync('functions/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const called = sources
    .filter((source) => source.includes('stripe'))
    .flatMap((source) => [...source.matchAll(STRIPE_CALL)].map(([, call = '']) => call))

  expect(new Set(called)).toEqual(new Set(Object.keys(rows)))
  expect(new Set(Object.values(stories).flatMap(({ calls }) => calls))).toEqual(new Set(Object.values(rows)))
})

test.each(Object.entries(stories))(
  '%s: the story makes the calls that are cut, and ends well',
  async (story, { calls }) => {
    const { calls: made, end } = await readUncut(story)

    expect(made).toEqual(calls)
    expect(end).toMatchObject(ends[story] ?? {})
  },
)

const cuts = Object.entries(stories).flatMap(([story, { calls }]) =>
  calls.flatMap((call, index) => (['before', 'after'] as const).map((when) => ({ story, call, nth: index + 1, when }))),
)

test.each(cuts)(
  'A-71 $story: call $nth, $call, cut once $when it took effect, ends as if it had not been',
  async ({ story, call, nth, when }) => {
    const { end } = await readUncut(story)
    const shop = await createShopSetup()
    shop.stripe.cut = { nth, when }

    await stories[story]?.tell(shop)

    expect(shop.stripe.cut, 'the call was not made').toBeUndefined()
    expect(shop.stripe.calls[nth - 1]).toBe(call)
    expect(await readEnd(shop)).toEqual(end)
  },
)
