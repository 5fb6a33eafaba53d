import { describe, expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { bothConsents } from '../../support/early-start.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { findCalendarPart, parseCalendar } from '../../support/parse-calendar.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import {
  createShopSetup,
  createUnverifiedAccount,
  consultationPurchase,
  getOrderCheckoutSession,
  getStoredOrder,
  listShopStripeEvents,
  toPurchaseRequest,
  type ShopSetup,
} from '../../support/shop.ts'
import { createSlotVisitor, listFreeStarts } from '../../support/slot-visitors.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

const AT_NINE = '2026-11-30T08:00:00.000Z'
/** Paid on 21 November, with a right of withdrawal until the end of 5 December. */
const AFTER_THE_DAYS = '2026-12-10T08:00:00.000Z'
const AT_TEN = '2026-11-30T09:00:00.000Z'
const refused = (code: string, status = 409) => ({ status, body: { code } })

const deliver = async (shop: ShopSetup, ...types: string[]) => {
  for (const event of listShopStripeEvents(shop, ...types)) await deliverStripeEvent(event, shop.practice)
}

const readAgenda = async ({ practice }: ShopSetup) =>
  (await practice.data.consultations.scan.go({ pages: 'all' })).data.map(({ startsAt, status, orderId }) => ({
    startsAt,
    status,
    orderId,
  }))

describe('an hour that is being paid for', () => {
  test('A-70 is kept two minutes longer than the session can be paid, which is as short as Stripe makes one', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)

    const { status, body } = await visitor.checkout(AT_NINE)

    const [session] = shop.stripe.standIn.sessions()
    expect([status, body.heldUntil]).toEqual([200, '2026-11-21T09:34:00.000Z'])
    expect(session?.expires_at).toBe(Date.parse('2026-11-21T09:32:00.000Z') / 1000)
    shop.practice.clock.advance({ minutes: 30 })
    expect(await createSlotVisitor(shop).hold(AT_NINE)).toEqual(refused('slot-taken'))
    expect(await listFreeStarts(shop, '2026-11-30')).not.toContain(AT_NINE)
  })

  test('FUN-11 becomes the consultation with the payment, in one transaction, and nothing waits for a date', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const { body } = await visitor.checkout(AT_NINE)
    await shop.stripe.fillIn(body.url, 'pay', 'lucia@correo.test')

    await deliver(shop, 'checkout.session.completed')
    await deliver(shop, 'checkout.session.completed')

    const { data: consultations } = await shop.practice.data.consultations.scan.go()
    expect(consultations).toEqual([
      expect.objectContaining({
        startsAt: AT_NINE,
        durationMinutes: 30,
        pauseMinutes: 10,
        type: 'primera_consulta',
        status: 'scheduled',
        toConfirm: false,
        orderId: body.orderId,
        priceCents: 8000,
      }),
    ])
    const counts = await countItemsByEntity(shop.practice)
    expect(counts).toMatchObject({ payment: 1, receipt: 1, mail: 1, consultation: 1 })
    expect(counts).not.toHaveProperty('slotHold')
    expect(counts).not.toHaveProperty('orderToSchedule')
    expect(await listAuditedActions(shop.practice)).toEqual(
      expect.arrayContaining(['PAYMENT_COMPLETED', 'CONSULTATION_BOOKED']),
    )
    expect(await createSlotVisitor(shop).hold(AT_NINE)).toEqual(refused('slot-taken'))
  })

  test('A-43 is told in one mail with the payment: day, place, price, the receipt, how to join, and an entry for the calendar', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const { body } = await visitor.checkout(AT_NINE)
    await shop.stripe.fillIn(body.url, 'pay', shop.buyer.email)
    await deliver(shop, 'checkout.session.completed')

    const [mail, ...more] = await createOutboxReader(shop.practice).post()

    expect(more).toEqual([])
    expect(mail?.subject).toBe('Hemos recibido tu pago')
    expect(mail?.html).toContain('9:00 a 9:30')
    expect(mail?.html?.match(/class="button"/g)).toHaveLength(1)
    expect(mail?.text).toMatch(/Unirse a la videollamada:\nhttps:/)
    expect(mail?.text).toMatch(/Hemos recibido tu pago de 80,00[^]*Dónde: En línea[^]*Precio: 80,00\s€ · Pagada/)
    expect(mail?.attachments.some(({ mimeType }) => mimeType === 'application/pdf')).toBe(true)
    const { events } = parseCalendar((mail && findCalendarPart(mail)?.ics) ?? '')
    expect(events).toMatchObject([{ startsAt: AT_NINE, status: 'CONFIRMED' }])
  })

  test('PAY-28 the page to which the buyer comes back is told the hour, and that there is none where somebody else has it', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const { body } = await visitor.checkout(AT_NINE)
    await shop.stripe.fillIn(body.url, 'pay', 'lucia@correo.test')
    const sessionId = await getOrderCheckoutSession(shop.practice, body.orderId)

    const booked = await shop.ask(payments.confirm, { body: { sessionId } })
    const order = await getStoredOrder(shop.practice, body.orderId)
    const { customerId = '', consultationId = '' } = order ?? {}
    await shop.practice.data.consultations.patch({ customerId, consultationId }).set({ status: 'cancelled' }).go()
    const cancelled = await shop.ask(payments.confirm, { body: { sessionId } })

    expect([booked.body, cancelled.body]).toEqual([
      { status: 'paid', startsAt: AT_NINE },
      { status: 'paid', startsAt: null },
    ])
  })

  test('a client who is signed in has it in their own record', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const { body } = await shop.ask(payments.checkout, {
      as: shop.session,
      body: { ...consultationPurchase, consents: bothConsents, hold: { ticket: visitor.ticket, startsAt: AT_NINE } },
    })
    await shop.stripe.fillIn(body.url, 'pay', shop.buyer.email)

    await deliver(shop, 'checkout.session.completed')

    const { data: own } = await shop.practice.data.consultations.query
      .byCustomer({ customerId: shop.buyer.customerId })
      .go()
    expect(own).toEqual([expect.objectContaining({ startsAt: AT_NINE, orderId: body.orderId })])
  })

  test('ten presses without an account are one order, one session and one hold', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)

    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.checkout(AT_NINE)))

    expect(new Set(answers.map(({ status, body }) => `${status} ${body.orderId} ${body.url}`)).size).toBe(1)
    expect(shop.stripe.standIn.sessions()).toHaveLength(1)
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ order: 1, slotHold: 1 })
  })

  test('is refused before anything is paid where it is held by somebody else, for another hour, or by nobody', async () => {
    const shop = await createShopSetup()
    const [visitor, other] = [createSlotVisitor(shop), createSlotVisitor(shop)]
    await other.hold(AT_NINE)
    const byNobody = await visitor.checkout(AT_TEN)
    await visitor.hold(AT_TEN)

    const answers = [byNobody, await visitor.checkout(AT_NINE)]

    expect(answers).toEqual([refused('hold-expired'), refused('hold-expired')])
    expect(shop.stripe.standIn.sessions()).toEqual([])
  })

  test('is given free by its event, once Stripe has ended the session', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    await visitor.checkout(AT_NINE)
    const [session] = shop.stripe.standIn.sessions()
    await shop.stripe.client.checkout.sessions.expire(session?.id ?? '')

    await deliver(shop, 'checkout.session.expired')

    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('slotHold')
    expect(await createSlotVisitor(shop).hold(AT_NINE)).toMatchObject({ status: 200 })
  })

  test('whoever wants it after its time has Stripe asked first', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const { body } = await visitor.checkout(AT_NINE)
    shop.practice.clock.advance({ minutes: 63 })
    shop.stripe.outage = true
    const unasked = await createSlotVisitor(shop).hold(AT_NINE)
    shop.stripe.outage = false

    const asked = await createSlotVisitor(shop).hold(AT_NINE)

    expect(unasked.status).toBe(503)
    expect(asked.status).toBe(200)
    expect(await shop.stripe.fillIn(body.url, 'pay')).toMatch(/stayed on the page/)
  })

  test('paid at the last moment it stays: whoever wants it after its time is told that it is taken', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const { body } = await visitor.checkout(AT_NINE)
    await shop.stripe.fillIn(body.url, 'pay')
    shop.practice.clock.advance({ minutes: 63 })

    const other = await createSlotVisitor(shop).hold(AT_NINE)

    expect(other).toEqual(refused('slot-taken'))
    expect(await readAgenda(shop)).toEqual([{ startsAt: AT_NINE, status: 'scheduled', orderId: body.orderId }])
  })

  test('another hour ends the open session first, and the old address pays nothing', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const first = await visitor.checkout(AT_NINE)

    const held = await visitor.hold(AT_TEN)
    const second = await visitor.checkout(AT_TEN)

    expect([held.status, second.status]).toEqual([200, 200])
    const statuses = shop.stripe.standIn.sessions().map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(['expired', 'open']))
    expect(await shop.stripe.fillIn(first.body.url, 'pay')).toMatch(/stayed on the page/)
    expect(await createSlotVisitor(shop).hold(AT_NINE)).toMatchObject({ status: 200 })
  })

  test('given back on the page after cancelling, it is free and its session ended', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    await visitor.checkout(AT_NINE)

    const { body } = await visitor.release()

    expect(body).toEqual({ released: true })
    expect(shop.stripe.standIn.sessions()[0]?.status).toBe('expired')
    expect(await createSlotVisitor(shop).hold(AT_NINE)).toMatchObject({ status: 200 })
  })

  test('once paid it is not given back, and no other hour is held for it', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const { body } = await visitor.checkout(AT_NINE)
    await shop.stripe.fillIn(body.url, 'later')

    const answers = [await visitor.release(), await visitor.hold(AT_TEN)]

    expect(answers).toEqual([{ status: 200, body: { released: false } }, refused('payment-pending')])
    expect(await readAgenda(shop)).toEqual([])
  })
})

const dropHold = async ({ practice: { data } }: ShopSetup, ticketHash: string) => {
  await data.slotHolds.delete({ ticketHash }).go()
  for (const step of (await data.agendaSteps.scan.go()).data)
    await data.agendaSteps.delete({ beginsAt: step.beginsAt }).go()
}

async function payLate(isTaken: boolean) {
  const shop = await createShopSetup()
  const visitor = createSlotVisitor(shop)
  await visitor.hold(AT_NINE)
  const { body } = await visitor.checkout(AT_NINE)
  await shop.stripe.fillIn(body.url, 'pay', 'tarde@correo.test')
  // As after a restoration: the hold is lost, and Stripe has the money.
  const { data: holds } = await shop.practice.data.slotHolds.scan.go()
  for (const hold of holds) await dropHold(shop, hold.ticketHash)
  if (isTaken) await createSlotVisitor(shop).hold(AT_NINE)
  await deliver(shop, 'checkout.session.completed')
  return { shop, orderId: body.orderId }
}

describe('a payment that comes later than its hold', () => {
  test('has the hour if it is still free', async () => {
    const { shop, orderId } = await payLate(false)

    expect(await readAgenda(shop)).toEqual([{ startsAt: AT_NINE, status: 'scheduled', orderId }])
    expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('orderToSchedule')
  })

  test('stands and waits for another hour where somebody else has it', async () => {
    const { shop, orderId } = await payLate(true)

    expect(await readAgenda(shop)).toEqual([])
    expect(await getStoredOrder(shop.practice, orderId)).toMatchObject({ status: 'paid' })
    expect(await countItemsByEntity(shop.practice)).toMatchObject({ payment: 1, orderToSchedule: 1, slotHold: 1 })
  })
})

test('what the buyer ticks when the page of the payment is open already is stored before paying too', async () => {
  const shop = await createShopSetup()
  const visitor = createSlotVisitor(shop)
  await visitor.hold(AFTER_THE_DAYS)
  const first = await visitor.checkout(AFTER_THE_DAYS, { consents: undefined })

  const again = await visitor.checkout(AFTER_THE_DAYS)
  const unticked = await visitor.checkout(AFTER_THE_DAYS, { consents: undefined })

  expect([again.body, unticked.body]).toEqual([first.body, first.body])
  expect(await getStoredOrder(shop.practice, first.body.orderId)).toMatchObject({
    expressRequestAt: '2026-11-21T09:00:00.000Z',
    acknowledgementAt: '2026-11-21T09:00:00.000Z',
  })
})

test.each([undefined, { ...bothConsents, expressRequest: false }, { ...bothConsents, acknowledgement: false }])(
  'A-71 an hour within the 14 days is not sold without both statements, and nothing is left of the attempt: %o',
  async (consents) => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)

    const asVisitor = await visitor.checkout(AT_NINE, { consents })
    const asClient = await shop.ask(payments.checkout, {
      as: shop.session,
      body: { ...consultationPurchase, hold: { ticket: visitor.ticket, startsAt: AT_NINE }, consents },
    })
    const account = await createUnverifiedAccount(shop)
    const asNewAccount = await shop.ask(payments.checkoutNewAccount, {
      body: { ...toPurchaseRequest(account), hold: { ticket: visitor.ticket, startsAt: AT_NINE }, consents },
    })

    const code = 'early-start-required'
    expect([asVisitor, asClient, asNewAccount]).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 409, body: { code } })),
    )
    expect((await shop.practice.data.orders.scan.go()).data).toEqual([])
  },
)

test('A-71 an hour after the 14 days is sold without a statement', async () => {
  const shop = await createShopSetup()
  const visitor = createSlotVisitor(shop)
  await visitor.hold(AFTER_THE_DAYS)

  expect(await visitor.checkout(AFTER_THE_DAYS, { consents: undefined })).toMatchObject({ status: 200 })
})

test('what the buyer has ticked is stored with the order before anything is paid', async () => {
  const shop = await createShopSetup()
  const visitor = createSlotVisitor(shop)
  await visitor.hold(AT_NINE)

  const { body } = await visitor.checkout(AT_NINE, { consents: bothConsents })

  expect(await getStoredOrder(shop.practice, body.orderId)).toMatchObject({
    status: 'pending',
    expressRequestAt: '2026-11-21T09:00:00.000Z',
    acknowledgementAt: '2026-11-21T09:00:00.000Z',
  })
})
