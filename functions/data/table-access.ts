import type { EntityKind } from './key-prefixes.ts'

/** A function's IAM policy is derived from this; anything not listed is refused. */
export interface TableAccess {
  readonly reads: readonly EntityKind[]
  readonly puts?: readonly EntityKind[]
  readonly updates?: readonly EntityKind[]
  readonly deletes?: readonly EntityKind[]
}

export type TableOperation = 'read' | 'put' | 'update' | 'delete'

const fields = { read: 'reads', put: 'puts', update: 'updates', delete: 'deletes' } as const

export const getEntityKindsForOperation = (access: TableAccess, operation: TableOperation): readonly EntityKind[] =>
  access[fields[operation]] ?? []
