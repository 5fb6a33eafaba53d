import { expect, test } from 'vitest'
import type { NoShowRule } from '#contract/cancellation-rules'
import { consultations } from '#contract/consultations'
import { payments } from '#contract/payments'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { countsIn } from '../../support/scan-whole-table.ts'
import {
  consultationPurchase,
  createShopSetup,
  createUnverifiedAccount,
  getStoredOrder,
  openStripeCheckout,
  payAtStripe,
  toPurchaseRequest,
} from '../../support/shop.ts'
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

async function aPricedConsultation(shop: Awaited<ReturnType<typeof aShop>>) {
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
  return consultationId
}

/** Every body with which somebody begins to pay. */
const purchases = {
  'a client who is signed in': ({ ask, session: as }, read) =>
    ask(payments.checkout, { as, body: { ...consultationPurchase, ...read } }),
  'a visitor without an account': ({ ask }, read) =>
    ask(payments.checkoutAnonymous, { body: { ...consultationPurchase, ...read } }),
  'a buyer whose account is new': async (shop, read) => {
    const account = toPurchaseRequest(await createUnverifiedAccount(shop))
    return shop.ask(payments.checkoutNewAccount, { body: { ...account, ...read } })
  },
  'a client whose consultation was booked': async (shop, read) => {
    const params = { consultationId: await aPricedConsultation(shop) }
    return shop.ask(payments.checkoutConsultation, { as: shop.session, params, body: { priceCents: 6000, ...read } })
  },
} satisfies Readonly<
  Record<
    string,
    (
      shop: Awaited<ReturnType<typeof aShop>>,
      read: { readonly noShowRule?: NoShowRule },
    ) => Promise<{ readonly status: number; readonly body: object }>
  >
>

test.each(Object.entries(purchases))(
  'A-71 %s who has read another rule than that of now is refused, and nothing waits to be paid',
  async (_, purchase) => {
    const shop = await aShop('lost')

    const stale = await purchase(shop, { noShowRule: 'refund' })

    expect(stale).toEqual({ status: 409, body: { code: 'rules-changed' } })
    expect(await countsIn(shop.practice)).not.toHaveProperty('order')
    expect(shop.stripe.standIn.sessions()).toEqual([])
  },
)

test.each(Object.entries(purchases))(
  'A-71 %s pays by the rule that they have read, and reads it again beside the button of Stripe',
  async (_, purchase) => {
    const shop = await aShop('another-hour')

    const { body } = await purchase(shop, { noShowRule: 'another-hour' })

    const { orderId } = body as { orderId: string }
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ noShowRule: 'another-hour' })
    const [session] = shop.stripe.standIn.sessions()
    expect(session?.custom_text.submit?.message).toMatch(
      /hasta 24 horas antes.*desistir de la compra.*Si no te presentas.*te damos otra hora con el mismo pago/,
    )
  },
)

test('A-71 whoever comes from a page that showed no rule reads that of now beside the button of Stripe', async () => {
  const shop = await aShop('refund')

  const { orderId } = await openStripeCheckout(shop)

  expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ noShowRule: 'refund' })
  const [session] = shop.stripe.standIn.sessions()
  expect(session?.custom_text.submit?.message).toMatch(/Si no te presentas.*te devolvemos lo que pagaste/)
})

test('A-71 the price of a purchase is told with the rule of now, and so are the options of a consultation that is not paid', async () => {
  const shop = await aShop('refund')
  const params = { consultationId: await aPricedConsultation(shop) }
  await shop.setRule('lost')

  const quote = await shop.ask(payments.quote, { body: consultationPurchase })
  const options = await shop.ask(payments.consultationOptions, { as: shop.session, params })

  expect([quote.body.noShowRule, options.body.noShowRule]).toEqual(['lost', 'lost'])
})

test('A-71 a consultation that the practice booked is paid by the rule of the day', async () => {
  const shop = await aShop('another-hour')
  const consultationId = await aPricedConsultation(shop)

  const { body } = await shop.ask(payments.checkoutConsultation, {
    as: shop.session,
    params: { consultationId },
    body: { priceCents: 6000 },
  })

  expect(await getStoredOrder(shop.practice, body.orderId)).toMatchObject({ noShowRule: 'another-hour' })
})
