import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { consultationPurchase, createShopSetup, payAtStripe, type ShopSetup } from '../../support/shop.ts'
import { testPromotionCodes } from '../../support/stripe-setup.ts'

const free = { ...consultationPurchase, discountCode: testPromotionCodes.everythingOff }

async function readReceiptMail(shop: ShopSetup, sessionId: string) {
  await shop.ask(payments.confirm, { body: { sessionId } })
  const [mail] = await createOutboxReader(shop.practice).post()
  return `${mail?.subject}\n${mail?.text}`
}

test('the mail about a purchase that cost nothing tells of no payment that was received', async () => {
  const shop = await createShopSetup()
  const { sessionId } = await payAtStripe(shop, free)

  const told = await readReceiptMail(shop, sessionId)

  expect(told).toContain('Tu compra está confirmada')
  expect(told).toContain('No has tenido que pagar nada. Te adjuntamos el justificante 2026-')
  expect(told).toContain('tienes siempre a mano tu compra y su justificante')
  expect(told).not.toMatch(/recibido tu pago|0,00/)
})

test('the mail about a purchase that cost nothing tells a buyer without an account of no payment either', async () => {
  const shop = await createShopSetup()
  const { body } = await shop.ask(payments.checkoutAnonymous, { body: free })
  await shop.stripe.fillIn(body.url, 'pay', 'marta@correo.test')
  const { data: order } = await shop.practice.data.orders.get({ orderId: body.orderId }).go()

  const told = await readReceiptMail(shop, order?.checkoutSessionId ?? '')

  expect(told).toMatch(/^Tu compra está confirmada: /)
  expect(told).not.toMatch(/[Tt]u pago/)
})
