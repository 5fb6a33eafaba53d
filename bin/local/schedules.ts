import { schedules } from '../../functions/platform/lambdas.ts'
import type { Functions } from './functions.ts'
import type { IsOn } from './protections.ts'

const EVERY_MS = 60_000

type Scheduled = keyof typeof schedules

/** What is done once a day, at the first quiet hour. */
const NIGHTLY = 'customers/recount' satisfies Scheduled

/** EventBridge Scheduler: runs what is due by the clock every minute, and at once when the clock was moved. `also` is run with it. */
export function startSchedules(functions: Functions, isOn: IsOn, also: () => void) {
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
    for (const name of Object.keys(schedules) as Scheduled[]) {
      if (name !== NIGHTLY || isOn('nightly-run')) await run(name)
    }
  }
  const timer = setInterval(() => void runAll(), EVERY_MS)
  return { run, runAll, stop: () => clearInterval(timer) }
}
