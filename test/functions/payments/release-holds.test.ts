import { describe, expect, test, vi } from 'vitest'
import { createLambdaHandler as sweeping } from '../../../functions/payments/release-holds.handler.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { createShopSetup, listShopStripeEvents, type ShopSetup } from '../../support/shop.ts'
import { createSlotVisitor } from '../../support/slot-visitors.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

const AT_NINE = '2026-11-30T08:00:00.000Z'
const AT_TEN = '2026-11-30T09:00:00.000Z'
const DAY = ['08:00', '09:00', '10:00', '11:00', '12:00', '15:00', '16:00', '17:00'].map(
  (time) => `2026-11-30T${time}:00.000Z`,
)

const sweep = ({ practice }: ShopSetup) => sweeping(() => practice)({})

describe('the schedule that gives held hours free', () => {
  test('leaves what is still held, and frees what nobody pays for any more', async () => {
    const shop = await createShopSetup()
    await createSlotVisitor(shop).hold(AT_NINE)
    shop.practice.clock.advance({ minutes: 6 })
    await createSlotVisitor(shop).hold(AT_TEN)
    shop.practice.clock.advance({ minutes: 6 })

    const answers = [await sweep(shop), await sweep(shop)]

    expect(answers).toEqual([{ released: 1 }, { released: 0 }])
    expect((await shop.practice.data.slotHolds.scan.go()).data).toMatchObject([{ startsAt: AT_TEN }])
  })

  test('asks Stripe about an hour whose payment was begun, and keeps it while Stripe does not answer', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    await visitor.checkout(AT_NINE)
    shop.practice.clock.advance({ minutes: 63 })
    shop.stripe.outage = true
    await expect(sweep(shop)).rejects.toThrow('1 holds could not be settled')
    const meanwhile = await countItemsByEntity(shop.practice)
    shop.stripe.outage = false

    const answer = await sweep(shop)

    expect(meanwhile).toMatchObject({ slotHold: 1 })
    expect(answer).toEqual({ released: 1 })
    expect(shop.stripe.standIn.sessions()[0]?.status).toBe('expired')
  })

  test('makes the consultation of an hour that was paid, where no event came', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const { body } = await visitor.checkout(AT_NINE)
    await shop.stripe.fillIn(body.url, 'pay')
    shop.practice.clock.advance({ minutes: 63 })

    const answer = await sweep(shop)

    expect(answer).toEqual({ released: 0 })
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ consultation: 1, payment: 1 })
    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('slotHold')
  })
})

test.each([1, 2, 3])(
  'fifty visitors, eight hours, holds and payments mixed: the sums agree (seed %i)',
  async (seed) => {
    const shop = await createShopSetup()
    const random = createRandom(seed)
    const visitors = Array.from({ length: 50 }, () => createSlotVisitor(shop))
    const paid: string[] = []
    const codes = new Set<string | undefined>()

    // Ensures that at least one of them has an hour and pays.
    await visitors[0]?.hold(AT_NINE)

    await Promise.all(
      visitors.map(async (visitor, index) => {
        const isSure = index === 0
        const startsAt = isSure ? AT_NINE : (DAY[Math.floor(random() * DAY.length)] ?? AT_NINE)
        const [gives, pays] = [!isSure && random() < 0.2, isSure || random() < 0.8]
        const held = await visitor.hold(startsAt)
        codes.add(held.body.code)
        if (held.status !== 200) return
        if (gives) return void (await visitor.release())
        const { body } = await visitor.checkout(startsAt)
        codes.add(body.code)
        if (!pays || !body.url) return
        await shop.stripe.fillIn(body.url, 'pay', `${body.orderId}@correo.test`)
        paid.push(body.orderId)
      }),
    )
    const events = listShopStripeEvents(shop, 'checkout.session.completed')
    await Promise.all([...events, ...events].map((event) => deliverStripeEvent(event, shop.practice)))

    const { data } = shop.practice
    const consultations = (await data.consultations.scan.go({ pages: 'all' })).data
    const waiting = (await data.ordersToSchedule.scan.go({ pages: 'all' })).data
    const payments = (await data.payments.scan.go({ pages: 'all' })).data
    const holds = (await data.slotHolds.scan.go({ pages: 'all' })).data
    expect(codes).toEqual(new Set([undefined, 'slot-taken', 'too-many-holds']))
    expect(paid.length).toBeGreaterThan(0)
    expect(payments.map(({ orderId }) => orderId).toSorted()).toEqual(paid.toSorted())
    const settled = [...consultations, ...waiting].map(({ orderId }) => orderId ?? '')
    expect(settled.toSorted()).toEqual(paid.toSorted())
    const starts = [...consultations, ...holds].map(({ startsAt }) => startsAt)
    expect(new Set(starts).size).toBe(starts.length)
  },
)

/** Mulberry32: the same seed gives the same visitors. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const twice = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((twice ^ (twice >>> 14)) >>> 0) / 4_294_967_296
  }
}
