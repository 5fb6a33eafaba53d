import { addDays } from '#contract/days'
import { dosesOn } from '#contract/dosing'
import { type Dose, type supplements, TICK_DAYS } from '#contract/supplements'
import { conditionFailed } from '#data/data'
import { dosesOf, supplementsOf } from '#data/supplement-queries'
import { epochSeconds } from '#data/table'
import { ownCustomerId } from '#platform/actor'
import { dayOf } from '#contract/days'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { toClientSupplement, timesOf } from './to-client-supplement.ts'

export const listMine: Action<typeof supplements.listMine> = async ({ actor, query }, { data, now }) => {
  const { items, next } = await supplementsOf(data, ownCustomerId(actor), query)
  return { items: items.map((stored) => toClientSupplement(stored, dayOf(now()))), next }
}

export const listDoses: Action<typeof supplements.listDoses> = async ({ actor, query }, { data }) => ({
  items: (await dosesOf(data, ownCustomerId(actor), query)).map(({ clientSupplementId, day, time }) => ({
    clientSupplementId,
    day,
    time,
  })),
})

const KEPT_DAYS = 400

export const tickDose: Action<typeof supplements.tick> = async ({ actor, body }, { data, now }) => {
  const { taken, at, ...dose } = body
  const key = { customerId: ownCustomerId(actor), ...dose }
  const { data: supplement } = await data.clientSupplements
    .get({ customerId: key.customerId, clientSupplementId: dose.clientSupplementId })
    .go({ consistent: true })
  if (!supplement) return refuse('not-found')
  const { endDate = null } = supplement
  const today = dayOf(now())
  const inTime = dose.day <= today && dose.day >= addDays(today, -TICK_DAYS)
  if (!inTime || !dosesOn({ ...supplement, times: timesOf(supplement), endDate }, dose.day).includes(dose.time))
    refuse('dose-not-due')

  return { ...dose, taken: await keepTick({ key, taken, tickedAt: tickedAt(at, now()) }, { data, now }) }
}

/** Capped at `now`, so that a fast clock does not win over every later tick. */
const tickedAt = (at: string | undefined, now: Date): string =>
  at !== undefined && at < now.toISOString() ? at : now.toISOString()

interface DoseTick {
  readonly key: { readonly customerId: string } & Dose
  readonly taken: boolean
  readonly tickedAt: string
}

/**
 * The later tick of a dose wins, even when the earlier one arrives after it.
 * @returns the resulting state
 */
async function keepTick({ key, taken, tickedAt: at }: DoseTick, { data, now }: Pick<Services, 'data' | 'now'>) {
  const expiresAtEpoch = epochSeconds(now()) + KEPT_DAYS * 86_400
  try {
    await data.doses
      .put({ ...key, taken, tickedAt: at, expiresAtEpoch })
      .where((before, { lte, notExists }) => `${notExists(before.tickedAt)} OR ${lte(before.tickedAt, at)}`)
      .go()
    return taken
  } catch (error) {
    if (!conditionFailed(error)) throw error
    const { data: later } = await data.doses.get(key).go({ consistent: true })
    return later?.taken !== false
  }
}
