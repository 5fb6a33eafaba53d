import { recountUsersAndCustomers } from '../../functions/customers/recount.ts'
import { readPracticeCounter } from '#data/practice-counter'
import type { Database } from '#data/database'
import type { AsynchronousCalls } from './asynchronous-calls.ts'
import type { DeployedSchedule } from './deployment.ts'
import type { IsSecurityControlOn, SecurityControlName } from './security-controls.ts'

const EVERY_MS = 60_000
/** So that jobs run every minute even if the previous run began late. */
const TOLERANCE_MS = EVERY_MS / 2

interface ScheduleParts {
  readonly schedules: readonly DeployedSchedule[]
  readonly asynchronous: AsynchronousCalls
  readonly isOn: IsSecurityControlOn
  readonly clock: { readonly now: () => Date }
  readonly also: () => void
}

/**
 * EventBridge Scheduler: runs due jobs every minute, and at once when the clock is moved. A schedule first runs when
 * its interval has passed since the start; moving the clock also runs jobs that have not run yet. `runDue` resolves
 * when no job is running.
 */
export function startLocalSchedules({ schedules, asynchronous, isOn, clock: { now }, also }: ScheduleParts) {
  const lastRuns = new Map<DeployedSchedule, number>()
  const running = new Set<Promise<void>>()
  const startedAt = now().getTime()
  const isDue = (schedule: DeployedSchedule, since = -Infinity): boolean =>
    now().getTime() - (lastRuns.get(schedule) ?? since) >= schedule.everyMs - TOLERANCE_MS
  const call = async (schedule: DeployedSchedule): Promise<void> => {
    lastRuns.set(schedule, now().getTime())
    try {
      schedule.requireInvoke?.()
    } catch (error) {
      // Not counted as a run: due again at a later check.
      lastRuns.delete(schedule)
      console.error(schedule.handler, error)
      return
    }
    await asynchronous.call(schedule.handler, {})
  }
  const run = async (schedule: DeployedSchedule): Promise<void> => {
    const called = call(schedule)
    running.add(called)
    await called
    running.delete(called)
  }
  let isStopped = false
  const runDue = async (since?: number): Promise<void> => {
    also()
    for (const schedule of schedules) {
      // Clock and functions are closed after it.
      if (isStopped) return
      if (isDue(schedule, since) && (!schedule.isNightlyRun || isOn('nightly-run'))) await run(schedule)
    }
  }
  const timer = setInterval(() => void runDue(startedAt), EVERY_MS)
  return {
    runFirstChecks: async (): Promise<void> => {
      for (const schedule of schedules) if (schedule.isFirstCheck) await run(schedule)
    },
    runDue: async (): Promise<void> => {
      await runDue()
      // Runs started by the minute timer after the clock was moved are not due any more, but still running.
      await Promise.all(running)
    },
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}

const DAY_MS = 86_400_000

/**
 * The first run, as if the practice had been open since yesterday. The clock is set a minute ahead because a recount
 * leaves out the newest items, such as the demo data.
 */
export async function ensureFirstRecount(data: Database, now: () => Date): Promise<void> {
  const { recountedAt, isSearchIndexed } = await readPracticeCounter(data)
  if (!recountedAt || !isSearchIndexed)
    await recountUsersAndCustomers({ data, now: () => new Date(now().getTime() + 61_000) })
}

/** So that the security tab shows an old count at once. */
export async function backdateRecountWhenNightlyRunIsOff(
  name: SecurityControlName,
  on: boolean,
  { data, now }: { readonly data: Database; readonly now: () => Date },
): Promise<void> {
  if (name !== 'nightly-run' || on) return
  const recountedAt = new Date(now().getTime() - 2 * DAY_MS).toISOString()
  await data.counters.update({ of: 'practice' }).set({ recountedAt }).go()
}
