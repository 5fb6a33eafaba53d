import { expect, test } from 'vitest'
import type { NoShowRule } from '#contract/cancellation-rules'
import { consultations } from '#contract/consultations'
import { payments } from '#contract/payments'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createShopSetup, getStoredOrder, openStripeCheckout, payAtStripe } from '../../support/shop.ts'
import { storeOpeningHours } from '../../support/stored-opening-hours.ts'

async function aShop(noShowRule: NoShowRule) {
  const shop = await createShopSetup()
  const { practice, session: as } = shop
  const { customerId } = shop.buyer
  const setRule = (rule: NoShowRule) => storeOpeningHours(practice.data, { noShowRule: rule })
  await setRule(noShowRule)
  const boss = await createAdministrador(practice)
  const ask = createEndpointCaller(serveConsultations(() => practice))
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  /** Of what was paid today, on day 15. */
  const missOnDay15 = async (orderId: string) => {
    const wanted = { customerId, orderId, startsAt: '2026-12-05T12:00:00.000Z', durationMinutes: 30 }
    const { body } = await ask(consultations.book, { as: asBoss(), body: { ...wanted, type: 'primera_consulta' } })
    practice.clock.advance({ days: 15 })
    const { consultationId, version } = body
    const params = { customerId, consultationId }
    await ask(consultations.setStatus, { as: asBoss(), params, body: { status: 'no_show', version } })
    const paymentId = orderId.replace('ord_', 'pay_')
    return (await shop.ask(payments.refundOptions, { as, params: { paymentId } })).body
  }
  return { ...shop, setRule, missOnDay15, agenda: ask, asBoss, customerId }
}

test.each([
  ['lost', 0, false],
  ['another-hour', 0, true],
  ['refund', 8000, true],
] as const)(
  'A-71 of a consultation missed, on day 15, the rule that was read before paying counts, whatever it is by then: %s',
  async (rule, refundCents, mayKeep) => {
    const shop = await aShop(rule)
    const { orderId, sessionId } = await payAtStripe(shop)
    await shop.ask(payments.confirm, { body: { sessionId } })
    await shop.setRule(rule === 'refund' ? 'lost' : 'refund')

    expect(await shop.missOnDay15(orderId)).toMatchObject({ refundCents, mayKeep, rule: 'no-show' })
  },
)

test('A-71 an order of before the rule was stored with it follows the rule of today', async () => {
  const shop = await aShop('lost')
  const { orderId, sessionId } = await payAtStripe(shop)
  await shop.ask(payments.confirm, { body: { sessionId } })
  await shop.practice.data.orders.patch({ orderId }).remove(['noShowRule']).go()
  await shop.setRule('refund')

  expect(await shop.missOnDay15(orderId)).toMatchObject({ refundCents: 8000, rule: 'no-show' })
})

test('A-71 who begins to pay again after the rule has changed pays by the new one, in another session', async () => {
  const shop = await aShop('refund')
  const before = await openStripeCheckout(shop)
  await shop.setRule('lost')

  const after = await openStripeCheckout(shop)
  const again = await openStripeCheckout(shop)

  expect(after.orderId).toBe(before.orderId)
  expect(again.sessionId).toBe(after.sessionId)
  expect(after.sessionId).not.toBe(before.sessionId)
  expect(await getStoredOrder(shop.practice, after.orderId)).toMatchObject({ noShowRule: 'lost' })
  const ended = shop.stripe.standIn.sessions().find(({ id }) => id === before.sessionId)
  expect(ended).toMatchObject({ status: 'expired' })
})

test('A-71 a consultation that the practice booked is paid by the rule of the day', async () => {
  const shop = await aShop('another-hour')
  const wanted = { startsAt: '2026-12-21T12:00:00.000Z', durationMinutes: 60, type: 'seguimiento' }
  const { body: booked } = await shop.agenda(consultations.book, {
    as: shop.asBoss(),
    body: { ...wanted, customerId: shop.customerId, priceCents: 6000 },
  })
  const { consultationId } = booked
  await shop.agenda(consultations.answerPrice, {
    as: shop.session,
    params: { consultationId },
    body: { priceCents: 6000, answer: 'accept' },
  })

  const { body } = await shop.ask(payments.checkoutConsultation, {
    as: shop.session,
    params: { consultationId },
    body: { priceCents: 6000 },
  })

  expect(await getStoredOrder(shop.practice, body.orderId)).toMatchObject({ noShowRule: 'another-hour' })
})
