import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { bothConsents } from '../../support/early-start.ts'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createRepeatSetup } from '../../support/repeatable-writes.ts'
import { consultationPurchase, createShopSetup } from '../../support/shop.ts'
import { createSlotVisitor } from '../../support/slot-visitors.ts'

const AT_NINE = '2026-11-25T08:00:00.000Z'
const AT_ELEVEN = '2026-11-25T10:00:00.000Z'

async function aHealthyPractice() {
  const shop = await createShopSetup()
  const { practice, session, buyer, ask } = shop
  const visitor = createSlotVisitor(shop)
  await visitor.hold(AT_NINE)
  const hold = { ticket: visitor.ticket, startsAt: AT_NINE }
  const pay = async (body: object) => {
    const { body: order } = await ask(payments.checkout, {
      as: session,
      body: { ...consultationPurchase, consents: bothConsents, ...body },
    })
    await shop.stripe.fillIn(order.url, 'pay', buyer.email)
    const { data: stored } = await practice.data.orders.get({ orderId: order.orderId }).go()
    await ask(payments.confirm, { body: { sessionId: stored?.checkoutSessionId ?? '' } })
    return order.orderId
  }
  const orderId = await pay({ hold })
  const waitingId = await pay({})
  await createSlotVisitor(shop).hold(AT_ELEVEN)
  const { customerId } = buyer
  const { data: booked } = await practice.data.consultations.query.byCustomer({ customerId }).go()
  const [consultation] = booked
  if (!consultation) throw new Error('nothing was booked')
  const paymentOf = (id: string) => ({ customerId, paymentId: id.replace('ord_', 'pay_') })
  return {
    ...shop,
    customerId,
    orderId,
    waitingId,
    consultation,
    paymentOf,
    broken: () => listBrokenInvariants(practice),
  }
}

describe('A-54 every night looks at the agenda', () => {
  test('and says nothing of a healthy practice', async () => {
    const { broken } = await aHealthyPractice()

    expect(await broken()).toEqual({})
  })

  test('and says nothing of an earlier hour that is offered to somebody who has one', async () => {
    const { practice, agenda, asBoss, customerId, offerFreedHour } = await createRepeatSetup()
    await offerFreedHour()
    const { data: booked } = await practice.data.consultations.query.byCustomer({ customerId }).go()
    const { consultationId = '', version, durationMinutes, type } = booked[0] ?? {}
    const body = { startsAt: '2026-12-02T10:00:00.000Z', durationMinutes, type, version }
    const params = { customerId, consultationId }
    expect((await agenda(consultations.edit, { as: asBoss(), params, body })).status).toBe(200)
    // A week before the hour; the schedule that removes the offer has not run yet.
    practice.clock.advance({ days: 4 })

    expect(await listBrokenInvariants(practice)).toEqual({})
  })

  test('a quarter of an hour that two have is found, with both', async () => {
    const { practice, consultation, broken } = await aHealthyPractice()
    const other = { ...consultation, consultationId: 'con_00000002' }
    const { orderId: _, ...unpaid } = other
    await practice.data.consultations.put(unpaid).go()
    for (const beginsAt of [AT_NINE, '2026-11-25T08:15:00.000Z'])
      await practice.data.agendaSteps
        .update({ beginsAt })
        .add({ holders: [other.consultationId] })
        .go()

    expect((await broken())['agenda']?.toSorted()).toEqual(
      [other.consultationId, consultation.consultationId].toSorted(),
    )
  })

  test('unless an administrador has booked it over another, with a reason', async () => {
    const { practice, broken } = await aHealthyPractice()
    const boss = await createAdministrador(practice)
    const agenda = createEndpointCaller(serveConsultations(() => practice))
    const { customerId } = await createCliente(practice)
    const body = {
      customerId,
      startsAt: AT_NINE,
      durationMinutes: 30,
      type: 'general',
      override: { reason: 'Urgente' },
    }

    const { status } = await agenda(consultations.book, { as: createPasswordSessionClaims(boss, practice), body })

    expect(status).toBe(201)
    expect(await broken()).toEqual({})
  })

  test.each([
    ['nobody', '2026-11-25T12:00:00.000Z', 'con_00000009'],
    ['a consultation of another hour', '2026-11-25T08:30:00.000Z', 'of the consultation'],
  ])('a quarter of an hour held by %s is found', async (_, beginsAt, holder) => {
    const { practice, consultation, broken } = await aHealthyPractice()
    const id = holder.startsWith('con_') ? holder : consultation.consultationId
    await practice.data.agendaSteps
      .update({ beginsAt })
      .add({ holders: [id] })
      .go()

    expect(await broken()).toEqual({ agenda: [id] })
  })

  test('a held hour without its time in the agenda is found', async () => {
    const { practice, broken } = await aHealthyPractice()
    const [hold] = (await practice.data.slotHolds.scan.go()).data
    await practice.data.agendaSteps.delete({ beginsAt: AT_ELEVEN }).go()

    expect(await broken()).toEqual({ agenda: [hold?.consultationId] })
  })
})

describe('A-54 every night looks at what was paid', () => {
  test('a paid order that has neither a consultation nor a place among those that wait is found', async () => {
    const { practice, customerId, waitingId, broken } = await aHealthyPractice()
    await practice.data.ordersToSchedule.remove({ customerId, orderId: waitingId }).go()

    expect(await broken()).toEqual({ orders: [waitingId] })
  })

  test('a paid order that has both is found', async () => {
    const { practice, customerId, orderId, broken } = await aHealthyPractice()
    const paidAt = practice.now().toISOString()
    await practice.data.ordersToSchedule.put({ customerId, orderId, concept: 'Primera consulta', paidAt }).go()

    expect(await broken()).toEqual({ orders: [orderId] })
  })

  test('a refund in part and one of all are healthy; a refunded order that waits for a date is found', async () => {
    const { practice, session, customerId, orderId, waitingId, paymentOf, stripe, ask, broken } =
      await aHealthyPractice()
    await stripe.client.refunds.create({
      payment_intent: (await practice.data.payments.get(paymentOf(orderId)).go()).data?.paymentIntentId ?? '',
      amount: 1000,
    })
    const body = { refundId: 'ref_11111111-1111-4111-8111-111111111111', amountCents: 8000 }
    const { status } = await ask(payments.refundOwn, { as: session, params: paymentOf(waitingId), body })
    const healthy = await broken()
    const paidAt = practice.now().toISOString()
    await practice.data.ordersToSchedule.put({ customerId, orderId: waitingId, concept: 'Consulta', paidAt }).go()

    expect([status, healthy]).toEqual([200, {}])
    expect(await broken()).toEqual({ orders: [waitingId] })
  })

  test.each([
    ['counts more refunded than its refunds are', { refundedCents: 1 }],
    ['says that all was refunded when nothing was', { status: 'refunded' as const }],
  ])('a payment that %s is found', async (_, planted) => {
    const { practice, orderId, paymentOf, broken } = await aHealthyPractice()
    await practice.data.payments.patch(paymentOf(orderId)).set(planted).go()

    expect(await broken()).toEqual({ refunds: [orderId] })
  })

  test('refunds of more than was paid are found, and one that failed is no part of the sum', async () => {
    const { practice, orderId, waitingId, paymentOf, broken } = await aHealthyPractice()
    const refund = {
      reason: 'practice' as const,
      requestedBy: 'usr_00000001',
      requestedAt: practice.now().toISOString(),
    }
    await practice.data.refunds
      .put({ ...refund, refundId: 'ref_00000001', orderId: waitingId, amountCents: 8000, status: 'failed' })
      .go()
    await practice.data.refunds
      .put({ ...refund, refundId: 'ref_00000002', orderId, amountCents: 8001, status: 'requested' })
      .go()
    await practice.data.payments.patch(paymentOf(orderId)).set({ refundedCents: 8001, status: 'refunded' }).go()

    expect((await broken())['refunds']).toEqual([orderId])
  })
})
