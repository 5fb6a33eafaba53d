import { dayOf } from '#contract/days'
import { type Invariant, type InvariantName, NIGHTS_SHOWN, type diagnostics } from '#contract/diagnostics'
import { conditionFailed } from '#data/data'
import { newestInvariantRuns } from '#data/invariant-run-queries'
import { epochSeconds } from '#data/table'
import type { Action } from '#platform/serve'
import { type InvariantServices, checkAllInvariants } from './invariants.ts'
import type { DiagnosticsServices } from './services.ts'

const KEPT_DAYS = 90
const DAY_MS = 86_400_000

async function latestNights({ data }: Pick<InvariantServices, 'data'>) {
  const runs = await newestInvariantRuns(data, NIGHTS_SHOWN)
  return runs.map(({ day, checkedAt, broken, unknown }) => ({
    day,
    checkedAt,
    broken: broken as InvariantName[],
    unknown: unknown as InvariantName[],
  }))
}

export interface NightlyCheck {
  readonly checked: boolean
}

/**
 * Checks once a day and stores the result.
 * @throws when an invariant does not hold or cannot be checked, which raises the alarm. The result is stored by then,
 * so Lambda's retry finds the day done and raises no second alarm.
 */
export async function checkInvariants(services: InvariantServices): Promise<NightlyCheck> {
  const at = services.now()
  const day = dayOf(at)
  const { data: done } = await services.data.invariantRuns.get({ day }).go({ consistent: true })
  if (done) return { checked: false }

  const items = await checkAllInvariants(services)
  const broken = namesOf(items, 'broken')
  const unknown = namesOf(items, 'unknown')
  const expiresAtEpoch = epochSeconds(new Date(at.getTime() + KEPT_DAYS * DAY_MS))
  try {
    await services.data.invariantRuns.create({ day, checkedAt: at.toISOString(), broken, unknown, expiresAtEpoch }).go()
  } catch (error) {
    if (conditionFailed(error)) return { checked: false }
    throw error
  }
  const wrong = [
    broken.length > 0 && `broken: ${broken.join(', ')}`,
    unknown.length > 0 && `unknown: ${unknown.join(', ')}`,
  ]
  const found = wrong.filter(Boolean).join('; ')
  if (found) throw new Error(`invariants ${found}`)
  return { checked: true }
}

const namesOf = (items: readonly Invariant[], state: Invariant['state']): InvariantName[] =>
  items.filter((item) => item.state === state).map(({ name }) => name)

export const readInvariants: Action<typeof diagnostics.invariants, DiagnosticsServices> = async (
  { actor },
  services,
) => {
  const [items, nights] = await Promise.all([checkAllInvariants(services, actor), latestNights(services)])
  return { checkedAt: services.wallClock().toISOString(), items, nights }
}
