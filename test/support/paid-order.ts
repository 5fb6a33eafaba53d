import { expect } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../functions/consultations/handler.ts'
import { createLambdaHandler as serveContinuing } from '../../functions/payments/continue-refunds.handler.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import { createOutboxReader } from './outbox-reader.ts'
import { createAdministrador, createPasswordSessionClaims } from './people.ts'
import { consultationPurchase, createShopSetup, listShopStripeEvents, payAtStripe } from './shop.ts'
import { deliverStripeEvent } from './stripe-setup.ts'

export const REFUND_ID = 'ref_11111111-1111-4111-8111-111111111111'
export const OTHER_ID = 'ref_22222222-2222-4222-8222-222222222222'
const REFUND_EVENTS = ['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed']

export async function createPaidOrder(consents?: {
  readonly expressRequest: boolean
  readonly acknowledgement: boolean
}) {
  const shop = await createShopSetup()
  const { practice, stripe, session, buyer } = shop
  const { orderId, sessionId } = await payAtStripe(shop, { ...consultationPurchase, ...(consents && { consents }) })
  await shop.ask(payments.confirm, { body: { sessionId } })
  const boss = await createAdministrador(practice)
  const asBoss = createPasswordSessionClaims(boss, practice)
  const paymentId = orderId.replace('ord_', 'pay_')
  const { customerId } = buyer
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  return {
    ...shop,
    orderId,
    boss,
    asBoss,
    options: async () => (await shop.ask(payments.refundOptions, { as: session, params: { paymentId } })).body,
    optionsOf: (consultationId: string) =>
      shop.ask(payments.consultationOptions, { as: session, params: { consultationId } }),
    refund: (body: object = {}) =>
      shop.ask(payments.refundOwn, {
        as: session,
        params: { paymentId },
        body: { refundId: REFUND_ID, amountCents: 8000, ...body },
      }),
    refundByPractice: (body: object = {}) =>
      shop.ask(payments.refundOfCustomer, {
        as: asBoss,
        params: { customerId, paymentId },
        body: { refundId: REFUND_ID, amountCents: 3000, reason: 'Se cortó la llamada', ...body },
      }),
    book: async (startsAt: string) =>
      (
        await agenda(consultations.book, {
          as: asBoss,
          body: { customerId, orderId, startsAt, durationMinutes: 30, type: 'primera_consulta' },
        })
      ).body,
    setStatus: async (consultationId: string, body: object) => {
      const as = createPasswordSessionClaims(boss, practice)
      const params = { customerId, consultationId }
      expect((await agenda(consultations.setStatus, { as, params, body })).status).toBe(200)
    },
    stored: async () => (await practice.data.refunds.query.byOrder({ orderId }).go()).data,
    payment: async () => (await practice.data.payments.get({ customerId, paymentId }).go()).data,
    waiting: async () => (await practice.data.ordersToSchedule.query.byCustomer({ customerId }).go()).data,
    consultations: async () => (await practice.data.consultations.query.byCustomer({ customerId }).go()).data,
    atStripe: async () => (await stripe.client.refunds.list({ limit: 100 })).data,
    charge: async () => (await stripe.client.charges.list({ limit: 1 })).data[0]?.id ?? '',
    tell: async (...types: string[]) => {
      for (const event of listShopStripeEvents(shop, ...(types.length > 0 ? types : REFUND_EVENTS)))
        expect(await deliverStripeEvent(event, practice)).toBe(200)
    },
    mails: async () =>
      (await createOutboxReader(practice).post()).filter(({ subject }) => /devol|devuelto/.test(subject ?? '')),
    proceed: () => serveContinuing(() => practice)(),
  }
}
