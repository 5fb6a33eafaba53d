import type { Data } from '#data/data'
import type { TransactionEntities, Writes } from '#data/transact'
import type { StoredConsultation } from './to-consultation.ts'

export interface OrderChange {
  readonly wanted: StoredConsultation
  readonly writes: (entities: TransactionEntities) => Writes
}

export const keepOrder = (wanted: StoredConsultation): OrderChange => ({ wanted, writes: () => undefined })

/** The order waits for another date, unless it was refunded. */
export async function returnOrder(data: Data, wanted: StoredConsultation): Promise<OrderChange> {
  const { customerId, orderId } = wanted
  if (!orderId) return keepOrder(wanted)
  // One payment for each order, whose id says so.
  const key = { customerId, paymentId: `pay_${orderId.slice('ord_'.length)}` }
  const { data: payment } = await data.payments.get(key).go({ consistent: true })
  if (!payment || payment.status === 'refunded') return keepOrder(wanted)
  const { concept, paidAt } = payment
  return {
    wanted,
    writes: (entities) => [
      entities.ordersToSchedule.put({ customerId, orderId, concept, paidAt }).commit(),
      entities.payments
        .check(key)
        .where(({ status }, { ne }) => ne(status, 'refunded'))
        .commit(),
    ],
  }
}

export async function takeOrder(data: Data, wanted: StoredConsultation): Promise<OrderChange> {
  const { orderId, ...rest } = wanted
  if (!orderId) return keepOrder(wanted)
  const key = { customerId: wanted.customerId, orderId }
  const { data: waiting } = await data.ordersToSchedule.get(key).go({ consistent: true })
  if (!waiting) return keepOrder(rest)
  return { wanted, writes: (entities) => entities.ordersToSchedule.remove(key).commit() }
}
