import { schedules } from '../../functions/platform/lambdas.ts'
import type { Functions } from './functions.ts'
import type { IsOn } from './protections.ts'

const EVERY_MS = 60_000

/** What is done once a day, at the first quiet hour. */
const NIGHTLY = 'customers/recount' satisfies keyof typeof schedules

/** EventBridge Scheduler: runs what is due by the clock every minute, and at once when the clock was moved. `also` is run with it. */
export function startSchedules(functions: Functions, isOn: IsOn, also: () => void) {
  const runAll = async (): Promise<void> => {
    also()
    for (const name of Object.keys(schedules)) {
      if (name === NIGHTLY && !isOn('nightly-run')) continue
      try {
        const handler = await functions.load(`${name}.handler`)
        await handler({}, {})
      } catch (error) {
        // A sweep that failed is due again at the next minute, as it would be with the schedule's own retry.
        console.error(name, error)
      }
    }
  }
  const timer = setInterval(() => void runAll(), EVERY_MS)
  return { runAll, stop: () => clearInterval(timer) }
}
