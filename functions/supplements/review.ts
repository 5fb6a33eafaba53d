import { needsReview } from '#contract/client-supplement'
import { dayOf } from '#contract/days'
import { contradictionOf, DOSING_RULES } from '#contract/dosing-contradiction'
import type { supplements } from '#contract/supplements'
import { customersById } from '#data/customer-queries'
import type { Data } from '#data/data'
import { reviewedBy, countsOf } from '#data/counter'
import type { TransactionEntities, Writes } from '#data/transact'
import type { Action } from '#platform/serve'
import { toClientSupplement, type StoredSupplement, timesOf } from './to-client-supplement.ts'

export const listToReview: Action<typeof supplements.toReview> = async (_, { data, now }) => {
  const today = dayOf(now())
  const courses = (await contradictory(data))
    .map((stored) => ({ customerId: stored.customerId, supplement: toClientSupplement(stored, today) }))
    .filter(({ supplement }) => needsReview(supplement, today))
  const customers = await customersById(data, [...new Set(courses.map(({ customerId }) => customerId))])
  const names = new Map(customers.map(({ customerId, name }) => [customerId, name]))
  const items = courses.flatMap(({ customerId, supplement }) => {
    const customerName = names.get(customerId)
    return customerName === undefined ? [] : [{ customerId, customerName, supplement }]
  })
  return { items: items.toSorted((a, b) => a.customerName.localeCompare(b.customerName, 'es')) }
}

export const isContradictory = (stored: StoredSupplement): boolean =>
  contradictionOf({ ...stored, times: timesOf(stored), endDate: stored.endDate ?? null }) !== undefined

export const clearReview = (entities: TransactionEntities, stored: StoredSupplement): Writes =>
  isContradictory(stored)
    ? [
        entities.supplementReviews
          .delete({ customerId: stored.customerId, clientSupplementId: stored.clientSupplementId })
          .commit(),
      ]
    : []

/**
 * New writes are always consistent, so contradictory rows are older than the rules and only decrease: they are searched
 * for once and marked.
 */
async function contradictory(data: Data): Promise<readonly StoredSupplement[]> {
  const { dosingRules = 0 } = await countsOf(data)
  if (dosingRules < DOSING_RULES) return markAll(data)
  const { data: marks } = await data.supplementReviews.query.waiting({}).go({ pages: 'all' })
  if (marks.length === 0) return []
  const keys = marks.map(({ customerId, clientSupplementId }) => ({ customerId, clientSupplementId }))
  return (await data.clientSupplements.get(keys).go({ consistent: true })).data
}

async function markAll(data: Data): Promise<readonly StoredSupplement[]> {
  const { data: all } = await data.clientSupplements.query.lately({}).go({ pages: 'all' })
  const found = all.filter(isContradictory)
  const marks = found.map(({ customerId, clientSupplementId }) => ({ customerId, clientSupplementId }))
  if (marks.length > 0) {
    const { unprocessed } = await data.supplementReviews.put(marks).go()
    // Without the note that all is done they are looked for again.
    if (unprocessed.length > 0) return found
  }
  await reviewedBy(data, DOSING_RULES)
  return found
}
