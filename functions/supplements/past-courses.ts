import type { EntityItem } from 'electrodb'
import { addDays, mondayOf, toPracticeDay } from '#contract/calendar-days'
import { ADHERENCE_WEEKS } from '#contract/supplements'
import { type ReplacedDose, type TakenDose } from '#contract/own-supplements'
import { type supplements } from '#contract/supplements-domain'
import type { TableEntities } from '#data/entities'
import { findTakenDoses } from '#data/supplement-queries'
import { toEpochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import { requireOwnCustomerId } from '#platform/actor'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { computeCountedDoses, countDoses, listDays, toCountedFrom } from './public/dose-counts.ts'
import type { StoredClientSupplement } from './to-client-supplement.ts'

const KEPT_DAYS = 400

/** Of ticks and of the courses by which they count. */
export const toDoseExpiry = (now: Date): number => toEpochSeconds(now) + KEPT_DAYS * 86_400

/** No write for one created or changed today: a correction on the same day leaves no history. */
export function createPastDosingCourseWrite(
  entities: TransactionEntities,
  stored: StoredClientSupplement,
  { now }: Pick<ActionServices, 'now'>,
) {
  const countedUntil = toPracticeDay(now())
  const countedFrom = toCountedFrom(stored)
  if (countedFrom >= countedUntil) return []
  const { customerId, clientSupplementId, version, frequency, times, pattern, startDate, endDate, status } = stored
  const { name, amount, unit, foodRelation } = stored
  const course = { frequency, times, pattern, startDate, ...(endDate && { endDate }), status }
  const shown = { name, amount, unit, foodRelation }
  const expiresAtEpoch = toDoseExpiry(now())
  return [
    entities.pastCourses
      .put({
        customerId,
        clientSupplementId,
        version,
        ...shown,
        ...course,
        countedFrom,
        countedUntil,
        expiresAtEpoch,
      })
      .commit(),
  ]
}

export function createTakenOverWrites(
  entities: TransactionEntities,
  { customerId, doses }: { readonly customerId: string; readonly doses: readonly TakenDose[] },
  { now }: Pick<ActionServices, 'now'>,
) {
  const ticked = { taken: true, tickedAt: now().toISOString(), expiresAtEpoch: toDoseExpiry(now()) }
  return doses.map((dose) => entities.doses.put({ customerId, ...dose, ...ticked }).commit())
}

export type PastCourse = EntityItem<TableEntities['pastCourses']>

export const listReplacedDoses = (past: readonly PastCourse[], days: Parameters<typeof listDays>[0]): ReplacedDose[] =>
  past.flatMap(({ name, amount, unit, foodRelation, ...course }) => {
    if (!name || !amount || !unit || !foodRelation) return []
    const { clientSupplementId } = course
    const shown = { clientSupplementId, name, amount, unit, foodRelation }
    return listDays(days).flatMap((day) => computeCountedDoses(course, day).map((time) => ({ ...shown, day, time })))
  })

export const isReplacedDose = (past: readonly PastCourse[], { day, time }: Pick<TakenDose, 'day' | 'time'>): boolean =>
  past.some((course) =>
    computeCountedDoses({ ...course, countedUntil: addDays(course.countedUntil, 1) }, day).includes(time),
  )

const ADHERENCE_DAYS = 30

export const readSupplementAdherence: EndpointAction<typeof supplements.adherence> = async (
  { params },
  { data, now },
) => {
  await requireCustomer(params.customerId, data)
  const to = addDays(toPracticeDay(now()), -1)
  const from = addDays(to, 1 - ADHERENCE_DAYS)
  return countDoses(await readCourses(params.customerId, { from, to }, data), { from, to })
}

async function readCourses(
  customerId: string,
  days: { readonly from: string; readonly to: string },
  data: ActionServices['data'],
) {
  const [{ data: current }, { data: past }, ticked] = await Promise.all([
    data.clientSupplements.query.byCustomer({ customerId }).go({ pages: 'all' }),
    data.pastCourses.query.byCustomer({ customerId }).go({ pages: 'all' }),
    findTakenDoses(data, customerId, days),
  ])
  return { current, past, ticked }
}

export const listOwnAdherenceWeeks: EndpointAction<typeof supplements.listWeeksOfMine> = ({ actor }, services) =>
  countByWeek(requireOwnCustomerId(actor), services)

export const listCustomerAdherenceWeeks: EndpointAction<typeof supplements.listWeeksOfCustomer> = async (
  { params },
  services,
) => {
  await requireCustomer(params.customerId, services.data)
  return countByWeek(params.customerId, services)
}

async function countByWeek(customerId: string, { data, now }: Pick<ActionServices, 'data' | 'now'>) {
  const to = addDays(toPracticeDay(now()), -1)
  const thisWeek = mondayOf(toPracticeDay(now()))
  const weeks = Array.from({ length: ADHERENCE_WEEKS }, (_, ago) => addDays(thisWeek, -7 * ago)).toReversed()
  const courses = await readCourses(customerId, { from: weeks[0] ?? to, to }, data)
  return {
    items: weeks.map((week) => {
      const last = addDays(week, 6)
      return { week, ...countDoses(courses, { from: week, to: last < to ? last : to }) }
    }),
  }
}
