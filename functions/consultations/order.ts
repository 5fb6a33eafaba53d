import type { StoredConsultation } from '#data/consultation-queries'
import type { Database } from '#data/database'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { toPaymentId } from '#data/payment-id'
import { releaseBudgetUnit, reclaimBudgetUnit } from '../payments/public/budget-units.ts'

export interface ConsultationOrderChange {
  readonly wanted: StoredConsultation
  readonly writes: (entities: TransactionEntities) => TransactionWrites
}

export const retainConsultationOrder = (wanted: StoredConsultation): ConsultationOrderChange => ({
  wanted,
  writes: () => undefined,
})

const toPaymentKey = (customerId: string, orderId: string) => ({
  customerId,
  paymentId: toPaymentId(orderId),
})

export async function detachOrderFromConsultation(
  data: Database,
  wanted: StoredConsultation,
): Promise<ConsultationOrderChange> {
  const { customerId, orderId, budgetId } = wanted
  if (budgetId) return { wanted, writes: await releaseBudgetUnit(wanted, data) }
  if (!orderId) return retainConsultationOrder(wanted)
  const key = toPaymentKey(customerId, orderId)
  const { data: payment } = await data.payments.get(key).go()
  if (!payment || payment.status === 'refunded') return retainConsultationOrder(wanted)
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

/** For a past or closed consultation that is upcoming again: a fully refunded payment no longer covers it. */
export async function retainUnrefundedOrder(
  data: Database,
  wanted: StoredConsultation,
): Promise<ConsultationOrderChange> {
  const { customerId, orderId, ...rest } = wanted
  if (wanted.budgetId) return retakeFromBudget(data, wanted)
  if (!orderId) return retainConsultationOrder(wanted)
  const key = toPaymentKey(customerId, orderId)
  const { data: payment } = await data.payments.get(key).go()
  if (!payment) return retainConsultationOrder(wanted)
  const isRefunded = payment.status === 'refunded'
  return {
    wanted: isRefunded ? { ...rest, customerId } : wanted,
    writes: (entities) =>
      entities.payments
        .check(key)
        .where(({ status }, { eq, ne }) => (isRefunded ? eq(status, 'refunded') : ne(status, 'refunded')))
        .commit(),
  }
}

export async function reattachOrderToConsultation(
  data: Database,
  wanted: StoredConsultation,
): Promise<ConsultationOrderChange> {
  const { orderId, ...rest } = wanted
  if (wanted.budgetId) return retakeFromBudget(data, wanted)
  if (!orderId) return retainConsultationOrder(wanted)
  const key = { customerId: wanted.customerId, orderId }
  const { data: waiting } = await data.ordersToSchedule.get(key).go()
  if (!waiting) return retainConsultationOrder(rest)
  return { wanted, writes: (entities) => entities.ordersToSchedule.remove(key).commit() }
}

async function retakeFromBudget(data: Database, wanted: StoredConsultation): Promise<ConsultationOrderChange> {
  const { budgetId: _, ...rest } = wanted
  const writes = await reclaimBudgetUnit(wanted, data)
  return writes ? { wanted, writes } : retainConsultationOrder(rest)
}
