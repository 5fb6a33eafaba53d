import { describe, expect, test } from 'vitest'
import { privacy } from '#contract/privacy'
import { createLambdaHandler as servePrivacy } from '../../../functions/privacy/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { erasureConfirmation } from '../../support/privacy-setup.ts'
import {
  consultationPurchase,
  createShopSetup,
  getStoredOrder,
  listShopStripeEvents,
  openStripeCheckout,
  type ShopSetup,
} from '../../support/shop.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { createLambdaHandler as continueRefunds } from '../../../functions/payments/continue-refunds.handler.ts'
import { bothConsents } from '../../support/early-start.ts'
import { createSlotVisitor } from '../../support/slot-visitors.ts'
import { deliverStripeEvent, testPromotionCodes } from '../../support/stripe-setup.ts'

const AT_NINE = '2026-11-30T08:00:00.000Z'

const leave = ({ practice, session }: ShopSetup) => {
  const ask = createEndpointCaller(servePrivacy(() => ({ ...practice, exportFiles: {} as never })))
  return ask(privacy.requestDeletion, { as: session, body: erasureConfirmation })
}

async function holdAnHour(shop: ShopSetup) {
  const visitor = createSlotVisitor(shop)
  await visitor.hold(AT_NINE)
  return { ...consultationPurchase, consents: bothConsents, hold: { ticket: visitor.ticket, startsAt: AT_NINE } }
}

describe('A-71 a payment page that is still open when its client asks for their erasure', () => {
  test.each<[string, (shop: ShopSetup) => Promise<object>]>([
    ['with an hour', holdAnHour],
    ['without one', () => Promise.resolve(consultationPurchase)],
  ])('and is paid, %s, books nothing, and all of it goes back once', async (_, purchase) => {
    const shop = await createShopSetup()
    const { url, orderId } = await openStripeCheckout(shop, await purchase(shop))
    await leave(shop)

    await shop.stripe.fillIn(url, 'pay', shop.buyer.email)
    for (const event of listShopStripeEvents(shop, 'checkout.session.completed')) {
      await deliverStripeEvent(event, shop.practice)
      await deliverStripeEvent(event, shop.practice)
    }
    shop.practice.clock.advance({ minutes: 10 })
    await continueRefunds(() => shop.practice)()
    await continueRefunds(() => shop.practice)()

    const { data: payments } = await shop.practice.data.payments.query
      .newestFirst({ customerId: shop.buyer.customerId })
      .go()
    expect(payments).toMatchObject([{ orderId, amountCents: 8000, refundedCents: 8000, status: 'refunded' }])
    const { data: refunds } = await shop.stripe.client.refunds.list()
    expect(refunds).toMatchObject([{ amount: 8000, status: 'succeeded' }])
    expect(await listBrokenInvariants(shop.practice)).toEqual({})
    const counts = await countItemsByEntity(shop.practice)
    expect(counts).not.toHaveProperty('consultation')
    expect(counts).not.toHaveProperty('orderToSchedule')
    expect(counts).not.toHaveProperty('slotProposal')
  })
})

test('A-71 what a code made free is given back at once to a client who leaves: there is nothing to refund, and nobody is told of a failure', async () => {
  const shop = await createShopSetup()
  const code = { discountCode: testPromotionCodes.everythingOff }
  const { url, orderId } = await openStripeCheckout(shop, { ...consultationPurchase, ...code })
  await leave(shop)

  await shop.stripe.fillIn(url, 'pay', shop.buyer.email)
  for (const event of listShopStripeEvents(shop, 'checkout.session.completed'))
    expect(await deliverStripeEvent(event, shop.practice)).toBe(200)
  shop.practice.clock.advance({ minutes: 10 })
  const run = await continueRefunds(() => shop.practice)()

  const { data: refunds } = await shop.practice.data.refunds.query.byOrder({ orderId }).go()
  expect(run).toEqual({ continued: 0 })
  expect(refunds).toMatchObject([{ amountCents: 0, status: 'succeeded' }])
  expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'refunded' })
  expect(await listAuditedActions(shop.practice)).not.toContain('REFUND_FAILED')
  const { data: mails } = await shop.practice.data.mails.scan.go({ pages: 'all' })
  expect(mails.map(({ content }) => content.kind)).not.toContain('refund-failed')
  expect(await listBrokenInvariants(shop.practice)).toEqual({})
})
