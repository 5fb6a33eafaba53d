import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { consultationPurchase, createShopSetup, payAtStripe } from '../../support/shop.ts'
import { testPromotionCodes } from '../../support/stripe-setup.ts'

test('A-71 a consultation that cost nothing is cancelled by the same 24 hours as any other', async () => {
  const shop = await createShopSetup()
  const { practice } = shop
  const { orderId, sessionId } = await payAtStripe(shop, {
    ...consultationPurchase,
    discountCode: testPromotionCodes.everythingOff,
  })
  await shop.ask(payments.confirm, { body: { sessionId } })
  const boss = await createAdministrador(practice)
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const { customerId } = shop.buyer
  await agenda(consultations.book, {
    as: createPasswordSessionClaims(boss, practice),
    body: { customerId, orderId, startsAt: '2026-12-10T12:00:00.000Z', durationMinutes: 30, type: 'primera_consulta' },
  })
  practice.clock.advance({ days: 18, hours: 12 })

  const { status, body } = await shop.ask(payments.refundOwn, {
    as: createPasswordSessionClaims(shop.buyer, practice),
    params: { paymentId: orderId.replace('ord_', 'pay_') },
    body: { refundId: 'ref_11111111-1111-4111-8111-111111111111', amountCents: 0 },
  })

  expect([status, body]).toEqual([409, { code: 'too-late' }])
  const { data: all } = await practice.data.consultations.scan.go()
  expect(all).toMatchObject([{ status: 'scheduled' }])
})
