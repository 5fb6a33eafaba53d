import { toPracticeDay } from '#contract/calendar-days'
import {
  type DataInvariantResult,
  type DataInvariantName,
  MAX_INVARIANT_RUNS_SHOWN,
  type diagnostics,
} from '#contract/diagnostics'
import { isConditionFailure } from '#data/database'
import { findNewestInvariantRuns } from '#data/invariant-run-queries'
import { toEpochSeconds } from '#data/table'
import type { EndpointAction } from '#platform/serve'
import type { InvariantCheckServices } from './invariant-check.ts'
import { checkDataInvariants } from './invariants.ts'
import type { DiagnosticsServices } from './services.ts'

const KEPT_DAYS = 90
const DAY_MS = 86_400_000

async function latestNights({ data }: Pick<InvariantCheckServices, 'data'>) {
  const runs = await findNewestInvariantRuns(data, MAX_INVARIANT_RUNS_SHOWN)
  return runs.map(({ day, checkedAt, broken, unknown }) => ({
    day,
    checkedAt,
    broken: broken as DataInvariantName[],
    unknown: unknown as DataInvariantName[],
  }))
}

export interface NightlyInvariantCheckResult {
  readonly checked: boolean
}

/**
 * Checks once a day and stores the result.
 * @throws Error when an invariant does not hold or cannot be checked, which raises the alarm. The result is stored by
 * then, so Lambda's retry finds the day done and raises no second alarm.
 */
export async function runNightlyInvariantCheck(services: InvariantCheckServices): Promise<NightlyInvariantCheckResult> {
  const at = services.now()
  const day = toPracticeDay(at)
  const { data: done } = await services.data.invariantRuns.get({ day }).go()
  if (done) return { checked: false }

  const items = await checkDataInvariants(services)
  const broken = namesOf(items, 'broken')
  const unknown = namesOf(items, 'unknown')
  const expiresAtEpoch = toEpochSeconds(new Date(at.getTime() + KEPT_DAYS * DAY_MS))
  try {
    await services.data.invariantRuns.create({ day, checkedAt: at.toISOString(), broken, unknown, expiresAtEpoch }).go()
  } catch (error) {
    if (isConditionFailure(error)) return { checked: false }
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

const namesOf = (items: readonly DataInvariantResult[], state: DataInvariantResult['state']): DataInvariantName[] =>
  items.filter((item) => item.state === state).map(({ name }) => name)

export const readInvariantResults: EndpointAction<typeof diagnostics.invariants, DiagnosticsServices> = async (
  { actor },
  services,
) => {
  const [items, nights] = await Promise.all([checkDataInvariants(services, actor), latestNights(services)])
  return { checkedAt: services.wallClock().toISOString(), items, nights }
}
