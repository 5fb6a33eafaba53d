import type { RefusalCode } from '#contract/refusals'
import { findBudgetAgreements } from '#data/budget-queries'
import { findOrdersToScheduleOf } from '#data/consultation-queries'
import type { Database } from '#data/database'

/**
 * What the client has paid and not used. It goes back when they end the budget or cancel the consultation, and by nothing once
 * everything is erased.
 */
export async function findUnusedPurchase(
  customerId: string,
  { data, now }: { readonly data: Database; readonly now: () => Date },
): Promise<Extract<RefusalCode, 'budget-active' | 'consultation-unused'> | undefined> {
  const [agreements, waiting] = await Promise.all([
    findBudgetAgreements(data, customerId),
    findOrdersToScheduleOf(data, customerId),
  ])
  if (agreements.some(({ status }) => status === 'active')) return 'budget-active'
  if (waiting.length > 0) return 'consultation-unused'
  // After those that wait for an hour: one that is given an hour in between is found here.
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const at = now().toISOString()
  const isUnused = all.some(({ orderId, status, startsAt }) => orderId && status === 'scheduled' && startsAt > at)
  return isUnused ? 'consultation-unused' : undefined
}
