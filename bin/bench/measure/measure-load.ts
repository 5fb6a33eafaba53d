import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { benchActions } from './actions.ts'
import type { BenchAction, BenchActionKind } from './bench-action.ts'
import type { BenchPerson } from './bench-event.ts'
import type { BenchProduct } from './bench-product.ts'
import { allowedGrowthByAction } from './growing-actions.ts'
import { countTableUse, type TableUse } from './meter.ts'

/** Shares of a busy hour's actions, in percent. */
export const loadMix = { panel: 60, list: 20, write: 15, 'sign-in': 5 } as const satisfies Partial<
  Record<BenchActionKind, number>
>

/** Exports and daily checks are excluded; the list of free hours is cached at the edge. */
const isEveryday = ({ name }: BenchAction): boolean =>
  !/export|invariants|listDuplicates|improvements|listFreeSlots|OpeningHours/i.test(name)

export interface LoadStep {
  readonly rate: number
  readonly errors: Readonly<Record<string, number>>
  readonly p95Ms: number
  /** Share of one processor used by the handlers. */
  readonly processor: number
  /** Busy share of all processors: the handlers, the table's stand-in and everything else. */
  readonly machine: number
  readonly costs: LoadCosts
}

interface ActionCost {
  readonly units: number
  readonly refused: number
}

export type LoadCosts = ReadonlyMap<string, ActionCost>

export interface LoadDifference {
  readonly name: string
  readonly alone: ActionCost
  readonly loaded: ActionCost
  readonly why?: string
}

export interface LoadOptions {
  readonly rate: number
  readonly seconds: number
  /** Callers rotate, so that no two change the same record at once. */
  readonly callers: number
  readonly only?: string | undefined
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export function createMix(only?: string): (n: number) => BenchAction {
  const wanted = benchActions.filter((action) => (only ? action.name === only : isEveryday(action)))
  if (only && wanted.length === 0) throw new Error(`no action is called ${only}`)
  const sequence = Object.entries(loadMix).flatMap(([kind, percent]) => Array.from({ length: percent }, () => kind))
  const turns = new Map<string, number>()
  return (n) => {
    // 37 and 100 are coprime: the kinds are spread over the hundred.
    const kind = sequence[(n * 37) % sequence.length] ?? 'panel'
    const ofKind = only ? wanted : wanted.filter((action) => action.kind === kind)
    const turn = turns.get(kind) ?? 0
    turns.set(kind, turn + 1)
    return ofKind[turn % ofKind.length] as BenchAction
  }
}

/** The clock stands still, so that a record opened in one round stays opened in the next. */
async function beginRound(product: BenchProduct, { rate, seconds, callers, only }: LoadOptions) {
  while (((await product.runJob('mail/retry-unsent')) as { readonly tried: number }).tried > 0);
  const pick = createMix(only)
  const clients = await Promise.all(Array.from({ length: callers }, (_, n) => product.client(n)))
  return Array.from({ length: rate * seconds }, (_, n) => {
    const action = pick(n)
    const client = clients[n % callers] as BenchPerson
    return { action, ask: () => countTableUse(() => action.run(product, client)) }
  })
}

/** Open loop: starts actions at this rate, whether or not earlier ones have ended. */
export async function runLoadStep(product: BenchProduct, options: LoadOptions): Promise<LoadStep> {
  const { rate } = options
  const calls = await beginRound(product, options)
  const latencies: number[] = []
  const errors: Record<string, number> = {}
  const uses: [string, TableUse][] = []
  const before = process.cpuUsage()
  const times = readProcessorTimes()
  const begun = performance.now()
  const asked: Promise<void>[] = []
  for (const [n, { action, ask }] of calls.entries()) {
    const due = begun + (n * 1000) / rate
    if (due > performance.now()) await pause(due - performance.now())
    asked.push(
      ask()
        .then(({ use }) => void uses.push([action.name, use]))
        .catch((error: unknown) => {
          const what = `${action.name}: ${error instanceof Error ? error.message.slice(0, 120) : 'unknown'}`
          errors[what] = (errors[what] ?? 0) + 1
        })
        // Latency counts from the due time, including a late start.
        .finally(() => latencies.push(performance.now() - due)),
    )
  }
  await Promise.all(asked)
  const { user, system } = process.cpuUsage(before)
  const { busy, all } = readProcessorTimes()
  return {
    rate,
    errors,
    p95Ms: quantile(latencies, 0.95),
    processor: (user + system) / 1000 / (performance.now() - begun),
    machine: (busy - times.busy) / (all - times.all),
    costs: toCosts(uses),
  }
}

/** Milliseconds of all processors since the machine started. */
function readProcessorTimes(): { readonly busy: number; readonly all: number } {
  const times = cpus().map((processor) => processor.times)
  const all = times.flatMap((each) => Object.values(each)).reduce((sum, each) => sum + each, 0)
  return { busy: all - times.reduce((sum, { idle }) => sum + idle, 0), all }
}

export async function measureSequentially(product: BenchProduct, options: LoadOptions): Promise<LoadCosts> {
  const uses: [string, TableUse][] = []
  for (const { action, ask } of await beginRound(product, options)) uses.push([action.name, (await ask()).use])
  return toCosts(uses)
}

const mean = (each: readonly number[]): number => each.reduce((sum, one) => sum + one, 0) / each.length

function toCosts(uses: readonly (readonly [string, TableUse])[]): LoadCosts {
  const byAction = Map.groupBy(uses, ([name]) => name)
  return new Map(
    [...byAction].map(([name, calls]) => [
      name,
      {
        units: mean(calls.map(([, { readUnits, writeUnits }]) => readUnits + writeUnits)),
        refused: mean(calls.map(([, { refused }]) => refused)),
      },
    ]),
  )
}

const grownByRounds: Readonly<Record<string, string>> = {
  'customers.timeline': 'the client whose record is read is one of those who are written to, until a page is full',
  ...Object.fromEntries(Object.entries(allowedGrowthByAction).map(([name, { why }]) => [name, why])),
}

export const listDifferences = (alone: LoadCosts, { costs }: LoadStep): readonly LoadDifference[] =>
  compare(alone, costs).filter(
    ({ alone: once, loaded }) => Math.abs(loaded.units - once.units) > Math.max(1, once.units / 10),
  )

export const listLoadConflicts = (alone: LoadCosts, { costs }: LoadStep): readonly LoadDifference[] =>
  compare(alone, costs).filter(({ alone: once, loaded }) => loaded.refused > once.refused)

const compare = (alone: LoadCosts, costs: LoadCosts): readonly LoadDifference[] =>
  [...costs].map(([name, loaded]) => {
    const why = grownByRounds[name]
    return { name, alone: alone.get(name) ?? { units: 0, refused: 0 }, loaded, ...(why && { why }) }
  })
