import type { Kind } from './key-prefixes.ts'

/** What a function does with the table. Its policy is made of this, and what is not named here is refused. */
export interface TableAccess {
  /** Gets, queries, and checks within a transaction. */
  readonly reads: readonly Kind[]
  /** Puts, updates and deletes. */
  readonly writes: readonly Kind[]
  /** Puts alone: a kind that is only ever added to. */
  readonly puts?: readonly Kind[]
  /** Updates alone. */
  readonly updates?: readonly Kind[]
  /** Deletes alone. */
  readonly deletes?: readonly Kind[]
}

export type TableOperation = 'read' | 'put' | 'update' | 'delete'

const declared: Readonly<Record<TableOperation, (access: TableAccess) => readonly Kind[]>> = {
  read: ({ reads }) => reads,
  put: ({ writes, puts = [] }) => [...writes, ...puts],
  update: ({ writes, updates = [] }) => [...writes, ...updates],
  delete: ({ writes, deletes = [] }) => [...writes, ...deletes],
}

/** The kinds with which a function has declared an operation. */
export const kindsFor = (access: TableAccess, operation: TableOperation): readonly Kind[] => declared[operation](access)
