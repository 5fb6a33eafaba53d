import type { EntityItem } from 'electrodb'
import type { Database } from './database.ts'
import type { practiceCounterEntity } from './practice-counter-entity.ts'
import type { TransactionEntities } from './transact.ts'
import { createUnchangedCondition } from './unchanged-condition.ts'

type StoredCounter = EntityItem<ReturnType<typeof practiceCounterEntity>>

const practiceItem = { of: 'practice' }

/** Several writers at one moment rarely meet at the same one. */
const parts = Array.from({ length: 4 }, (_, index) => ({ of: `practice-${index + 1}` }))

const choosePart = () => parts[Math.floor(Math.random() * parts.length)] ?? practiceItem

interface Difference {
  readonly users?: number
  readonly clients?: number
  readonly hide?: string
  readonly show?: string
}

/**
 * Part of the transaction that changes the numbers. A repeated attempt may choose another item. Imports are shown and
 * counted by one write, in the item that lists them.
 */
export function countsIn(
  entities: TransactionEntities,
  { users = 0, clients = 0, hide, show }: Difference,
  { now }: { readonly now: () => Date },
) {
  return entities.counters
    .update(hide || show ? practiceItem : choosePart())
    .set({ changedAt: now().toISOString() })
    .add({ users, clients, changes: 1, ...(hide && { hiddenImports: [hide] }) })
    .delete(show ? { hiddenImports: [show] } : {})
    .commit()
}

export async function readPracticeCounter(data: Database) {
  const { data: counter } = await data.counters.get(practiceItem).go()
  return toCounter(counter)
}

function toCounter(stored: StoredCounter | undefined | null) {
  const { hiddenImports = [], recountedAt, dosingRules, searchPieces } = stored ?? {}
  return { hiddenImports, recountedAt, dosingRules, isSearchIndexed: searchPieces === SEARCH_PIECES_VERSION }
}

/** Of each item, in the order of `allItems`: how often it was changed. */
type ChangesByItem = readonly number[]

const allItems = [practiceItem, ...parts]

/** `changedAt`: the last change of any number. */
export async function readPracticeCounts(data: Database) {
  const { data: found } = await data.counters.get(allItems).go()
  const stored = allItems.map(({ of }) => found.find((each) => each.of === of))
  const sum = (count: 'users' | 'clients') => stored.reduce((total, each) => total + (each?.[count] ?? 0), 0)
  return {
    ...toCounter(stored[0]),
    users: sum('users'),
    clients: sum('clients'),
    changes: stored.map((each) => each?.changes ?? 0) satisfies ChangesByItem,
    changedAt: stored
      .flatMap((each) => each?.changedAt ?? [])
      .toSorted()
      .at(-1),
  }
}

/**
 * Increment when pieces are computed differently: the next recount then rewrites all, without waiting for the night.
 */
const SEARCH_PIECES_VERSION = 2

export const saveSearchIndexed = (data: Database) =>
  data.counters.update(practiceItem).set({ searchPieces: SEARCH_PIECES_VERSION }).go()

export const saveCheckedDosingRulesVersion = (data: Database, dosingRules: number) =>
  data.counters.update(practiceItem).set({ dosingRules }).go()

interface Counts {
  readonly users: number
  readonly clients: number
}

/**
 * Skipped when any number has changed since it was read.
 * @returns whether they were replaced
 */
export async function replacePracticeCounts(
  data: Database,
  { users, clients, recountedAt }: Counts & { readonly recountedAt: string },
  before: Counts & { readonly changes: ChangesByItem },
): Promise<boolean> {
  const [ourChanges, ...changesOfParts] = before.changes
  const { written } = await data.transact((entities) => ({
    counter: entities.counters
      .update(practiceItem)
      .set({ recountedAt })
      .add({ users: users - before.users, clients: clients - before.clients })
      .where(({ changes }, operations) => createUnchangedCondition(changes, ourChanges, operations))
      .commit(),
    parts: parts.map((part, index) =>
      entities.counters
        .check(part)
        .where(({ changes }, operations) => createUnchangedCondition(changes, changesOfParts[index], operations))
        .commit(),
    ),
  }))
  return written
}

/** Adds the difference found by a recount, whatever has changed meanwhile. */
export const adjustPracticeCounts = (
  data: Database,
  { users, clients, recountedAt }: { readonly users: number; readonly clients: number; readonly recountedAt: string },
) => data.counters.update(practiceItem).set({ recountedAt }).add({ users, clients, changes: 1 }).go()

/** Hidden while their import is unfinished. Their id contains the import's. */
export const isHiddenImportedCustomer = (customerId: string, hiddenImports: readonly string[]): boolean =>
  hiddenImports.some((importId) => customerId.startsWith(importedPrefix(importId)))

const importedPrefix = (importId: string): string => `cus_${importId.slice('imp_'.length)}-`

/** Deterministic, so that writing a row twice creates one client. Rows are counted from 0. */
export const toImportedCustomerId = (importId: string, row: number): string =>
  `${importedPrefix(importId)}${String(row).padStart(4, '0')}`
