import { benchActions } from './actions.ts'
import type { BenchAction } from './bench-action.ts'
import { type BenchProduct, type Measurement, openBenchProduct } from './bench-product.ts'
import { allowedGrowthByAction, MOST_GROWTH } from './growing-actions.ts'
import { planActions } from './plan-actions.ts'

export interface GrowthRow {
  readonly action: BenchAction
  /** Clients of the practices that were measured, ascending. */
  readonly sizes: readonly number[]
  /** One for each size. */
  readonly measured: readonly Measurement[]
  /** Units at the largest size for each at the smallest. */
  readonly growth: number
  /** The growth that is allowed for ten times the clients. */
  readonly most: number
  /** Whether it goes on growing with the clients beyond the sizes that were measured. */
  readonly mayGrow: boolean
}

/** Longer than a record stays opened, a rate limit counts or a reader keeps its answer. */
const PAUSE_MINUTES = 61

/** Numbers of the clients who ask. Those who write are not those whose panel is read. */
const CALLERS = { panel: 7, list: 7, write: 11, 'sign-in': 13, job: 7 } as const

/**
 * Asks every action in a practice of each size, which must ascend. The first call of each loads its code and is not
 * counted.
 */
export async function measureGrowth(
  sizes: readonly number[],
  {
    log = () => undefined,
    only = [],
    without = [],
  }: {
    readonly log?: (line: string) => void
    /** Words of the names of the actions that are asked; none: all. */
    readonly only?: readonly string[]
    /** Names of those that are left out. */
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
    most: allowedGrowthByAction[action.name]?.most ?? MOST_GROWTH,
    mayGrow: action.name in allowedGrowthByAction && !allowedGrowthByAction[action.name]?.isBounded,
  }))
}

/** Gives the client whose panel is read something of each kind: an empty list would cost nothing. */
async function fillPanel(product: BenchProduct): Promise<void> {
  for (const { run } of planActions) await run(product, await product.client(CALLERS.panel))
}

async function measureAction(product: BenchProduct, action: BenchAction): Promise<Measurement> {
  const run = async () => action.run(product, await product.client(CALLERS[action.kind]))
  // A job that goes through everything would have nothing left to do.
  if (action.kind !== 'job') await run()
  product.advance(PAUSE_MINUTES)
  const client = await product.client(CALLERS[action.kind])
  await action.prepare?.(product, client)
  return product.measure(() => action.run(product, client))
}
