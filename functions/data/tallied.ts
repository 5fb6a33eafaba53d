import type { Data } from './data.ts'
import type { TransactionEntities } from './transact.ts'

const ours = { of: 'practice' }

interface Difference {
  readonly users?: number
  readonly clients?: number
  readonly hide?: string
  readonly show?: string
}

/** The change of the tally that belongs to another change. The item is one: changes of a moment wait for each other. */
export function tallied(
  entities: TransactionEntities,
  { users = 0, clients = 0, hide, show }: Difference,
  { now }: { readonly now: () => Date },
) {
  return entities.tallies
    .update(ours)
    .set({ changedAt: now().toISOString() })
    .add({ users, clients, changes: 1, ...(hide && { hiddenImports: [hide] }) })
    .delete(show ? { hiddenImports: [show] } : {})
    .commit()
}

export async function tallyOf(data: Data) {
  const { data: tally } = await data.tallies.get(ours).go({ consistent: true })
  const { users = 0, clients = 0, hiddenImports = [], changes = 0, changedAt, recountedAt, dosingRules } = tally ?? {}
  return { users, clients, hiddenImports, changes, changedAt, recountedAt, dosingRules }
}

/** Notes that every stored prescription has been looked at by these rules. */
export const reviewedBy = (data: Data, dosingRules: number) => data.tallies.update(ours).set({ dosingRules }).go()

/** Puts what was counted in place of what the tally says. Answers whether nothing had changed it meanwhile. */
export async function retallied(
  data: Data,
  counted: { readonly users: number; readonly clients: number; readonly recountedAt: string },
  before: { readonly changes: number },
): Promise<boolean> {
  const { written } = await data.transact((entities) => ({
    counter: entities.tallies
      .update(ours)
      .set(counted)
      .where(({ changes }, { eq, notExists }) => (before.changes ? eq(changes, before.changes) : notExists(changes)))
      .commit(),
  }))
  return written
}

/** Whether a client came with an import that is still being written. Their id begins with the import's. */
export const isHidden = (customerId: string, hiddenImports: readonly string[]): boolean =>
  hiddenImports.some((importId) => customerId.startsWith(importedPrefix(importId)))

const importedPrefix = (importId: string): string => `cus_${importId.slice('imp_'.length)}-`

/** The id of the client in a row of an import, counted from 0: the same however often it is written. */
export const importedId = (importId: string, row: number): string =>
  `${importedPrefix(importId)}${String(row).padStart(4, '0')}`
