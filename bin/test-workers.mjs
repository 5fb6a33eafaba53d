import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const MEASURED_MS = 500

/**
 * Two workers for each core, as a journey waits for its page now and then, and one for each core that something else
 * keeps busy: there each test would take as much longer, up to the limits that end what hangs.
 *
 * @param machine its `cores`, and how many of them are busy before the tests begin
 */
export const countTestWorkers = ({ cores, busyCores }) => Math.max(1, 2 * cores - Math.round(busyCores))

/** @returns how many cores were busy for half a second, between 0 and their number */
export async function measureBusyCores() {
  const before = sumTimes()
  await pause(MEASURED_MS)
  const after = sumTimes()
  const all = after.all - before.all
  return all > 0 ? (cpus().length * (after.busy - before.busy)) / all : 0
}

function sumTimes() {
  const sums = { all: 0, busy: 0 }
  for (const { times } of cpus()) {
    const all = Object.values(times).reduce((sum, each) => sum + each, 0)
    sums.all += all
    sums.busy += all - times.idle
  }
  return sums
}
