import type { BenchPerson } from './bench-event.ts'
import type { BenchProduct } from './bench-product.ts'

export type BenchActionKind = 'panel' | 'list' | 'write' | 'sign-in' | 'job'

export interface BenchAction {
  readonly name: string
  readonly kind: BenchActionKind
  /** Runs before each measurement, and is not measured. */
  readonly prepare?: (product: BenchProduct, client: BenchPerson) => Promise<unknown>
  readonly run: (product: BenchProduct, client: BenchPerson) => Promise<unknown>
}
