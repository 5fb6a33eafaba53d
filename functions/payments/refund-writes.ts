import type { EntityItem } from 'electrodb'
import { holdsUpRefunds } from '#data/dispute-queries'
import type { TableEntities } from '#data/entities'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { toPaymentId } from '#data/payment-id'
import { prepareRefundOfPart } from './budget-payment.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import {
  type OrderUse,
  prepareOrderConsultationCancellation,
  prepareUnpaidConsultation,
} from './order-consultation-cancellation.ts'
import type { PaymentSettlementServices } from './services.ts'

export type StoredPayment = EntityItem<TableEntities['payments']>
export type StoredRefund = EntityItem<TableEntities['refunds']>
export type StoredDispute = EntityItem<TableEntities['disputes']>
export type RefundServices = Pick<
  PaymentSettlementServices,
  'data' | 'now' | 'newId' | 'stripe' | 'practiceMail' | 'wallClock'
>

export interface RefundedOrder {
  readonly order: StoredOrder
  readonly payment: StoredPayment
  readonly refunds: readonly StoredRefund[]
  readonly disputes: readonly StoredDispute[]
}

/**
 * The payment is read before its refunds and disputes: each of them increments its `refundVersion`, so a write
 * conditional on that version includes all of them.
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
  const [{ data: refunds }, disputes] = await Promise.all([
    data.refunds.query.byOrder({ orderId }).go({ pages: 'all' }),
    readDisputes(payment, data),
  ])
  return { order, payment, refunds, disputes }
}

export async function readDisputes(
  { orderId, refundVersion = 0 }: StoredPayment,
  { disputes }: RefundServices['data'],
): Promise<readonly StoredDispute[]> {
  return refundVersion === 0 ? [] : (await disputes.query.byOrder({ orderId }).go({ pages: 'all' })).data
}

export const isHeldUpByDispute = ({ disputes }: Pick<RefundedOrder, 'disputes'>): boolean =>
  disputes.some(holdsUpRefunds)

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
  readonly isByBank?: boolean
  readonly requestedAt?: string
  readonly use?: OrderUse | undefined
}

/** Consequences of a new sum, on condition that no other refund was written since `payment` was read. */
export async function prepareRefundedSumWrites(
  read: RefundedOrder,
  change: NewSum,
  services: RefundServices,
): Promise<(entities: TransactionEntities) => { payment: TransactionWrites; order: TransactionWrites }> {
  const { order, payment } = read
  const { sum, requestedAt } = change
  const { orderId, createdAt } = order
  const { customerId, paymentId, refundVersion = 0 } = payment
  const wasWhole = payment.status === 'refunded'
  const isWhole = sum.status === 'refunded'
  const dateWrites = wasWhole === isWhole ? () => undefined : await prepareDateWrites(read, change, services)
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

function prepareDateWrites(
  { order, payment }: RefundedOrder,
  { sum, by, isUnproven = false, isByBank = false, use }: NewSum,
  services: RefundServices,
): Promise<(entities: TransactionEntities) => TransactionWrites> {
  const isRefunded = sum.status === 'refunded'
  const key = { orderId: order.orderId, customerId: payment.customerId }
  if (order.product === 'presupuesto') return prepareRefundOfPart(order, { isRefunded }, services)
  if (!isRefunded) return prepareWaitingOrder(payment, services)
  if (isByBank) return prepareUnpaidConsultation(key, services)
  return prepareOrderConsultationCancellation({ ...key, by, isUnproven, use }, services)
}

async function prepareWaitingOrder({ customerId, orderId, concept, paidAt }: StoredPayment, { data }: RefundServices) {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const isUsed = all.some(
    (each) => each.orderId === orderId && each.status !== 'cancelled' && each.status !== 'removed',
  )
  return (entities: TransactionEntities): TransactionWrites =>
    isUsed ? undefined : entities.ordersToSchedule.put({ customerId, orderId, concept, paidAt }).commit()
}
