import type { Actor } from '#platform/actor'
import type { DiagnosticsServices } from './services.ts'

/** What looking takes, by day as by night. */
export type InvariantServices = Pick<DiagnosticsServices, 'data' | 'now' | 'identities'>

/** What a look at some items found. Each reads a bounded number, by key or index. At night nobody asks for it. */
export type InvariantCheck = (
  services: InvariantServices,
  actor?: Actor,
) => Promise<{ readonly looked: number; readonly broken: number }>

/** How many items of a kind are looked at: enough for the days in which something was changed, and some 50 units to read. */
export const MAX_CHECKED = 50

/** So long before `now`, as instants stand in the table. */
export const ago = (now: Date, { minutes }: { readonly minutes: number }): string =>
  new Date(now.getTime() - minutes * 60_000).toISOString()
