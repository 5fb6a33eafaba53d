import type { StoredBudgetPart } from '#data/budget-agreement'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import type { StoredPayment } from './refund-writes.ts'
import type { PaymentSettlementServices } from './services.ts'

interface PartRefund {
  readonly payment: StoredPayment
  readonly refundId: string
  readonly amountCents: number
}

interface PlannedPartRefund extends PartRefund {
  readonly createdAt: string | undefined
}

export interface RefundContext {
  readonly at: string
  readonly by: string
  readonly reason: 'client' | 'practice'
  readonly actor?: Actor
}

const isWhole = ({ payment, amountCents }: PartRefund): boolean =>
  payment.refundedCents + amountCents >= payment.amountCents

export async function planPartRefunds(
  refunds: readonly PartRefund[],
  { data }: Pick<PaymentSettlementServices, 'data'>,
): Promise<readonly PlannedPartRefund[]> {
  const keys = refunds.map(({ payment: { orderId } }) => ({ orderId }))
  const { data: orders } = keys.length > 0 ? await data.orders.get(keys).go() : { data: [] }
  return refunds.map((refund) => ({
    ...refund,
    createdAt: orders.find(({ orderId }) => orderId === refund.payment.orderId)?.createdAt,
  }))
}

export const markPartsRefunded = (
  parts: readonly StoredBudgetPart[],
  { refunds, at }: { readonly refunds: readonly PartRefund[]; readonly at: string },
): readonly StoredBudgetPart[] =>
  parts.map((part) => {
    const refund = refunds.find(({ payment }) => payment.orderId === part.orderId)
    return refund && isWhole(refund) ? { ...part, refundedAt: at } : part
  })

export function createPartRefundWrites(
  entities: TransactionEntities,
  refund: PlannedPartRefund,
  { at, by, reason }: RefundContext,
): TransactionWrites {
  const { payment, amountCents, refundId, createdAt = at } = refund
  const { customerId, paymentId, orderId, refundVersion = 0 } = payment
  if (amountCents === 0)
    return entities.payments
      .check({ customerId, paymentId })
      .where((stored, operations) => createUnchangedCondition(stored.refundVersion, payment.refundVersion, operations))
      .commit()
  return [
    entities.refunds
      .create({ refundId, orderId, amountCents, reason, status: 'requested', requestedBy: by, requestedAt: at })
      .commit(),
    entities.payments
      .patch({ customerId, paymentId })
      .set({
        refundedCents: payment.refundedCents + amountCents,
        status: isWhole(refund) ? 'refunded' : 'partially-refunded',
        refundVersion: refundVersion + 1,
        refundRequestedAt: at,
      })
      .where((stored, operations) => createUnchangedCondition(stored.refundVersion, refundVersion, operations))
      .commit(),
    isWhole(refund) && entities.orders.patch({ orderId }).set({ status: 'refunded' }).composite({ createdAt }).commit(),
  ]
}

export const appendPartRefundEntry = (
  entities: TransactionEntities,
  { refund: { payment, refundId, amountCents }, given }: { readonly refund: PartRefund; readonly given: RefundContext },
  services: Pick<PaymentSettlementServices, 'now' | 'newId'>,
): TransactionWrites =>
  amountCents > 0 &&
  appendAuditEntry(
    entities,
    {
      action: 'REFUND_REQUESTED',
      by: given.by,
      subjectId: payment.customerId,
      ...(given.actor && { caller: given.actor }),
      details: { paymentId: payment.paymentId, refundId, amountCents, reason: given.reason },
    },
    services,
  )
