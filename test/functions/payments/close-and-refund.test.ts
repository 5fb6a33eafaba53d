import { describe, expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import type { StoredOrder } from '../../../functions/payments/open-checkout-session.ts'
import { recordPayment } from '../../../functions/payments/record-payment.ts'
import { countItemsByEntity, scanWholeTable } from '../../support/scan-whole-table.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { shuffleItems } from '../../support/shuffled.ts'
import {
  createShopSetup,
  openStripeCheckout,
  consultationPurchase,
  listShopStripeEvents,
  getStoredOrder,
  payAtStripe,
  type ShopSetup,
} from '../../support/shop.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

describe('a payment that is settled days later', () => {
  test('is not a payment while it is on its way', async () => {
    const shop = await createShopSetup()
    const { orderId } = await payingLater(shop)

    await deliverAll(shop)

    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'pending' })
    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('payment')
  })

  test('is one payment once it has succeeded', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payingLater(shop)
    await deliverAll(shop)
    shop.stripe.standIn.settle(sessionId, 'succeeded')

    await deliverAll(shop, shuffleItems(listShopStripeEvents(shop), 7))

    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'paid' })
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ payment: 1, receipt: 1, mail: 1 })
  })

  test('that fails in the end closes the order, and the buyer may begin another', async () => {
    const shop = await createShopSetup()
    const first = await payingLater(shop)
    shop.stripe.standIn.settle(first.sessionId, 'failed')

    await deliverAll(shop)
    const second = await openStripeCheckout(shop)

    expect(await getStoredOrder(shop.practice, first.orderId)).toMatchObject({ status: 'failed' })
    expect(second.orderId).not.toBe(first.orderId)
    expect(await listAuditedActions(shop.practice)).toEqual(['ORDER_CREATED', 'PAYMENT_FAILED', 'ORDER_CREATED'])
  })
})

describe('a session that nobody paid', () => {
  test('closes its order, and the buyer may begin another', async () => {
    const shop = await createShopSetup()
    const first = await openStripeCheckout(shop)
    shop.practice.clock.advance({ minutes: 61 })
    shop.stripe.standIn.sweep()

    await deliverAll(shop)
    await deliverAll(shop)
    const second = await openStripeCheckout(shop)

    expect(await getStoredOrder(shop.practice, first.orderId)).toMatchObject({ status: 'expired' })
    expect(second.orderId).not.toBe(first.orderId)
    expect(await listAuditedActions(shop.practice)).toEqual(['ORDER_CREATED', 'ORDER_EXPIRED', 'ORDER_CREATED'])
  })

  test('does not close an order that has been paid', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop)
    await shop.ask(payments.confirm, { body: { sessionId } })
    const [completed] = listShopStripeEvents(shop, 'checkout.session.completed')

    await deliverStripeEvent({ ...completed, id: 'evt_late', type: 'checkout.session.expired' }, shop.practice)

    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'paid' })
    expect(await listAuditedActions(shop.practice)).not.toContain('ORDER_EXPIRED')
  })

  test('does not close an order that has another session by now', async () => {
    const shop = await createShopSetup()
    const { orderId } = await openStripeCheckout(shop)
    shop.practice.clock.advance({ minutes: 61 })
    shop.stripe.standIn.sweep()
    const second = await openStripeCheckout(shop)

    await deliverAll(shop)

    expect(second.orderId).toBe(orderId)
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'pending', version: 2 })
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ openOrder: 1 })
  })

  test('whose order was given up is a payment all the same when the money came, and another open order stays open', async () => {
    const shop = await createShopSetup()
    const first = await payAtStripe(shop)
    const { customerId } = shop.buyer
    await shop.practice.data.orders.patch({ orderId: first.orderId }).set({ status: 'expired' }).go()
    await shop.practice.data.openOrders.delete({ customerId, product: 'primera-consulta' }).go()
    const second = await openStripeCheckout(shop)

    await shop.ask(payments.confirm, { body: { sessionId: first.sessionId } })

    expect(await getStoredOrder(shop.practice, first.orderId)).toMatchObject({ status: 'paid' })
    expect(await openStripeCheckout(shop)).toEqual(second)
  })
})

describe('a refund', () => {
  test('of a part and then of the rest ends as refunded', async () => {
    const shop = await aPaidShop()

    await refund(shop, 3000)
    await deliverAll(shop)
    const partly = await paymentIn(shop)
    await refund(shop)
    await deliverAll(shop)

    expect(partly).toMatchObject({ status: 'partially-refunded', refundedCents: 3000 })
    expect(await paymentIn(shop)).toMatchObject({ status: 'refunded', refundedCents: 8000 })
    expect(await getStoredOrder(shop.practice, shop.orderId)).toMatchObject({ status: 'refunded' })
    expect(await listAuditedActions(shop.practice)).toEqual([
      'ORDER_CREATED',
      'PAYMENT_COMPLETED',
      'PAYMENT_REFUNDED',
      'PAYMENT_REFUNDED',
    ])
  })

  test('of the whole takes the order out of those that wait for a date, of a part leaves it there', async () => {
    const shop = await aPaidShop()
    const waiting = async () => {
      const { customerId } = shop.buyer
      const { data: orders } = await shop.practice.data.ordersToSchedule.query.byCustomer({ customerId }).go()
      return orders.map(({ orderId }) => orderId)
    }

    await refund(shop, 3000)
    await deliverAll(shop)
    const afterPart = await waiting()
    await refund(shop)
    await deliverAll(shop)

    expect(afterPart).toEqual([shop.orderId])
    expect(await waiting()).toEqual([])
  })

  test('that was faster than the payment’s own record is not paid over: the order’s state decides by itself', async () => {
    const shop = await createShopSetup()
    const { orderId, sessionId } = await payAtStripe(shop)
    const before = await getStoredOrder(shop.practice, orderId)
    const session = await shop.stripe.client.checkout.sessions.retrieve(sessionId)
    await shop.practice.data.orders.patch({ orderId }).set({ status: 'refunded' }).go()
    const { customerId, email } = shop.buyer
    const known = { hasAccount: true, isNew: false, isLeaving: false }
    const payer = { customerId, email, name: 'Lucía Ferrer', ...known, writes: () => [] }

    const outcome = await recordPayment(before as StoredOrder, session, payer, shop.practice)

    expect(outcome.written).toBe(false)
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'refunded' })
    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('payment')
  })

  test('whose events come in the wrong order, and twice, leaves the latest amount', async () => {
    const shop = await aPaidShop()
    await refund(shop, 3000)
    await refund(shop)

    await deliverAll(shop, listShopStripeEvents(shop).toReversed())
    await deliverAll(shop, shuffleItems(listShopStripeEvents(shop), 3))

    expect(await paymentIn(shop)).toMatchObject({ status: 'refunded', refundedCents: 8000 })
    expect(await getStoredOrder(shop.practice, shop.orderId)).toMatchObject({ status: 'refunded' })
  })

  test('of a payment that has not been recorded yet records that first', async () => {
    const shop = await createShopSetup()
    const { orderId } = await payAtStripe(shop)
    await refund(shop)

    await deliverAll(shop, listShopStripeEvents(shop, 'charge.refunded'))
    await deliverAll(shop)

    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'refunded' })
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ payment: 1, receipt: 1, mail: 1 })
  })

  test('a refunded order is not paid again when its buyer comes back', async () => {
    const shop = await aPaidShop()
    await refund(shop)
    await deliverAll(shop)

    const answer = await shop.ask(payments.confirm, { body: { sessionId: shop.sessionId } })

    expect(answer.status).toBe(200)
    expect(await getStoredOrder(shop.practice, shop.orderId)).toMatchObject({ status: 'refunded' })
  })

  test('of money that is none of ours is noted by nobody, and Stripe need not repeat it', async () => {
    const shop = await aPaidShop()
    await shop.practice.data.orders.patch({ orderId: shop.orderId }).set({ checkoutSessionId: 'cs_test_another' }).go()
    await refund(shop)

    const statuses = await deliverAll(shop, listShopStripeEvents(shop, 'charge.refunded'))

    expect(statuses).toEqual([200])
    expect(await paymentIn(shop)).toMatchObject({ status: 'completed', refundedCents: 0 })
  })
})

test('an event that means nothing to us is received and changes nothing', async () => {
  const shop = await createShopSetup()
  const before = await countItemsByEntity(shop.practice)

  const status = await deliverStripeEvent(
    { id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } },
    shop.practice,
  )

  expect(status).toBe(200)
  expect(await countItemsByEntity(shop.practice)).toEqual({ ...before, stripeEvent: 1 })
})

test('an event is kept for thirty days, so that a repetition is known', async () => {
  const shop = await createShopSetup()
  await payAtStripe(shop)
  await deliverAll(shop)
  const before = await scanWholeTable(shop.practice)
  shop.practice.clock.advance({ days: 3 })

  await deliverAll(shop)

  const { data } = await shop.practice.data.stripeEvents.get({ eventId: listShopStripeEvents(shop)[0]?.id ?? '' }).go()
  expect(await scanWholeTable(shop.practice)).toEqual(before)
  expect(data?.expiresAtEpoch).toBe(1_795_251_600 + 30 * 86_400)
})

async function payingLater(shop: ShopSetup) {
  const till = await openStripeCheckout(shop)
  await shop.stripe.fillIn(till.url, 'later')
  return till
}

async function aPaidShop() {
  const shop = await createShopSetup()
  const { orderId, sessionId } = await payAtStripe(shop, consultationPurchase)
  await shop.ask(payments.confirm, { body: { sessionId } })
  return { ...shop, orderId, sessionId }
}

/**
 * From Stripe's dashboard; `amount` in cents.
 * @default amount - the rest
 */
async function refund({ stripe }: ShopSetup, amount?: number): Promise<void> {
  const { data } = await stripe.client.charges.list({ limit: 1 })
  await stripe.client.refunds.create({ charge: data[0]?.id ?? '', ...(amount !== undefined && { amount }) })
}

async function deliverAll(shop: ShopSetup, events = listShopStripeEvents(shop)): Promise<number[]> {
  const statuses: number[] = []
  for (const event of events) statuses.push(await deliverStripeEvent(event, shop.practice))
  return statuses
}

async function paymentIn({ practice, buyer, orderId }: ShopSetup & { orderId: string }) {
  const key = { customerId: buyer.customerId, paymentId: orderId.replace('ord_', 'pay_') }
  return (await practice.data.payments.get(key).go()).data
}
