import type Stripe from 'stripe'
import { catalogue } from '#contract/catalogue'
import { yearOf } from '#contract/days'
import { practice } from '#contract/practice'
import type { Outcome, TransactionEntities } from '#data/transact'
import { appendAudit } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { issuerOf } from './public/receipt-pdf.ts'
import type { Order } from './open-session.ts'
import { productConcept } from './orders.ts'
import type { Payer } from './payer.ts'
import type { SettlementServices } from './services.ts'

/** A session can be paid at the last moment, after its order expired: the money decides. */
const PAYABLE: readonly Order['status'][] = ['pending', 'failed', 'expired']

/** Fails when the order no longer waits for payment. */
export function recordPayment(
  order: Order,
  session: Stripe.Checkout.Session,
  payer: Payer,
  services: SettlementServices,
): Promise<Outcome> {
  const paidAt = services.now().toISOString()
  const payment = paymentOf(order, payer.customerId, paidAt)
  const { orderId, product } = order
  return services.data.transact((entities) => ({
    order: entities.orders
      .patch({ orderId })
      .set({ status: 'paid', paidAt, customerId: payer.customerId, checkoutSessionId: session.id })
      .composite({ createdAt: order.createdAt })
      .where(({ status }, { eq }) => `(${PAYABLE.map((each) => eq(status, each)).join(' OR ')})`)
      .commit(),
    payment: paymentWrites(entities, { order, session, payer, payment }, services),
    payer: payer.writes(entities),
    orderToSchedule: entities.ordersToSchedule
      .create({ customerId: payer.customerId, orderId, concept: payment.concept, paidAt })
      .commit(),
    // An order that had been given up is not its buyer's open one any more; another may be.
    openOrder:
      order.userId &&
      order.status === 'pending' &&
      entities.openOrders.delete({ customerId: payer.customerId, product }).commit(),
    audit: appendAudit(
      entities,
      {
        action: 'PAYMENT_COMPLETED',
        by: 'stripe',
        subjectId: payer.customerId,
        details: { orderId, paymentId: payment.paymentId, totalCents: order.totalCents },
      },
      services,
    ),
  }))
}

/** Numbered within the year of payment, in the practice's time zone. */
export const receiptNumberOf = (orderId: string, paidAt: string): string =>
  `${yearOf(paidAt)}-${orderId.slice(-12).toUpperCase()}`

function paymentOf({ orderId, product, totalCents }: Order, customerId: string, paidAt: string) {
  const uuid = orderId.slice('ord_'.length)
  return {
    orderId,
    customerId,
    paidAt,
    paymentId: `pay_${uuid}`,
    receiptNumber: receiptNumberOf(orderId, paidAt),
    concept: productConcept(product),
    amountCents: totalCents,
  }
}

interface Paid {
  readonly order: Order
  readonly session: Stripe.Checkout.Session
  readonly payer: Payer
  readonly payment: ReturnType<typeof paymentOf>
}

function paymentWrites(
  entities: TransactionEntities,
  { order, session, payer, payment }: Paid,
  services: Pick<SettlementServices, 'now' | 'newId'>,
) {
  const intent = session.payment_intent
  const { paidAt, ...stated } = payment
  const uuid = order.orderId.slice('ord_'.length)
  return [
    entities.payments
      .create({
        ...payment,
        refundedCents: 0,
        currency: 'eur',
        status: 'completed',
        ...(intent && { paymentIntentId: typeof intent === 'string' ? intent : intent.id }),
      })
      .commit(),
    entities.receipts
      .create({
        ...stated,
        buyerName: payer.name,
        listCents: catalogue[order.product].listCents,
        issuer: issuerOf(practice),
        vat: practice.vat,
        issuedAt: paidAt,
        fileKey: `${payer.customerId}/invoice/${Date.parse(paidAt)}-${uuid}.pdf`,
      })
      .commit(),
    queueMail(
      entities,
      {
        mailId: `mai_${uuid}-receipt`,
        to: payer.email,
        customerId: payer.customerId,
        content: {
          kind: 'receipt',
          orderId: order.orderId,
          name: payer.name === payer.email ? '' : payer.name,
          invite: !payer.hasAccount,
        },
      },
      services,
    ),
  ]
}
