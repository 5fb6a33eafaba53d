import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveReleasing } from '../../../functions/payments/release-holds.handler.ts'
import { bothConsents } from '../../support/early-start.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createPublishedBudgetSetup } from '../../support/published-budget.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import {
  consultationPurchase,
  createShopSetup,
  createUnverifiedAccount,
  getOrderCheckoutSession,
  getStoredOrder,
  listShopStripeEvents,
  type ShopSetup,
  toPurchaseRequest,
} from '../../support/shop.ts'
import { createSlotVisitor } from '../../support/slot-visitors.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

const AT_NINE = '2026-11-30T08:00:00.000Z'
const VISITOR = 'ana@correo.test'
const pending = { status: 409, body: { code: 'payment-pending' } }

type Shop = Pick<ShopSetup, 'practice' | 'stripe'>

interface Till {
  readonly orderId: string
  readonly url: string
}

const isOfRefusal = ({ subject }: { readonly subject?: string | undefined }): boolean =>
  subject === 'Tu pago no se ha completado'

async function tell(shop: Shop): Promise<void> {
  for (const event of listShopStripeEvents(shop)) await deliverStripeEvent(event, shop.practice)
}

async function payLater(shop: Shop, { url }: Till, email = VISITOR): Promise<void> {
  await shop.stripe.fillIn(url, 'later', email)
  await tell(shop)
}

async function refuse(shop: Shop, { orderId }: Till): Promise<void> {
  shop.stripe.standIn.settle(await getOrderCheckoutSession(shop.practice, orderId), 'failed')
  await tell(shop)
}

async function payAfterRefusal(shop: Shop, pay: () => Promise<{ readonly status: number; readonly body: Till }>) {
  const { body: first } = await pay()
  await payLater(shop, first)
  const onItsWay = await pay()
  await refuse(shop, first)
  const [again, twice] = await Promise.all([pay(), pay()])
  expect(onItsWay).toEqual(pending)
  expect(again).toMatchObject({ status: 200, body: { orderId: first.orderId, url: expect.stringContaining('/pay/') } })
  expect(twice).toEqual(again)
  await shop.stripe.fillIn(again.body.url, 'pay', VISITOR)
  await tell(shop)
  const { data: receipts } = await shop.practice.data.receipts.scan.go()
  expect(receipts).toMatchObject([{ orderId: first.orderId }])
  return getStoredOrder(shop.practice, first.orderId)
}

async function createBookedConsultation() {
  const shop = await createShopSetup()
  const { practice, buyer, session } = shop
  const { customerId } = buyer
  const as = createPasswordSessionClaims(await createAdministrador(practice), practice)
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const slot = { startsAt: '2026-12-21T10:00:00.000Z', durationMinutes: 60, type: 'seguimiento', priceCents: 6000 }
  const { body } = await agenda(consultations.book, { as, body: { ...slot, customerId } })
  const params = { consultationId: body.consultationId }
  await agenda(consultations.answerPrice, { as: session, params, body: { priceCents: 6000, answer: 'accept' } })
  await createOutboxReader(practice).post()
  return {
    ...shop,
    params,
    pay: () => shop.ask(payments.checkoutConsultation, { as: session, params, body: { priceCents: 6000 } }),
    cancel: () => agenda(consultations.cancel, { as: session, params, query: { version: 2 } }),
  }
}

describe('PAY-12 what a bank has refused in the end is paid by another press, once', () => {
  test('a booked consultation', async () => {
    const shop = await createBookedConsultation()

    const order = await payAfterRefusal(shop, shop.pay)

    expect(order).toMatchObject({ status: 'paid', version: 2 })
    const { data } = await shop.practice.data.consultations.scan.go()
    expect(data).toMatchObject([{ ...shop.params, status: 'scheduled', orderId: order?.orderId }])
  })

  test('a part of a budget', async () => {
    const setup = await createPublishedBudgetSetup()
    const first = await setup.accept()
    const next = () => setup.checkout(first.body.orderId)

    expect(await payAfterRefusal(setup, next)).toMatchObject({ status: 'paid', version: 2 })
  })

  test('a purchase without an account, by the same browser', async () => {
    const shop = await createShopSetup()
    const body = { ...consultationPurchase, purchaseTicket: 'a'.repeat(43) }

    expect(await payAfterRefusal(shop, () => shop.ask(payments.checkoutAnonymous, { body }))).toMatchObject({
      status: 'paid',
    })
  })

  test('a purchase before the address is proven', async () => {
    const shop = await createShopSetup()
    const body = toPurchaseRequest(await createUnverifiedAccount(shop))

    expect(await payAfterRefusal(shop, () => shop.ask(payments.checkoutNewAccount, { body }))).toMatchObject({
      status: 'paid',
    })
  })
})

describe('A-43 the buyer whose bank has refused in the end', () => {
  test('is told that the hour is free again and where to choose one and pay, once', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const { body } = await visitor.checkout(AT_NINE)
    await payLater(shop, body)
    await refuse(shop, body)
    for (const event of listShopStripeEvents(shop))
      await deliverStripeEvent({ ...event, id: `${event.id}-2` }, shop.practice)

    const mails = await createOutboxReader(shop.practice).post()

    expect(mails.map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
      ['Tu pago no se ha completado', VISITOR],
    ])
    expect(mails[0]?.text).toMatch(/Tu banco no ha completado el pago de 80,00\s€ de «Primera consulta \(30 minutos/)
    expect(mails[0]?.text).toContain('La hora que habías elegido vuelve a estar libre')
    expect(mails[0]?.text).toMatch(/Elegir hora y pagar:\nhttps:\S+\/primera-consulta/)
    expect(mails[0]?.html).toContain('<s>9:00 a 9:30</s>')
    expect(await createSlotVisitor(shop).hold(AT_NINE)).toMatchObject({ status: 200 })
  })

  test('is told that no appointment came of an hour that passed meanwhile', async () => {
    const shop = await createShopSetup()
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    const { body } = await visitor.checkout(AT_NINE)
    await payLater(shop, body)
    shop.practice.clock.advance({ days: 10 })
    await refuse(shop, body)

    const [mail] = await createOutboxReader(shop.practice).post()

    expect(mail?.text).toContain('pasó sin que llegara el pago, así que la cita no quedó reservada')
  })

  test('is told that no hour is lost where none was chosen', async () => {
    const shop = await createShopSetup()
    const { body } = await shop.ask(payments.checkout, {
      as: shop.session,
      body: { ...consultationPurchase, consents: bothConsents },
    })
    await payLater(shop, body)
    await refuse(shop, body)

    const [mail] = await createOutboxReader(shop.practice).post()

    expect(mail?.to?.[0]?.address).toBe(shop.buyer.email)
    expect(mail?.text).toContain('No tenías ninguna hora reservada, así que no pierdes ninguna.')
  })

  test('is told that a booked consultation stands and is still to be paid', async () => {
    const shop = await createBookedConsultation()
    const { body } = await shop.pay()
    await payLater(shop, body)
    await refuse(shop, body)

    const mail = (await createOutboxReader(shop.practice).post()).at(-1)

    expect(mail?.text).toContain('No has perdido la hora: la cita sigue en pie, pendiente de pago.')
    expect(mail?.text).toMatch(/Precio: 60,00\s€ · Pendiente de pago/)
    expect(mail?.text).toMatch(/Pagar la consulta:\nhttps:\S+\/client\?tab=consultations/)
  })

  test('is not asked to pay again for a consultation that was cancelled meanwhile', async () => {
    const shop = await createBookedConsultation()
    const { body } = await shop.pay()
    await payLater(shop, body)
    expect((await shop.cancel()).status).toBe(200)
    await refuse(shop, body)

    const mails = await createOutboxReader(shop.practice).post()

    const mail = mails.find(isOfRefusal)
    expect(mail?.text).toContain('Esa cita se ha cancelado, así que no tienes que volver a pagarla.')
    expect(mail?.text).not.toContain('Pagar la consulta')
  })

  test('is told that the budget stands, and which payment is left', async () => {
    const setup = await createPublishedBudgetSetup()
    const { body } = await setup.accept()
    await payLater(setup, body)
    await refuse(setup, body)

    const mail = (await createOutboxReader(setup.practice).post()).at(-1)

    expect(mail?.text).toContain('«Presupuesto, parte 1 de 3»')
    expect(mail?.text).toContain('tu presupuesto sigue aceptado: solo queda pendiente este pago')
    expect(mail?.text).toMatch(/https:\S+\/client\/presupuestos/)
  })

  test('is not mailed who is paying again already, and is once more when that is refused too', async () => {
    const shop = await createBookedConsultation()
    const { body: first } = await shop.pay()
    await payLater(shop, first)
    await refuse(shop, first)
    const { body: second } = await shop.pay()
    const meanwhile = await createOutboxReader(shop.practice).post()
    await payLater(shop, second)
    await refuse(shop, second)

    const mails = await createOutboxReader(shop.practice).post()

    expect([meanwhile.filter(isOfRefusal).length, mails.filter(isOfRefusal).length]).toEqual([0, 1])
  })
})

test('an hour of a refused payment that a stopped run has left held is given free by the schedule', async () => {
  const shop = await createShopSetup()
  const visitor = createSlotVisitor(shop)
  await visitor.hold(AT_NINE)
  const { body } = await visitor.checkout(AT_NINE)
  await payLater(shop, body)
  shop.stripe.standIn.settle(await getOrderCheckoutSession(shop.practice, body.orderId), 'failed')
  await shop.practice.data.orders.patch({ orderId: body.orderId }).set({ status: 'failed' }).go()
  shop.practice.clock.advance({ minutes: 63 })

  expect(await serveReleasing(() => shop.practice)({})).toEqual({ released: 1 })
  expect(await countItemsByEntity(shop.practice)).not.toHaveProperty('slotHold')
})
