import type { Kind } from './key-prefixes.ts'

/** A function's IAM policy is derived from this; what is not listed is refused. */
export interface TableAccess {
  readonly reads: readonly Kind[]
  readonly puts?: readonly Kind[]
  readonly updates?: readonly Kind[]
  readonly deletes?: readonly Kind[]
}

export type TableOperation = 'read' | 'put' | 'update' | 'delete'

const fields = { read: 'reads', put: 'puts', update: 'updates', delete: 'deletes' } as const

export const kindsFor = (access: TableAccess, operation: TableOperation): readonly Kind[] =>
  access[fields[operation]] ?? []
