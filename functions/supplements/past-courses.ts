import { addDays } from '#contract/days'
import { dosesOn } from '#contract/dosing'
import { dayOf } from '#contract/days'
import type { supplements } from '#contract/supplements'
import { dosesOf } from '#data/supplement-queries'
import { epochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { type StoredSupplement, timesOf } from './to-client-supplement.ts'

/** As long as ticked doses. */
const KEPT_DAYS = 400

/**
 * Stores a course as it was before it is changed or removed today. No write for one created today: a correction on the
 * same day leaves no history.
 */
export function keepPastCourse(
  entities: TransactionEntities,
  stored: StoredSupplement,
  { now }: Pick<Services, 'now'>,
) {
  const countedUntil = dayOf(now())
  const { customerId, clientSupplementId, version, frequency, times, pattern, startDate, endDate, status } = stored
  const { countedFrom } = stored
  if ((countedFrom ?? dayOf(new Date(stored.createdAt))) === countedUntil) return []
  const course = { frequency, times, pattern, startDate, ...(endDate && { endDate }), status }
  const counted = { ...(countedFrom && { countedFrom }), countedUntil }
  const expiresAtEpoch = epochSeconds(now()) + KEPT_DAYS * 86_400
  return [
    entities.pastCourses
      .put({ customerId, clientSupplementId, version, ...course, ...counted, expiresAtEpoch })
      .commit(),
  ]
}

const ADHERENCE_DAYS = 30

/** Each day counts by the course valid on it; later changes and removals do not rewrite it. */
export const readAdherence: Action<typeof supplements.adherence> = async ({ params }, { data, now }) => {
  const { data: customer } = await data.customers.get(params).go()
  if (!customer) return refuse('not-found')
  const to = addDays(dayOf(now()), -1)
  const from = addDays(to, 1 - ADHERENCE_DAYS)
  const [{ data: current }, { data: past }, ticked] = await Promise.all([
    data.clientSupplements.query.byCustomer(params).go({ pages: 'all' }),
    data.pastCourses.query.byCustomer(params).go({ pages: 'all' }),
    dosesOf(data, params.customerId, { from, to }),
  ])
  const days = Array.from({ length: ADHERENCE_DAYS }, (_, day) => addDays(from, day))
  const due = [...current.map((course) => ({ ...course, countedUntil: undefined })), ...past]
    .filter(({ status }) => status === 'active' || status === 'completed')
    .flatMap((course) => {
      const { clientSupplementId, endDate = null, countedFrom = from, countedUntil = addDays(to, 1) } = course
      const planned = { ...course, times: timesOf(course), endDate }
      return days
        .filter((day) => day >= countedFrom && day < countedUntil)
        .flatMap((day) => dosesOn(planned, day).map((time) => `${day} ${clientSupplementId} ${time}`))
    })
  const taken = new Set(ticked.map(({ day, clientSupplementId, time }) => `${day} ${clientSupplementId} ${time}`))
  return { due: due.length, taken: due.filter((dose) => taken.has(dose)).length }
}
