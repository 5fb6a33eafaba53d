import { recount } from '../../functions/customers/recount.ts'
import type { Data } from '../../functions/data/data.ts'
import { countsOf } from '../../functions/data/counter.ts'
import type { Protection } from './protections.ts'

const DAY_MS = 86_400_000

/** As a practice that has been open for longer than a night. The demo is written a moment before, which a recount waits for. */
export async function makeNightlyRun(data: Data, now: () => Date): Promise<void> {
  const { recountedAt } = await countsOf(data)
  if (!recountedAt) await recount({ data, now: () => new Date(now().getTime() + 61_000) })
}

/** Switched off, it is as if the last run had been two nights ago; switched on, the next minute brings it. */
export async function switchNightlyRun(
  name: Protection,
  on: boolean,
  { data, now }: { readonly data: Data; readonly now: () => Date },
): Promise<void> {
  if (name !== 'nightly-run' || on) return
  const recountedAt = new Date(now().getTime() - 2 * DAY_MS).toISOString()
  await data.counters.update({ of: 'practice' }).set({ recountedAt }).go()
}
