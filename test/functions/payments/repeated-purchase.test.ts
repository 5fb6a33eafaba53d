import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { consultationPurchase, createShopSetup, getOrderCheckoutSession } from '../../support/shop.ts'

const START = '2026-12-21T10:00:00.000Z'
const secret = () => randomBytes(32).toString('base64url')

async function aVisitor() {
  const shop = await createShopSetup()
  const purchaseTicket = secret()
  const buy = (more: object = {}) =>
    shop.ask(payments.checkoutAnonymous, { body: { ...consultationPurchase, purchaseTicket, ...more } })
  const hold = async (startsAt: string) => {
    const held = { ticket: secret(), startsAt }
    await shop.ask(payments.holdSlot, { body: { ...consultationPurchase, ...held } })
    return held
  }
  const open = () => shop.stripe.standIn.sessions().filter(({ status }) => status === 'open')
  const pay = async (url: string, orderId: string) => {
    await shop.stripe.fillIn(url, 'pay', 'ana@correo.test')
    const sessionId = await getOrderCheckoutSession(shop.practice, orderId)
    return shop.ask(payments.confirm, { body: { sessionId } })
  }
  return { ...shop, buy, hold, open, pay, purchaseTicket }
}

test('A-67 whoever buys without account and hour and presses ten times at once, or again later, has one order and one session', async () => {
  const { buy, open, practice } = await aVisitor()

  const answers = await Promise.all(Array.from({ length: 10 }, () => buy()))
  practice.clock.advance({ minutes: 20 })
  const later = await buy()

  expect(new Set([...answers, later].map(({ status, body }) => `${status} ${body.orderId} ${body.url}`)).size).toBe(1)
  expect(later.status).toBe(200)
  expect(open()).toHaveLength(1)
  expect(await countItemsByEntity(practice)).toMatchObject({ order: 1, auditEntry: 1 })
})

test('A-67 the answer that Stripe lost is not a second order', async () => {
  const { buy, stripe, practice } = await aVisitor()
  stripe.outage = true
  const lost = await buy()
  stripe.outage = false

  const again = await buy()

  expect([lost.status, again.status]).toEqual([503, 200])
  expect(await countItemsByEntity(practice)).toMatchObject({ order: 1 })
})

test('A-67 an hour that is chosen after the first press, in this tab or another, goes to the same order: only one session can be paid', async () => {
  const { buy, hold, open, practice } = await aVisitor()
  const without = await buy()
  const one = await buy({ hold: await hold(START) })
  const other = await buy({ hold: await hold('2026-12-22T10:00:00.000Z') })

  expect([one.body.orderId, other.body.orderId]).toEqual([without.body.orderId, without.body.orderId])
  expect(open().map(({ url }) => url)).toEqual([other.body.url])
  expect((await practice.data.slotHolds.scan.go()).data).toMatchObject([{ startsAt: '2026-12-22T10:00:00.000Z' }])
})

test('A-67 what is paid already is not paid again from the page that was left open, with or without an hour', async () => {
  const { buy, hold, pay, practice } = await aVisitor()
  const { body } = await buy()
  await pay(body.url, body.orderId)

  const answers = [await buy(), await buy({ hold: await hold(START) })]

  expect(answers).toEqual(answers.map(() => ({ status: 409, body: { code: 'order-already-paid' } })))
  expect(await countItemsByEntity(practice)).toMatchObject({ order: 1, payment: 1 })
})

test('A-67 after a refund, and in another browser, it is another purchase', async () => {
  const { buy, pay, ask, practice } = await aVisitor()
  const { body: first } = await buy()
  await pay(first.url, first.orderId)
  await practice.data.orders
    .patch({ orderId: first.orderId })
    .set({ status: 'refunded' })
    .composite({ createdAt: practice.now().toISOString() })
    .go()

  const second = await buy()
  const stranger = await ask(payments.checkoutAnonymous, {
    body: { ...consultationPurchase, purchaseTicket: secret() },
  })

  expect([second.status, stranger.status]).toEqual([200, 200])
  expect(new Set([first.orderId, second.body.orderId, stranger.body.orderId]).size).toBe(3)
})

test.each(['', 'short', 'A'.repeat(44), `${'A'.repeat(42)}!`, 7])(
  'A-67 a ticket that is none is refused: %o',
  async (purchaseTicket) => {
    const { buy, practice } = await aVisitor()

    expect(await buy({ purchaseTicket })).toMatchObject({ status: 400 })
    expect(await countItemsByEntity(practice)).not.toHaveProperty('order')
  },
)
