import type { Kind } from './key-prefixes.ts'

/** What a function does with the table. Its policy is made of this, and what is not named here is refused. */
export interface TableAccess {
  /** Gets, queries, and checks within a transaction. */
  readonly reads: readonly Kind[]
  readonly puts?: readonly Kind[]
  readonly updates?: readonly Kind[]
  readonly deletes?: readonly Kind[]
}

export type TableOperation = 'read' | 'put' | 'update' | 'delete'

const fields = { read: 'reads', put: 'puts', update: 'updates', delete: 'deletes' } as const

/** The kinds with which a function has declared an operation. */
export const kindsFor = (access: TableAccess, operation: TableOperation): readonly Kind[] =>
  access[fields[operation]] ?? []
