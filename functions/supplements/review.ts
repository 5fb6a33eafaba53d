import { needsSupplementReview } from '#contract/client-supplement'
import { toPracticeDay } from '#contract/calendar-days'
import { findDosingContradiction, DOSING_RULES_VERSION } from '#contract/dosing-contradiction'
import type { supplements } from '#contract/supplements-domain'
import { findCustomersById } from '#data/customer-queries'
import type { Database } from '#data/database'
import { saveCheckedDosingRulesVersion, readPracticeCounter } from '#data/practice-counter'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import type { EndpointAction } from '#platform/serve'
import { toDoseTimes } from './public/dose-times.ts'
import { toClientSupplement, type StoredClientSupplement } from './to-client-supplement.ts'

export const listSupplementsToReview: EndpointAction<typeof supplements.toReview> = async (_, { data, now }) => {
  const today = toPracticeDay(now())
  const courses = (await contradictory(data))
    .map((stored) => ({ customerId: stored.customerId, supplement: toClientSupplement(stored, today) }))
    .filter(({ supplement }) => needsSupplementReview(supplement, today))
  const customers = await findCustomersById(data, [...new Set(courses.map(({ customerId }) => customerId))])
  const names = new Map(customers.map(({ customerId, name }) => [customerId, name]))
  const items = courses.flatMap(({ customerId, supplement }) => {
    const customerName = names.get(customerId)
    return customerName === undefined ? [] : [{ customerId, customerName, supplement }]
  })
  return { items: items.toSorted((a, b) => a.customerName.localeCompare(b.customerName, 'es')) }
}

export const isContradictorySupplement = (stored: StoredClientSupplement): boolean =>
  findDosingContradiction({ ...stored, times: toDoseTimes(stored), endDate: stored.endDate ?? null }) !== undefined

export const createClearSupplementReviewWrite = (
  entities: TransactionEntities,
  stored: StoredClientSupplement,
): TransactionWrites =>
  isContradictorySupplement(stored)
    ? [
        entities.supplementReviews
          .delete({ customerId: stored.customerId, clientSupplementId: stored.clientSupplementId })
          .commit(),
      ]
    : []

/**
 * New writes are always consistent, so contradictory rows are older than the rules and only decrease: they are searched
 * once and marked.
 */
async function contradictory(data: Database): Promise<readonly StoredClientSupplement[]> {
  const { dosingRules = 0 } = await readPracticeCounter(data)
  if (dosingRules < DOSING_RULES_VERSION) return markAll(data)
  const { data: marks } = await data.supplementReviews.query.waiting({}).go({ pages: 'all' })
  if (marks.length === 0) return []
  const keys = marks.map(({ customerId, clientSupplementId }) => ({ customerId, clientSupplementId }))
  return (await data.clientSupplements.get(keys).go()).data
}

async function markAll(data: Database): Promise<readonly StoredClientSupplement[]> {
  const { data: all } = await data.clientSupplements.query.lately({}).go({ pages: 'all' })
  const found = all.filter(isContradictorySupplement)
  // Separate writes: functions may not write in batches. After a failure the missing mark makes the next run search
  // again.
  await Promise.all(
    found.map(({ customerId, clientSupplementId }) =>
      data.supplementReviews.put({ customerId, clientSupplementId }).go(),
    ),
  )
  await saveCheckedDosingRulesVersion(data, DOSING_RULES_VERSION)
  return found
}
