import type { EntityItem } from 'electrodb'
import type { TableEntities } from '#data/entities'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { toPaymentId } from '#data/payment-id'
import { prepareRefundOfPart } from './budget-payment.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import { type OrderUse, prepareOrderConsultationCancellation } from './order-consultation-cancellation.ts'
import type { PaymentSettlementServices } from './services.ts'

export type StoredPayment = EntityItem<TableEntities['payments']>
export type StoredRefund = EntityItem<TableEntities['refunds']>
export type RefundServices = Pick<
  PaymentSettlementServices,
  'data' | 'now' | 'newId' | 'stripe' | 'practiceMail' | 'wallClock'
>

export interface RefundedOrder {
  readonly order: StoredOrder
  readonly payment: StoredPayment
  readonly refunds: readonly StoredRefund[]
}

/**
 * The payment is read before its refunds: each refund increments its `refundVersion`, so a write conditional on that
 * version includes every refund.
 * @returns undefined while the order is not paid
 */
export async function readRefundedOrder(
  orderId: string,
  { data }: Pick<RefundServices, 'data'>,
): Promise<RefundedOrder | undefined> {
  const { data: order } = await data.orders.get({ orderId }).go()
  if (!order?.customerId) return undefined
  const key = { customerId: order.customerId, paymentId: toPaymentId(orderId) }
  const { data: payment } = await data.payments.get(key).go()
  if (!payment) return undefined
  const { data: refunds } = await data.refunds.query.byOrder({ orderId }).go({ pages: 'all' })
  return { order, payment, refunds }
}

const isCounted = ({ status }: Pick<StoredRefund, 'status'>): boolean => status !== 'failed'

interface RefundedSum {
  readonly refundedCents: number
  readonly status: StoredPayment['status']
}

export function computeRefundedSum({ amountCents }: StoredPayment, refunds: readonly StoredRefund[]): RefundedSum {
  const counted = refunds.filter(isCounted)
  const refundedCents = counted.reduce((sum, refund) => sum + refund.amountCents, 0)
  if (counted.length === 0) return { refundedCents, status: 'completed' }
  return { refundedCents, status: refundedCents >= amountCents ? 'refunded' : 'partially-refunded' }
}

interface NewSum {
  readonly sum: RefundedSum
  readonly by: string
  readonly isUnproven?: boolean
  readonly requestedAt?: string
  /** @default - the present use */
  readonly use?: OrderUse | undefined
}

/**
 * Consequences of a new sum, on condition that no other refund was written since `payment` was read. After a full
 * refund the order waits for no date and its upcoming consultation is cancelled; when such a refund fails, it waits
 * again.
 */
export async function prepareRefundedSumWrites(
  { order, payment }: RefundedOrder,
  { sum, by, isUnproven = false, requestedAt, use }: NewSum,
  services: RefundServices,
): Promise<(entities: TransactionEntities) => { payment: TransactionWrites; order: TransactionWrites }> {
  const { orderId, createdAt } = order
  const { customerId, paymentId, refundVersion = 0 } = payment
  const wasWhole = payment.status === 'refunded'
  const isWhole = sum.status === 'refunded'
  const dateWrites =
    wasWhole === isWhole
      ? () => undefined
      : order.product === 'presupuesto'
        ? await prepareRefundOfPart(order, { isRefunded: isWhole }, services)
        : await (isWhole
            ? prepareOrderConsultationCancellation({ orderId, customerId, by, isUnproven, use }, services)
            : prepareWaitingOrder(payment, services))
  return (entities) => ({
    payment: entities.payments
      .patch({ customerId, paymentId })
      .set({ ...sum, refundVersion: refundVersion + 1, ...(requestedAt && { refundRequestedAt: requestedAt }) })
      .where((stored, operations) => createUnchangedCondition(stored.refundVersion, refundVersion, operations))
      .commit(),
    order: [
      wasWhole !== isWhole &&
        entities.orders
          .patch({ orderId })
          .set({ status: isWhole ? 'refunded' : 'paid' })
          .composite({ createdAt })
          .commit(),
      dateWrites(entities),
    ],
  })
}

async function prepareWaitingOrder({ customerId, orderId, concept, paidAt }: StoredPayment, { data }: RefundServices) {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const isUsed = all.some(
    (each) => each.orderId === orderId && each.status !== 'cancelled' && each.status !== 'removed',
  )
  return (entities: TransactionEntities): TransactionWrites =>
    isUsed ? undefined : entities.ordersToSchedule.put({ customerId, orderId, concept, paidAt }).commit()
}
