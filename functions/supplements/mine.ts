import { addDays, toPracticeDay, toWallTimeInTimeZone } from '#contract/calendar-days'
import { type TakenDose, DOSE_TICK_DAYS } from '#contract/own-supplements'
import { type supplements } from '#contract/supplements-domain'
import { isConditionFailure } from '#data/database'
import { findTakenDoses, findCustomerSupplements } from '#data/supplement-queries'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { isReplacedDose, listReplacedDoses, toDoseExpiry } from './past-courses.ts'
import { computeCountedDoses, toCountedFrom } from './public/dose-counts.ts'
import { findStoredPackRunOutDay, type StoredClientSupplement, toClientSupplement } from './to-client-supplement.ts'

export const listOwnSupplements: EndpointAction<typeof supplements.listMine> = async (
  { actor, query },
  { data, now },
) => {
  const { items, next } = await findCustomerSupplements(data, requireOwnCustomerId(actor), query)
  return { items: items.map((stored) => toClientSupplement(stored, toPracticeDay(now()))), next }
}

export const listOwnTakenDoses: EndpointAction<typeof supplements.listDoses> = async ({ actor, query }, { data }) => {
  const customerId = requireOwnCustomerId(actor)
  const [taken, { data: past }] = await Promise.all([
    findTakenDoses(data, customerId, query),
    data.pastCourses.query.byCustomer({ customerId }).go({ pages: 'all' }),
  ])
  return {
    items: taken.map(({ clientSupplementId, day, time }) => ({ clientSupplementId, day, time })),
    replaced: listReplacedDoses(past, query),
  }
}

export const setPackOrdered: EndpointAction<typeof supplements.setPackOrdered> = async (
  { actor, params, body: { ordered, runsOutDay } },
  { data, now },
) => {
  const today = toPracticeDay(now())
  const key = { customerId: requireOwnCustomerId(actor), ...params }
  const { data: stored } = await data.clientSupplements.get(key).go()
  if (!stored) return throwRefusal('not-found')
  if (findStoredPackRunOutDay(stored) !== runsOutDay) throwRefusal('changed-meanwhile')

  const { packOrderedOn, packOrderedFor, ...others } = stored
  const orderedOn = (packOrderedFor === runsOutDay && packOrderedOn) || today
  const wanted = ordered ? { ...others, packOrderedOn: orderedOn, packOrderedFor: runsOutDay } : others
  try {
    await data.clientSupplements
      .put(wanted)
      .where((before, operations) => createUnchangedCondition(before.version, stored.version, operations))
      .go()
  } catch (error) {
    if (isConditionFailure(error)) throwRefusal('changed-meanwhile')
    throw error
  }
  return toClientSupplement(wanted, today)
}

export const setDoseTaken: EndpointAction<typeof supplements.tick> = async ({ actor, body }, { data, now }) => {
  const { taken, at, ...dose } = body
  const key = { customerId: requireOwnCustomerId(actor), ...dose }
  const { data: supplement } = await data.clientSupplements
    .get({ customerId: key.customerId, clientSupplementId: dose.clientSupplementId })
    .go()
  const isDue =
    supplement !== null &&
    computeCountedDoses({ ...supplement, countedFrom: toCountedFrom(supplement) }, dose.day).includes(dose.time)
  // By the prescription valid at the time of the tick, for phones that were offline.
  const past = isDue ? [] : await readPastCourses(key, data)
  if (!supplement && past.length === 0) throwRefusal('not-found')
  const inTime =
    isInTime(dose.day, toPracticeDay(now())) || isInTime(dose.day, await readOwnToday(actor, { data, now }))
  if (!inTime || !(isDue || isReplacedDose(past, dose))) throwRefusal('dose-not-due')

  return { ...dose, taken: await keepTick({ key, taken, tickedAt: tickedAt(at, now()) }, { data, now }) }
}

const isInTime = (day: string, today: string): boolean => day <= today && day >= addDays(today, -DOSE_TICK_DAYS)

/** Doses are taken by the client's clock (docs/decisions/0076-doses-by-the-clients-day.md). */
async function readOwnToday(
  { userId }: Pick<Actor, 'userId'>,
  { data, now }: Pick<ActionServices, 'data' | 'now'>,
): Promise<string> {
  const { data: user } = await data.users.get({ userId }).go()
  return user?.timeZone ? toWallTimeInTimeZone(now(), user.timeZone).day : toPracticeDay(now())
}

const readPastCourses = async (
  { customerId, clientSupplementId }: Pick<StoredClientSupplement, 'customerId' | 'clientSupplementId'>,
  data: ActionServices['data'],
) => (await data.pastCourses.query.byCustomer({ customerId, clientSupplementId }).go({ pages: 'all' })).data

/** Capped at `now`, so that a fast clock does not win over every later tick. */
const tickedAt = (at: string | undefined, now: Date): string =>
  at !== undefined && at < now.toISOString() ? at : now.toISOString()

interface DoseTick {
  readonly key: { readonly customerId: string } & TakenDose
  readonly taken: boolean
  readonly tickedAt: string
}

/**
 * The later tick of a dose wins, even when the earlier one arrives after it.
 * @returns the resulting state
 */
async function keepTick({ key, taken, tickedAt: at }: DoseTick, { data, now }: Pick<ActionServices, 'data' | 'now'>) {
  const expiresAtEpoch = toDoseExpiry(now())
  try {
    await data.doses
      .put({ ...key, taken, tickedAt: at, expiresAtEpoch })
      .where((before, { lte, notExists }) => `${notExists(before.tickedAt)} OR ${lte(before.tickedAt, at)}`)
      .go()
    return taken
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    const { data: later } = await data.doses.get(key).go()
    return later?.taken !== false
  }
}
