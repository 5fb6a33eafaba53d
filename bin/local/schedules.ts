import { recountUsersAndCustomers } from '../../functions/customers/recount.ts'
import { readPracticeCounter } from '#data/practice-counter'
import type { Database } from '#data/database'
import { lambdaSchedules } from '../../functions/platform/lambdas.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'
import type { IsSecurityControlOn, SecurityControlName } from './security-controls.ts'

const EVERY_MS = 60_000

type Scheduled = keyof typeof lambdaSchedules

const NIGHTLY = 'customers/recount' satisfies Scheduled

/**
 * EventBridge Scheduler: runs all schedules every minute, and at once when the clock was moved. `also` runs with them.
 */
export function startLocalSchedules(functions: LocalLambdaLoader, isOn: IsSecurityControlOn, also: () => void) {
  const run = async (name: Scheduled): Promise<void> => {
    try {
      const handler = await functions.load(`${name}.handler`)
      await handler({}, {})
    } catch (error) {
      // A sweep that failed is due again at the next minute, as it would be with the schedule's own retry.
      console.error(name, error)
    }
  }
  const runAll = async (): Promise<void> => {
    also()
    for (const name of Object.keys(lambdaSchedules) as Scheduled[]) {
      if (name !== NIGHTLY || isOn('nightly-run')) await run(name)
    }
  }
  const timer = setInterval(() => void runAll(), EVERY_MS)
  return { run, runAll, stop: () => clearInterval(timer) }
}

const DAY_MS = 86_400_000

/**
 * The first run, as if the practice were open since yesterday. The clock is set a minute ahead because a recount leaves
 * out the newest items, such as the demo data.
 */
export async function ensureFirstRecount(data: Database, now: () => Date): Promise<void> {
  const { recountedAt } = await readPracticeCounter(data)
  if (!recountedAt) await recountUsersAndCustomers({ data, now: () => new Date(now().getTime() + 61_000) })
}

/**
 * Switching it off dates the last run two nights back, so that the security check notices; after switching it on, the
 * next minute runs it.
 */
export async function switchNightlyRecount(
  name: SecurityControlName,
  on: boolean,
  { data, now }: { readonly data: Database; readonly now: () => Date },
): Promise<void> {
  if (name !== 'nightly-run' || on) return
  const recountedAt = new Date(now().getTime() - 2 * DAY_MS).toISOString()
  await data.counters.update({ of: 'practice' }).set({ recountedAt }).go()
}
