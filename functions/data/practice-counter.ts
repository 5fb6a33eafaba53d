import type { Database } from './database.ts'
import type { TransactionEntities } from './transact.ts'
import { createUnchangedCondition } from './unchanged-condition.ts'

const ours = { of: 'practice' }

interface Difference {
  readonly users?: number
  readonly clients?: number
  readonly hide?: string
  readonly show?: string
}

/** Part of the transaction that changes the numbers. There is one item, so concurrent changes wait for each other. */
export function countsIn(
  entities: TransactionEntities,
  { users = 0, clients = 0, hide, show }: Difference,
  { now }: { readonly now: () => Date },
) {
  return entities.counters
    .update(ours)
    .set({ changedAt: now().toISOString() })
    .add({ users, clients, changes: 1, ...(hide && { hiddenImports: [hide] }) })
    .delete(show ? { hiddenImports: [show] } : {})
    .commit()
}

export async function readPracticeCounter(data: Database) {
  const { data: counter } = await data.counters.get(ours).go()
  const { users = 0, clients = 0, hiddenImports = [], changes = 0, changedAt, recountedAt, dosingRules } = counter ?? {}
  const isSearchIndexed = counter?.searchPieces === SEARCH_PIECES_VERSION
  return { users, clients, hiddenImports, changes, changedAt, recountedAt, dosingRules, isSearchIndexed }
}

/**
 * Increment when pieces are computed differently: the next recount then rewrites all, without waiting for the night.
 */
const SEARCH_PIECES_VERSION = 2

export const saveSearchIndexed = (data: Database) =>
  data.counters.update(ours).set({ searchPieces: SEARCH_PIECES_VERSION }).go()

export const saveCheckedDosingRulesVersion = (data: Database, dosingRules: number) =>
  data.counters.update(ours).set({ dosingRules }).go()

/**
 * Skipped when the counter has changed since it was read.
 * @returns whether it was replaced
 */
export async function replacePracticeCounts(
  data: Database,
  counted: { readonly users: number; readonly clients: number; readonly recountedAt: string },
  before: { readonly changes: number },
): Promise<boolean> {
  const { written } = await data.transact((entities) => ({
    counter: entities.counters
      .update(ours)
      .set(counted)
      .where(({ changes }, operations) => createUnchangedCondition(changes, before.changes, operations))
      .commit(),
  }))
  return written
}

/** Adds the difference found by a recount, whatever has changed meanwhile. */
export const adjustPracticeCounts = (
  data: Database,
  { users, clients, recountedAt }: { readonly users: number; readonly clients: number; readonly recountedAt: string },
) => data.counters.update(ours).set({ recountedAt }).add({ users, clients, changes: 1 }).go()

/** Hidden while their import is unfinished. Their id contains the import's. */
export const isHiddenImportedCustomer = (customerId: string, hiddenImports: readonly string[]): boolean =>
  hiddenImports.some((importId) => customerId.startsWith(importedPrefix(importId)))

const importedPrefix = (importId: string): string => `cus_${importId.slice('imp_'.length)}-`

/** Deterministic, so that writing a row twice creates one client. Rows are counted from 0. */
export const toImportedCustomerId = (importId: string, row: number): string =>
  `${importedPrefix(importId)}${String(row).padStart(4, '0')}`
