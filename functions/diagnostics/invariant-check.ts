import type { Actor } from '#platform/actor'
import type { DiagnosticsServices } from './services.ts'

export type InvariantCheckServices = Pick<DiagnosticsServices, 'data' | 'now' | 'identities'>

/** Reads a bounded number of items, by key or index; `broken` are ids. No actor at night. */
export type InvariantCheck = (
  services: InvariantCheckServices,
  actor?: Actor,
) => Promise<{ readonly looked: number; readonly broken: readonly string[] }>
