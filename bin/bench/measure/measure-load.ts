import { setTimeout as pause } from 'node:timers/promises'
import { benchActions, growingActions } from './actions.ts'
import type { BenchAction, BenchActionKind } from './bench-action.ts'
import type { BenchProduct } from './bench-product.ts'
import { countTableUse } from './meter.ts'

/** Shares of what people do in a busy hour, in percent. */
export const loadMix = { panel: 60, list: 20, write: 15, 'sign-in': 5 } as const satisfies Partial<
  Record<BenchActionKind, number>
>

/** Files of everybody and what is looked at once a day are no part of a busy hour; the free hours are kept at the edge. */
const isEveryday = ({ name }: BenchAction): boolean =>
  !/export|invariants|listDuplicates|improvements|listFreeSlots|OpeningHours/i.test(name)

export interface LoadStep {
  /** Actions begun in a second. */
  readonly rate: number
  readonly errors: Readonly<Record<string, number>>
  readonly p95Ms: number
  /** Share of one processor that the handlers took. */
  readonly processor: number
  /** Median of the units of each action that was asked. */
  readonly units: ReadonlyMap<string, number>
}

export interface LoadOptions {
  readonly rate: number
  readonly seconds: number
  /** Callers take turns, so that no two change the same record at one moment. */
  readonly callers: number
  /** One action instead of the mix. */
  readonly only?: string | undefined
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** Every hundred in a row hold the mix exactly; within a kind the actions take turns. */
export function createMix(only?: string): (n: number) => BenchAction {
  const wanted = benchActions.filter((action) => (only ? action.name === only : isEveryday(action)))
  if (only && wanted.length === 0) throw new Error(`no action is called ${only}`)
  const sequence = Object.entries(loadMix).flatMap(([kind, percent]) => Array.from({ length: percent }, () => kind))
  const turns = new Map<string, number>()
  return (n) => {
    // 37 and 100 have no common factor: the kinds are spread over the hundred.
    const kind = sequence[(n * 37) % sequence.length] ?? 'panel'
    const ofKind = only ? wanted : wanted.filter((action) => action.kind === kind)
    const turn = turns.get(kind) ?? 0
    turns.set(kind, turn + 1)
    return ofKind[turn % ofKind.length] as BenchAction
  }
}

/** Begins so many actions a second, whether or not earlier ones have ended. */
export async function runLoadStep(product: BenchProduct, options: LoadOptions): Promise<LoadStep> {
  const { rate, seconds, callers, only } = options
  const pick = createMix(only)
  const clients = await Promise.all(Array.from({ length: callers }, (_, n) => product.client(n)))
  const latencies: number[] = []
  const errors: Record<string, number> = {}
  const units = new Map<string, number[]>()
  const ask = async (n: number) => {
    const action = pick(n)
    const client = clients[n % callers]
    if (!client) return
    const begun = performance.now()
    try {
      const { use } = await countTableUse(() => action.run(product, client))
      units.set(action.name, [...(units.get(action.name) ?? []), use.readUnits + use.writeUnits])
    } catch (error) {
      const what = `${action.name}: ${error instanceof Error ? error.message.slice(0, 120) : 'unknown'}`
      errors[what] = (errors[what] ?? 0) + 1
    }
    latencies.push(performance.now() - begun)
  }
  const before = process.cpuUsage()
  const begun = performance.now()
  const asked: Promise<void>[] = []
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = begun + (n * 1000) / rate
    if (due > performance.now()) await pause(due - performance.now())
    asked.push(ask(n))
  }
  await Promise.all(asked)
  const { user, system } = process.cpuUsage(before)
  return {
    rate,
    errors,
    p95Ms: quantile(latencies, 0.95),
    processor: (user + system) / 1000 / (performance.now() - begun),
    units: new Map([...units].map(([name, each]) => [name, quantile(each, 0.5)])),
  }
}

/** Units of each action asked alone, in the state in which the load finds the practice: everybody was there just now. */
export async function measureAlone(product: BenchProduct, only?: string): Promise<ReadonlyMap<string, number>> {
  const wanted = benchActions.filter(({ kind, name }) => kind in loadMix && (!only || name === only))
  const units = new Map<string, number>()
  const client = await product.client(1)
  for (const action of wanted.filter(isEveryday)) {
    await action.run(product, client)
    const { units: alone } = await product.measure(() => action.run(product, client))
    units.set(action.name, alone)
  }
  return units
}

/**
 * Actions whose median under load is not what they cost alone, by more than one in ten and one unit. What depends on how
 * much there is grows with the load's own writes, and is left out.
 */
export const listDifferences = (alone: ReadonlyMap<string, number>, { units }: LoadStep) =>
  [...units].flatMap(([name, loaded]) => {
    const once = alone.get(name) ?? 0
    if (name in growingActions) return []
    return Math.abs(loaded - once) > Math.max(1, once / 10) ? [{ name, alone: once, loaded }] : []
  })
