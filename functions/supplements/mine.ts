import { addDays, dosesOn } from '#contract/dosing'
import { type supplements, TICK_DAYS } from '#contract/supplements'
import { dosesOf, supplementsOf } from '#data/supplement-queries'
import { epochSeconds } from '#data/table'
import { ownCustomerId } from '#platform/actor'
import { dayOf } from '#platform/madrid-day'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { shown, timesOf } from './shown.ts'

export const listMine: Action<typeof supplements.listMine> = async ({ actor, query }, { data }) => {
  const { items, next } = await supplementsOf(data, ownCustomerId(actor), query)
  return { items: items.map(shown), next }
}

export const listDoses: Action<typeof supplements.listDoses> = async ({ actor, query }, { data }) => ({
  items: (await dosesOf(data, ownCustomerId(actor), query)).map(({ clientSupplementId, day, time }) => ({
    clientSupplementId,
    day,
    time,
  })),
})

/** What was taken is of use while the process lasts and for a look back. */
const KEPT_DAYS = 400

export const tickDose: Action<typeof supplements.tick> = async ({ actor, body }, { data, now }) => {
  const { taken, ...dose } = body
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

  if (taken) {
    const expiresAtEpoch = epochSeconds(now()) + KEPT_DAYS * 86_400
    await data.doses.put({ ...key, tickedAt: now().toISOString(), expiresAtEpoch }).go()
  } else await data.doses.delete(key).go()
  return { ...dose, taken }
}
