import type { RefusalCode } from '#contract/refusals'
import { findOrdersToScheduleOf } from '#data/consultation-queries'
import type { Database } from '#data/database'
import { hasBudgetInUse } from '../payments/public/budget-in-use.ts'

interface ReadServices {
  readonly data: Database
  readonly now: () => Date
}

type UnusedPurchase = Extract<RefusalCode, 'budget-active' | 'consultation-unused'>

/**
 * Paid and unused. It is refunded by ending the budget or cancelling the consultation, and by nothing after the
 * erasure.
 * @default refundedOrderIds - none; refunded orders are neither waiting nor upcoming
 */
export async function findUnusedPurchase(
  customerId: string,
  { data, now }: ReadServices,
  refundedOrderIds: ReadonlySet<string> = new Set(),
): Promise<UnusedPurchase | undefined> {
  const isKept = ({ orderId }: { readonly orderId?: string }) => orderId && !refundedOrderIds.has(orderId)
  const [isInUse, waiting] = await Promise.all([
    hasBudgetInUse(customerId, { data, now }),
    findOrdersToScheduleOf(data, customerId),
  ])
  if (isInUse) return 'budget-active'
  if (waiting.some(isKept)) return 'consultation-unused'
  // After the waiting orders: one that is booked in between is found here.
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const at = now().toISOString()
  const isUnused = all.some((each) => isKept(each) && each.status === 'scheduled' && each.startsAt > at)
  return isUnused || (await findOrdersToScheduleOf(data, customerId)).some(isKept) ? 'consultation-unused' : undefined
}

export async function findUnsettledPurchase(
  customerId: string,
  services: ReadServices,
): Promise<UnusedPurchase | 'refund-requested' | undefined> {
  const { data } = services
  const { data: payments } = await data.payments.query.byCustomer({ customerId }).go({ pages: 'all' })
  for (const { orderId } of payments.filter(({ refundedCents }) => refundedCents > 0)) {
    const { data: refunds } = await data.refunds.query.byOrder({ orderId }).go({ pages: 'all' })
    if (refunds.some(({ status }) => status === 'requested')) return 'refund-requested'
  }
  const refunded = payments.filter(({ status }) => status === 'refunded')
  return findUnusedPurchase(customerId, services, new Set(refunded.map(({ orderId }) => orderId)))
}
