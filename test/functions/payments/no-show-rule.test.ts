import { expect, test } from 'vitest'
import type { NoShowRule } from '#contract/cancellation-rules'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
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
    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('order')
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

/** Paid on 21 November, missed on 5 December, the last day of the right of withdrawal. */
async function aMissedConsultation(noShowRule: NoShowRule) {
  const shop = await aShop(noShowRule)
  const { practice, customerId, agenda, asBoss } = shop
  const { orderId, sessionId } = await payAtStripe(shop)
  await shop.ask(payments.confirm, { body: { sessionId } })
  const missedAt = '2026-12-05T12:00:00.000Z'
  const slot = { startsAt: missedAt, durationMinutes: 30, type: 'primera_consulta' } as const
  const { body: booked } = await agenda(consultations.book, { as: asBoss(), body: { ...slot, customerId, orderId } })
  const params = { customerId, consultationId: booked.consultationId }
  const version = async () => (await practice.data.consultations.get(params).go()).data?.version ?? 0
  const set = async (status: 'no_show' | 'scheduled' | 'completed' | 'cancelled') =>
    (await agenda(consultations.setStatus, { as: asBoss(), params, body: { status, version: await version() } })).body
  const moveTo = async (startsAt: string) =>
    (
      await agenda(consultations.edit, {
        as: asBoss(),
        params,
        body: { ...slot, startsAt, priceCents: booked.priceCents, version: await version() },
      })
    ).body
  const paymentId = orderId.replace('ord_', 'pay_')
  const options = async () => (await shop.ask(payments.refundOptions, { as: shop.session, params: { paymentId } })).body
  practice.clock.set('2026-12-05T13:00:00.000Z')
  const missed = await set('no_show')
  return { ...shop, missedAt, missed, slot, orderId, paymentId, params, set, moveTo, options }
}

const ANOTHER = '2026-12-16T12:00:00.000Z'

test('A-71 another hour after an absence keeps the absence in the record, also after a second one', async () => {
  const { missedAt, missed, set, moveTo, practice } = await aMissedConsultation('another-hour')

  await set('scheduled')
  const given = await moveTo(ANOTHER)
  practice.clock.set('2026-12-16T13:00:00.000Z')
  const again = await set('no_show')

  expect(missed).toMatchObject({ status: 'no_show', missedStarts: [missedAt] })
  expect(given).toMatchObject({ status: 'scheduled', startsAt: ANOTHER, missedStarts: [missedAt] })
  expect(again).toMatchObject({ status: 'no_show', missedStarts: [missedAt, ANOTHER] })
})

test('A-71 an absence that is taken back within ten minutes is none, and one that is taken back later stays noted', async () => {
  const setup = await aMissedConsultation('lost')
  const { practice, missedAt, params, agenda, asBoss } = setup
  const takeBack = async () => {
    const { data } = await practice.data.consultations.get(params).go()
    const body = { status: 'scheduled', undoes: true, version: data?.version ?? 0 } as const
    return (await agenda(consultations.setStatus, { as: asBoss(), params, body })).body
  }

  practice.clock.advance({ minutes: 9 })
  const taken = await takeBack()
  await setup.set('no_show')
  practice.clock.advance({ minutes: 10 })
  const late = await takeBack()

  expect(taken).toMatchObject({ status: 'scheduled', missedStarts: [] })
  expect(late).toMatchObject({ status: 'scheduled', missedStarts: [missedAt] })
  const details = (await listAuditChanges(practice)).filter(({ action }) => action === 'CONSULTATION_STATUS_SET')
  expect(details.map((each) => each.details['undone'])).toEqual([undefined, true, undefined, undefined])
})

test('A-71 an absence that is taken back long after it was noted stays noted, also where the consultation was changed a moment ago', async () => {
  const { practice, missedAt, params, agenda, asBoss } = await aMissedConsultation('lost')
  const read = async () => (await practice.data.consultations.get(params).go()).data
  practice.clock.advance({ minutes: 60 })
  const { version = 0, startsAt = '', type = 'primera_consulta', priceCents = null } = (await read()) ?? {}
  const change = { startsAt, type, durationMinutes: 45, priceCents, notes: '', version } as const
  expect(await agenda(consultations.edit, { as: asBoss(), params, body: change })).toHaveProperty('status', 200)

  const body = { status: 'scheduled', undoes: true, version: version + 1 } as const
  const { body: late } = await agenda(consultations.setStatus, { as: asBoss(), params, body })

  expect(late).toMatchObject({ status: 'scheduled', missedStarts: [missedAt] })
})

test('A-71 an absence that was entered by mistake is none once the consultation was held', async () => {
  const { set } = await aMissedConsultation('another-hour')

  expect(await set('completed')).toMatchObject({ status: 'completed', missedStarts: [] })
})

test.each([
  ['lost', 0, 'missed-before'],
  ['another-hour', 0, 'missed-before'],
  ['refund', 8000, 'notice'],
] as const)(
  'A-71 whoever has missed an hour and got another takes back what the rule %s gives, and may move it',
  async (noShowRule, refundCents, rule) => {
    const { set, moveTo, options, practice } = await aMissedConsultation(noShowRule)
    await set('scheduled')
    await moveTo(ANOTHER)
    const onDay14 = await options()
    practice.clock.set('2026-12-06T09:00:00.000Z')

    expect(onDay14).toMatchObject({ refundCents: 8000, rule: noShowRule === 'refund' ? 'notice' : 'withdrawal' })
    expect(await options()).toMatchObject({ refundCents, rule, mayMove: true, mayKeep: true })
  },
)

test('A-71 cancelling the other hour, or having it given anew, does not make the payment refundable', async () => {
  const { set, moveTo, options, practice, agenda, asBoss, customerId, orderId, slot, ...shop } =
    await aMissedConsultation('another-hour')
  await set('scheduled')
  await moveTo(ANOTHER)
  practice.clock.set('2026-12-06T09:00:00.000Z')
  await set('cancelled')

  const kept = await options()
  const refund = await shop.ask(payments.refundOwn, {
    as: shop.session,
    params: { paymentId: shop.paymentId },
    body: { refundId: 'ref_11111111-1111', amountCents: 8000 },
  })
  const body = { ...slot, startsAt: '2026-12-18T12:00:00.000Z', customerId, orderId }
  const anew = await agenda(consultations.book, { as: asBoss(), body })

  expect(kept).toMatchObject({ refundCents: 0, rule: 'missed-before', mayKeep: true })
  expect(refund.status).toBe(409)
  expect(anew.status).toBe(201)
  expect(await options()).toMatchObject({ refundCents: 0, rule: 'missed-before', mayMove: true })
})
