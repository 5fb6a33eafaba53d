import type Stripe from 'stripe'
import { productCatalogue } from '#contract/product-catalogue'
import { toPracticeYear } from '#contract/calendar-days'
import { practiceLegalDetails } from '#contract/practice'
import { paymentMethods } from '#contract/receipt'
import type { TransactionOutcome, TransactionEntities } from '#data/transact'
import { checkErasureWaits, checkNoErasureScheduled, countCustomerRequest } from '#data/customer-check'
import { toBudgetEndRefundId } from '#data/payment-id'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { prepareSlotProposals } from '../consultations/public/slot-proposals.ts'
import { toReceiptIssuer } from './public/receipt.ts'
import { prepareBudgetPayment } from './budget-payment.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import { formatOrderDescription } from './order-description.ts'
import { toOpenOrderKey } from './orders.ts'
import type { OrderPayer } from './payer.ts'
import { prepareConsultationOfOrder, readBookedStart, type WriteConsultationOfOrder } from './scheduled-payment.ts'
import type { PaymentSettlementServices } from './services.ts'

/** A session can be paid at the last moment, after its order expired: the payment counts. */
const PAYABLE: readonly StoredOrder['status'][] = ['pending', 'failed', 'expired']

const ofHour: ReadonlySet<string> = new Set(['slot', 'consultation'])

/**
 * One transaction settles order, payment, receipt and the paid consultation. When somebody else has its hour, the order
 * waits for another, and three are proposed. For a client whose erasure is scheduled everything is refunded. Fails when
 * the order no longer waits for payment, its hold changed meanwhile, or its client left or came back.
 */
export async function recordPayment(
  order: StoredOrder,
  session: Stripe.Checkout.Session,
  payer: OrderPayer,
  services: PaymentSettlementServices,
): Promise<TransactionOutcome> {
  if (order.product === 'presupuesto') {
    const { writes, isVoid } = await prepareBudgetPayment(order, payer, services)
    return write({ order, session, payer, consultation: writes, isVoid }, services)
  }
  if (payer.isLeaving) return write({ order, session, payer, consultation: () => ({}), isVoid: true }, services)
  const consultation = await prepareConsultationOfOrder(order, payer, services)
  const outcome = await write({ order, session, payer, consultation }, services)
  if (outcome.written || !consultation || !ofHour.has(outcome.failed)) return outcome
  return write({ order, session, payer, consultation: undefined }, services)
}

interface Settlement {
  readonly order: StoredOrder
  readonly session: Stripe.Checkout.Session
  readonly payer: OrderPayer
  readonly consultation: WriteConsultationOfOrder | undefined
  readonly isVoid?: boolean
}

async function write(
  { order, session, payer, consultation, isVoid = false }: Settlement,
  services: PaymentSettlementServices,
): Promise<TransactionOutcome> {
  const paidAt = services.now().toISOString()
  const bookedStart = await readBookedStart(order, services)
  const payment = paymentOf(order, payer.customerId, paidAt)
  const { orderId, bookedConsultationId } = order
  const openKey = toOpenOrderKey(order)
  // Proposals are only for first consultations.
  const proposals =
    consultation || bookedConsultationId
      ? undefined
      : await prepareSlotProposals({ customer: payer, orderId }, services)
  return services.data.transact((entities) => ({
    ...createPresenceWrites(entities, payer),
    order: entities.orders
      .patch({ orderId })
      .set({
        status: isVoid ? 'refunded' : 'paid',
        paidAt,
        customerId: payer.customerId,
        checkoutSessionId: session.id,
        ...(bookedStart && { bookedStart }),
      })
      .composite({ createdAt: order.createdAt })
      .where(({ status }, { eq }) => `(${PAYABLE.map((each) => eq(status, each)).join(' OR ')})`)
      .commit(),
    payment: paymentWrites(entities, { order, session, payer, payment, isVoid }, services),
    refund: isVoid && entities.refunds.create(toVoidRefund(payment)).commit(),
    payer: payer.writes(entities),
    orderToSchedule:
      !consultation &&
      entities.ordersToSchedule
        .create({ customerId: payer.customerId, orderId, concept: payment.concept, paidAt })
        .commit(),
    ...consultation?.(entities),
    proposals: proposals?.(entities),
    // After an abandoned order the buyer may have another open one.
    openOrder:
      order.userId &&
      order.status === 'pending' &&
      openKey &&
      entities.openOrders.delete({ ...openKey, customerId: payer.customerId }).commit(),
    audit: appendAuditEntry(
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

/** Serialises the payment with a deletion, a request for erasure or its undoing: the second of two is repeated. */
const createPresenceWrites = (entities: TransactionEntities, { customerId, isNew, isLeaving }: OrderPayer) => ({
  customer: !isNew && !isLeaving && countCustomerRequest(entities, customerId),
  erasure: !isNew && (isLeaving ? checkErasureWaits : checkNoErasureScheduled)(entities, customerId),
})

/** The year of payment, in the practice's time zone, and the end of the order's id: no consecutive number. */
export const formatReceiptNumber = (orderId: string, paidAt: string): string =>
  `${toPracticeYear(paidAt)}-${orderId.slice(-12).toUpperCase()}`

function paymentOf(order: StoredOrder, customerId: string, paidAt: string) {
  const { orderId, totalCents } = order
  const uuid = orderId.slice('ord_'.length)
  return {
    orderId,
    customerId,
    paidAt,
    paymentId: `pay_${uuid}`,
    receiptNumber: formatReceiptNumber(orderId, paidAt),
    concept: formatOrderDescription(order),
    amountCents: totalCents,
  }
}

interface Paid {
  readonly order: StoredOrder
  readonly session: Stripe.Checkout.Session
  readonly payer: OrderPayer
  readonly payment: ReturnType<typeof paymentOf>
  readonly isVoid: boolean
}

const toVoidRefund = ({ orderId, amountCents, paidAt }: Paid['payment']) => ({
  refundId: toBudgetEndRefundId(orderId),
  orderId,
  amountCents,
  // Stripe has nothing to give back.
  status: amountCents === 0 ? ('succeeded' as const) : ('requested' as const),
  reason: 'practice' as const,
  requestedBy: 'stripe',
  requestedAt: paidAt,
})

/** Where several were offered, the session does not say which was used. */
function findPaymentMethod({ payment_method_types: offered, amount_total: total }: Stripe.Checkout.Session) {
  return offered.length === 1 && total ? paymentMethods.find((each) => each === offered[0]) : undefined
}

function paymentWrites(
  entities: TransactionEntities,
  { order, session, payer, payment, isVoid }: Paid,
  services: Pick<PaymentSettlementServices, 'now' | 'newId'>,
) {
  const intent = session.payment_intent
  const { paidAt, ...stated } = payment
  const paymentMethod = findPaymentMethod(session)
  const uuid = order.orderId.slice('ord_'.length)
  return [
    entities.payments
      .create({
        ...payment,
        currency: 'eur',
        ...(isVoid
          ? { refundedCents: payment.amountCents, status: 'refunded', refundVersion: 1, refundRequestedAt: paidAt }
          : { refundedCents: 0, status: 'completed' }),
        ...(intent && { paymentIntentId: typeof intent === 'string' ? intent : intent.id }),
      })
      .commit(),
    entities.receipts
      .create({
        ...stated,
        buyerName: payer.name,
        listCents:
          order.product === 'consulta' || order.product === 'presupuesto'
            ? order.totalCents
            : productCatalogue[order.product].listCents,
        issuer: toReceiptIssuer(practiceLegalDetails),
        vat: practiceLegalDetails.vat,
        ...(paymentMethod && { paymentMethod }),
        issuedAt: paidAt,
        fileKey: `${payer.customerId}/receipt/${Date.parse(paidAt)}-${uuid}.pdf`,
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
