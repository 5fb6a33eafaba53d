import { benchActions } from './actions.ts'
import type { BenchAction } from './bench-action.ts'
import { type BenchProduct, type Measurement, openBenchProduct } from './bench-product.ts'
import { allowedGrowthByAction, MAX_GROWTH } from './growing-actions.ts'
import { planActions } from './plan-actions.ts'

export interface GrowthRow {
  readonly action: BenchAction
  readonly sizes: readonly number[]
  readonly measured: readonly Measurement[]
  /** Ratio of units at the largest to the smallest size. */
  readonly growth: number
  readonly maxGrowth: number
  readonly mayGrow: boolean
}

/** Longer than a record stays opened, than the rate limits of these actions, and than any cache of an answer. */
const PAUSE_MINUTES = 61

/** Indices of the calling clients. Writing clients differ from those whose panel is read. */
const CALLERS = { panel: 7, list: 7, write: 11, 'sign-in': 13, job: 7 } as const

/** The first call of each action but a job loads its code and does not count. */
export async function measureGrowth(
  sizes: readonly number[],
  {
    log = () => undefined,
    only = [],
    without = [],
  }: {
    readonly log?: (line: string) => void
    /** Parts of action names; empty: all. */
    readonly only?: readonly string[]
    readonly without?: readonly string[]
  } = {},
): Promise<readonly GrowthRow[]> {
  const product = await openBenchProduct()
  const asked = benchActions.filter(
    ({ name }) => !without.includes(name) && (only.length === 0 || only.some((words) => name.includes(words))),
  )
  const measured = new Map<BenchAction, Measurement[]>(asked.map((action) => [action, []]))
  try {
    let seeded = 0
    for (const size of sizes) {
      const begun = performance.now()
      await product.grow(seeded, size)
      if (seeded === 0) await fillPanel(product)
      seeded = size
      log(`${size} clients written in ${Math.round((performance.now() - begun) / 1000)} s`)
      for (const action of asked) measured.get(action)?.push(await measureAction(product, action))
      product.advance(26 * 60)
    }
  } finally {
    await product.close()
  }
  return [...measured].map(([action, each]) => ({
    action,
    sizes,
    measured: each,
    growth: (each.at(-1)?.units ?? 0) / Math.max(each[0]?.units ?? 0, 1),
    maxGrowth: allowedGrowthByAction[action.name]?.maxGrowth ?? MAX_GROWTH,
    mayGrow: action.name in allowedGrowthByAction && !allowedGrowthByAction[action.name]?.isBounded,
  }))
}

/** Gives the client whose panel is read an item of each kind: an empty list would cost nothing. */
async function fillPanel(product: BenchProduct): Promise<void> {
  for (const { run } of planActions) await run(product, await product.client(CALLERS.panel))
}

async function measureAction(product: BenchProduct, action: BenchAction): Promise<Measurement> {
  const run = async () => action.run(product, await product.client(CALLERS[action.kind]))
  // A second run of a job would have nothing left to do.
  if (action.kind !== 'job') await run()
  product.advance(PAUSE_MINUTES)
  const client = await product.client(CALLERS[action.kind])
  await action.prepare?.(product, client)
  return product.measure(() => action.run(product, client))
}
