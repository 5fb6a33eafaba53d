import type { RefundReason } from '#contract/refunds'
import { toBudgetEndRefundId } from '#data/payment-id'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import { offerFreedHoursOfCustomer } from '../consultations/public/offer-freed-hours-of-customer.ts'
import { createUnchangedWrites, type OrderUse } from './order-consultation-cancellation.ts'
import {
  computeRefundedSum,
  isHeldUpByDispute,
  prepareRefundedSumWrites,
  readRefundedOrder,
  type RefundedOrder,
  type RefundServices,
  type StoredPayment,
  type StoredRefund,
} from './refund-writes.ts'

interface RequestedRefund {
  readonly orderId: string
  readonly refundId: string
  readonly amountCents: number
  readonly reason: RefundReason
  readonly explanation?: string
  readonly actor: Actor
  readonly isUnproven?: boolean
  /**
   * Refuses what no rule permits.
   * @returns the use that the decision is based on: decided again after a change
   * @default - any amount that is left
   */
  readonly decide?: (payment: StoredPayment) => Promise<OrderUse>
}

const TRIES = 60

/**
 * Stored before Stripe is called, on condition that refunds do not exceed the payment. The same id is the same refund.
 * @throws Refusal `payment-refunded` when less is left, `changed-meanwhile` when the id has another
 * amount or is reserved for the end of a budget, `address-proven`, `not-found`, `payment-disputed` when the practice refunds what the bank has taken for now
 */
export async function requestRefund(wanted: RequestedRefund, services: RefundServices): Promise<StoredRefund> {
  for (let tries = 0; tries < TRIES; tries++) {
    const read = (await readRefundedOrder(wanted.orderId, services)) ?? throwRefusal('not-found')
    const known = read.refunds.find(({ refundId }) => refundId === wanted.refundId)
    if (known) return known.amountCents === wanted.amountCents ? known : throwRefusal('changed-meanwhile')
    // Reserved for the refund at the end of this payment's budget.
    if (wanted.refundId === toBudgetEndRefundId(wanted.orderId)) throwRefusal('changed-meanwhile')
    if (wanted.isUnproven) await requireUnproven(read.payment.customerId, services)
    const { amountCents, refundedCents } = read.payment
    requireRefundable(read, wanted)
    const use = await wanted.decide?.(read.payment)
    const refund = await writeRequest({ ...read, use }, wanted, services)
    if (!refund) continue
    // Offered before Stripe answers, which may take a while.
    if (refundedCents + wanted.amountCents >= amountCents)
      await offerFreedHoursOfCustomer(read.payment.customerId, services)
    return refund
  }
  throw new Error(`the refund ${wanted.refundId} was not written`)
}

interface DecidedRefund extends RefundedOrder {
  readonly use: OrderUse | undefined
}

async function writeRequest(
  read: DecidedRefund,
  { orderId, refundId, amountCents, reason, explanation, actor, isUnproven = false }: RequestedRefund,
  services: RefundServices,
): Promise<StoredRefund | undefined> {
  const { paymentId, customerId } = read.payment
  const requestedAt = services.now().toISOString()
  const refund = {
    refundId,
    orderId,
    amountCents,
    reason,
    ...(explanation && { explanation }),
    status: amountCents === 0 ? ('succeeded' as const) : ('requested' as const),
    requestedBy: actor.userId,
    requestedAt,
  }
  const sum = computeRefundedSum(read.payment, [...read.refunds, refund])
  const { use } = read
  const changes = { sum, by: actor.userId, isUnproven, requestedAt, use }
  const writes = await prepareRefundedSumWrites(read, changes, services)
  const { written } = await services.data.transact((entities) => ({
    refund: entities.refunds.create(refund).commit(),
    ...writes(entities),
    // A full refund's cancellations contain the same condition.
    use: use && sum.status !== 'refunded' && createUnchangedWrites(entities, use.consultations),
    audit: appendAuditEntry(
      entities,
      {
        action: 'REFUND_REQUESTED',
        by: actor.userId,
        subjectId: customerId,
        details: { paymentId, refundId, amountCents, reason, ...(explanation && { explanation }) },
        caller: actor,
      },
      services,
    ),
  }))
  return written ? refund : undefined
}

function requireRefundable(read: RefundedOrder, { amountCents, reason }: RequestedRefund): void {
  const { status, refundedCents, amountCents: paidCents } = read.payment
  if (status === 'refunded' || refundedCents + amountCents > paidCents) throwRefusal('payment-refunded')
  // Asked for by its client it waits for the end of the dispute.
  if (reason !== 'client' && isHeldUpByDispute(read)) throwRefusal('payment-disputed')
}

async function requireUnproven(customerId: string, { data }: RefundServices): Promise<void> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer || customer.userId !== undefined) throwRefusal('address-proven')
}
