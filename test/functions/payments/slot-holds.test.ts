import { describe, expect, test } from 'vitest'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { createShopSetup, listShopStripeEvents } from '../../support/shop.ts'
import { createSlotVisitor, listFreeStarts } from '../../support/slot-visitors.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

const WEEK = '2026-11-30'
const AT_NINE = '2026-11-30T08:00:00.000Z'
const AT_TEN = '2026-11-30T09:00:00.000Z'
const refused = (code: string, status = 409) => ({ status, body: { code } })

describe('an hour held for a visitor', () => {
  test('is theirs for ten minutes, and nobody else can have it', async () => {
    const shop = await createShopSetup()

    const held = await createSlotVisitor(shop).hold(AT_NINE)
    const other = await createSlotVisitor(shop).hold(AT_NINE)

    expect(held).toEqual({
      status: 200,
      body: {
        startsAt: AT_NINE,
        durationMinutes: 30,
        heldUntil: '2026-11-21T09:10:00.000Z',
        now: '2026-11-21T09:00:00.000Z',
      },
    })
    expect(other).toEqual(refused('slot-taken'))
  })

  test('is not among the free hours, and after ten minutes it is again, for whoever comes first', async () => {
    const shop = await createShopSetup()
    await createSlotVisitor(shop).hold(AT_NINE)
    const meanwhile = await listFreeStarts(shop, WEEK)

    shop.practice.clock.advance({ minutes: 11 })

    expect(meanwhile).not.toContain(AT_NINE)
    expect(await listFreeStarts(shop, WEEK)).toContain(AT_NINE)
    expect(await createSlotVisitor(shop).hold(AT_NINE)).toMatchObject({ status: 200 })
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ slotHold: 1 })
  })

  test('pressed ten times at once, and once more later, it is one hold until the same minute', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)

    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.hold(AT_NINE)))
    shop.practice.clock.advance({ minutes: 3 })
    const later = await visitor.hold(AT_NINE)

    expect(new Set([...answers, later].map(({ body }) => body.heldUntil))).toEqual(
      new Set(['2026-11-21T09:10:00.000Z']),
    )
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ slotHold: 1 })
  })

  test('another one frees the first, in the same transaction', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)

    await visitor.hold(AT_TEN)

    expect(await createSlotVisitor(shop).hold(AT_NINE)).toMatchObject({ status: 200 })
    expect(await createSlotVisitor(shop).hold(AT_TEN)).toEqual(refused('slot-taken'))
  })

  test('another one that somebody has leaves the first', async () => {
    const shop = await createShopSetup()
    const [visitor, other] = [createSlotVisitor(shop), createSlotVisitor(shop)]
    await visitor.hold(AT_NINE)
    await other.hold(AT_TEN)

    expect(await visitor.hold(AT_TEN)).toEqual(refused('slot-taken'))
    expect(await createSlotVisitor(shop).hold(AT_NINE)).toEqual(refused('slot-taken'))
  })

  test('given back it is free at once, and giving it back again says the same', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)

    const answers = [await visitor.release(), await visitor.release()]

    expect(answers.map(({ body }) => body)).toEqual([{ released: true }, { released: true }])
    expect(await createSlotVisitor(shop).hold(AT_NINE)).toMatchObject({ status: 200 })
  })

  test('leaves the pause after it to nobody, and does not begin in one', async () => {
    const shop = await createShopSetup()
    await createSlotVisitor(shop).hold(AT_TEN)

    const before = await createSlotVisitor(shop).hold('2026-11-30T08:30:00.000Z')
    const within = await createSlotVisitor(shop).hold('2026-11-30T09:30:00.000Z')

    expect([before, within]).toEqual([refused('slot-taken'), refused('slot-taken')])
    expect((await listFreeStarts(shop, WEEK)).slice(0, 2)).toEqual([AT_NINE, '2026-11-30T10:00:00.000Z'])
  })

  test.each([
    ['too-soon', '2026-11-22T08:00:00.000Z'],
    ['outside-hours', '2026-11-30T13:30:00.000Z'],
    ['outside-hours', '2026-11-29T09:00:00.000Z'],
    ['outside-hours', '2026-11-30T08:15:00.000Z'],
    ['too-far', '2027-02-01T09:00:00.000Z'],
  ])('A-70 an hour that is not offered is refused as %s: %s', async (code, startsAt) => {
    const shop = await createShopSetup()

    expect(await createSlotVisitor(shop).hold(startsAt)).toEqual(refused(code))
    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('slotHold')
  })

  test('says nothing of the network from which it was asked for', async () => {
    const shop = await createShopSetup()
    await createSlotVisitor(shop, '198.51.100.77').hold(AT_NINE)

    const { slotHolds, slotHoldLimits } = shop.practice.data
    const kept = [...(await slotHolds.scan.go()).data, ...(await slotHoldLimits.scan.go()).data]

    expect(kept).toHaveLength(4)
    expect(JSON.stringify(kept)).not.toContain('198.51')
  })
})

const DAY = ['08:00', '09:00', '10:00', '11:00', '12:00', '15:00', '16:00', '17:00'].map(
  (time) => `2026-11-30T${time}:00.000Z`,
)
const week = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']

const findStart = (n: number) => (DAY[n % 8] ?? '').replace('2026-11-30', week[Math.floor(n / 8) % 5] ?? '')

async function holdAndBegin(visitor: ReturnType<typeof createSlotVisitor>, startsAt: string) {
  const held = await visitor.hold(startsAt)
  return held.status === 200 ? visitor.checkout(startsAt, { purchaseTicket: visitor.ticket }) : held
}

describe('what holds may take', () => {
  test.each([
    ['an IPv4 /24', ['198.51.100.1', '198.51.100.77', '198.51.100.200', '198.51.100.9'], '198.51.101.9'],
    ['an IPv6 /64', ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4'], '2001:db8:0:1::4'],
  ])('%s has three at once, and a fourth when one has lapsed', async (_, addresses, elsewhere) => {
    const shop = await createShopSetup()
    const starts = week.map((day) => `${day}T08:00:00.000Z`)
    const hold = (address: string, index: number) => createSlotVisitor(shop, address).hold(starts[index] ?? '')

    const answers = await Promise.all(addresses.map(hold))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.find(({ status }) => status !== 200)).toEqual(refused('too-many-holds', 429))
    expect(await hold(elsewhere, 4)).toMatchObject({ status: 200 })
    shop.practice.clock.advance({ minutes: 11 })
    expect(await hold(addresses[0] ?? '', 0)).toMatchObject({ status: 200 })
  })

  test('visitors who have not begun to pay hold a third of a day at most', async () => {
    const shop = await createShopSetup()

    const answers = await Promise.all(DAY.map((startsAt) => createSlotVisitor(shop).hold(startsAt)))

    // A third of eight hours is 160 minutes; each takes 30 and a pause, 45 on the grid.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.code === 'too-many-holds')).toHaveLength(5)
  })

  test('visitors of any provider who have begun to pay and have not paid hold two thirds of a day at most', async () => {
    const shop = await createShopSetup()

    const answers = []
    for (const startsAt of DAY) answers.push(await holdAndBegin(createSlotVisitor(shop), startsAt))

    // Twenty of thirty-two quarter hours, three for each.
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    expect(answers.at(-1)).toEqual(refused('too-many-holds', 429))
    expect((await listFreeStarts(shop, WEEK)).filter((start) => start.startsWith('2026-11-30'))).not.toEqual([])
  })

  test('what is paid takes nothing of what others may hold', async () => {
    const shop = await createShopSetup()

    for (const startsAt of DAY) {
      const visitor = createSlotVisitor(shop)
      await visitor.hold(startsAt)
      const { body } = await visitor.checkout(startsAt, { purchaseTicket: visitor.ticket })
      await shop.stripe.fillIn(body.url, 'pay')
      for (const event of listShopStripeEvents(shop, 'checkout.session.completed')) {
        await deliverStripeEvent(event, shop.practice)
      }
    }

    expect(await countItemsByEntity(shop.practice)).toMatchObject({ consultation: DAY.length })
  })

  test('one network begins twelve payments of held hours a day, however often it gives them back', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    const begun = []
    for (let n = 0; n < 13; n++) {
      begun.push(await holdAndBegin(visitor, AT_NINE))
      shop.practice.clock.advance({ minutes: 5 })
      await visitor.release()
    }

    const answers = begun.map(({ status }) => status)

    expect(answers).toEqual([...Array.from({ length: 12 }, () => 200), 429])
    expect(begun.at(-1)).toEqual(refused('too-many-holds', 429))
    expect(await holdAndBegin(createSlotVisitor(shop), AT_NINE)).toMatchObject({ status: 200 })
    shop.practice.clock.advance({ minutes: 24 * 60 })
    expect(await holdAndBegin(visitor, AT_TEN.replace('11-30', '12-02'))).toMatchObject({ status: 200 })
  })

  test('two visitors of one provider have an hour each of the same day', async () => {
    const shop = await createShopSetup()

    const answers = [
      await createSlotVisitor(shop, '31.4.1.1').hold(DAY[0] ?? ''),
      await createSlotVisitor(shop, '31.4.2.1').hold(DAY[3] ?? ''),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test.each([
    ['of one provider, in networks of their own', (n: number) => `31.4.${n}.1`, '88.1.2.3'],
    ['of one provider, by IPv6', (n: number) => `2a0c:5a80:${n.toString(16)}::1`, '2a02:9130::1'],
    ['of one provider with several /16', (n: number) => `52.${16 + (n % 5)}.${n}.1`, '88.1.2.3'],
    ['of one provider with several IPv6 /32', (n: number) => `2600:1f${(n % 5) + 10}:${n}::1`, '2a02:9130::1'],
  ])('two hundred addresses %s leave every day of the week to others', async (_, addressOf, elsewhere) => {
    const shop = await createShopSetup()
    for (let n = 0; n < 200; n += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_unused, index) =>
          holdAndBegin(createSlotVisitor(shop, addressOf(n + index)), findStart(n + index)),
        ),
      )
    }
    const free = await listFreeStarts(shop, WEEK)

    const answers = []
    for (const [index, day] of week.entries()) {
      const startsAt = free.find((start) => start.startsWith(day)) ?? ''
      // A network may hold three, so each request uses the next one.
      const address = elsewhere.replace('.3', `.${index}`).replace('::1', `:${index}::1`)
      answers.push(await createSlotVisitor(shop, address.replace('88.1.2', `88.1.${index}`)).hold(startsAt))
    }

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // A third of a day is three holds, and with its pause each takes up to three of the sixteen starts.
    for (const day of week) expect(free.filter((start) => start.startsWith(day)).length, day).toBeGreaterThanOrEqual(7)
  })

  test('fifty visitors want one hour: one has it, the others are told', async () => {
    const shop = await createShopSetup()

    const answers = await Promise.all(Array.from({ length: 50 }, () => createSlotVisitor(shop).hold(AT_NINE)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'slot-taken')).toHaveLength(49)
  })
})
