import { type customers, RESTORABLE_DAYS } from '#contract/customers'
import { releaseAddressOf } from '#data/address-holders'
import { deleteSearchLine } from '#data/customer-search'
import type { StoredCustomer } from '#data/customer-writes'
import { importedId, countsIn } from '#data/counter'
import type { TransactionEntities } from '#data/transact'
import type { Actor } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action, Call } from '#platform/serve'
import type { Services } from '#platform/services'
import { requireImport, toImport } from './import.ts'
import type { StoredImport } from './import-bases.ts'
import { removalObstacle, removalWrites } from './removal.ts'

/** Rows per transaction: six items each, and a transaction has at most 100 writes. */
const ROWS = 16

const TRIES = 3

export const discardImport: Action<typeof customers.discardImport> = (call, services) =>
  revertImport(call, { during: ['writing', 'discarding'], after: 'discarded', rows: discardRows }, services)

export const undoImport: Action<typeof customers.undoImport> = (call, services) =>
  revertImport(call, { during: ['done', 'undoing'], after: 'undone', rows: undoRows }, services)

interface UndoMode {
  readonly during: readonly StoredImport['state'][]
  readonly after: StoredImport['state']
  readonly rows: (stored: StoredImport, actor: Actor, services: Services) => Promise<StoredImport | undefined>
}

async function revertImport(
  { actor, params }: Pick<Call<typeof customers.undoImport>, 'actor' | 'params'>,
  { during, after, rows }: UndoMode,
  services: Services,
) {
  for (let tries = 0; tries < TRIES; tries++) {
    const stored = await requireImport(params.importId, services)
    if (stored.state === after) return toImport(stored)
    if (!during.includes(stored.state)) return refuse('import-closed')
    const next = await rows(stored, actor, services)
    if (next) return toImport(next)
  }
  return refuse('changed-meanwhile')
}

const rowsOf = ({ undone, total }: StoredImport) => ({
  first: undone,
  past: Math.min(undone + ROWS, total),
})

async function customersOf(stored: StoredImport, { data }: Services): Promise<StoredCustomer[]> {
  const { first, past } = rowsOf(stored)
  const ids = Array.from({ length: past - first }, (_, index) => importedId(stored.importId, first + index))
  const { data: found } = await data.customers.get(ids.map((customerId) => ({ customerId }))).go({ consistent: true })
  return found
}

/** Nobody has seen these clients and they own nothing: they are deleted without a trace. */
async function discardRows(stored: StoredImport, actor: Actor, services: Services): Promise<StoredImport | undefined> {
  const { past } = rowsOf(stored)
  const over = past === stored.total
  // A chunk that is being written at this moment has to fail before its rows are looked for.
  if (stored.state === 'writing' && !(await closed(stored, services))) {
    // Its lines stand in the ledger, or soon will: it has to be finished, and can be undone then.
    return stored.basisNamedAt ? refuse('import-closed') : undefined
  }
  const found = await customersOf(stored, services)
  const releases = await Promise.all(found.map((each) => releaseAddressOf(each, services.data)))
  const after = { ...stored, state: over ? 'discarded' : 'discarding', undone: past } as const
  const { written } = await services.data.transact((entities) => ({
    import: advanced(entities, { ...stored, state: 'discarding' }, after),
    customers: found.map(({ customerId }) => [
      entities.customers.delete({ customerId }).commit(),
      deleteSearchLine(entities, customerId),
    ]),
    clientAddresses: releases.map((release) => release(entities)),
    counter: over && countsIn(entities, { show: stored.importId }, services),
    audit: auditEntry(entities, { actor, after, removed: found.length }, services),
  }))
  return written ? after : undefined
}

async function closed({ importId }: StoredImport, { data }: Services): Promise<boolean> {
  const { written } = await data.transact((entities) => ({
    import: entities.customerImports
      .patch({ importId })
      .set({ state: 'discarding' })
      .where(({ state, basisNamedAt }, { eq, notExists }) => `${eq(state, 'writing')} AND ${notExists(basisNamedAt)}`)
      .commit(),
  }))
  return written
}

async function undoRows(stored: StoredImport, actor: Actor, services: Services): Promise<StoredImport | undefined> {
  if (services.now().getTime() - Date.parse(stored.createdAt) > RESTORABLE_DAYS * 86_400_000) refuse('import-closed')
  const { past } = rowsOf(stored)
  const found = await customersOf(stored, services)
  const hindered = await Promise.all(found.map(async (each) => (await removalObstacle(each, services)) !== undefined))
  // Whoever has an account by now came by themselves as well.
  const removable = found.filter(({ userId }, index) => !userId && !hindered[index])
  const removals = await Promise.all(removable.map((customer) => removalWrites(customer, services)))
  const after = {
    ...stored,
    state: past === stored.total ? 'undone' : 'undoing',
    undone: past,
    kept: stored.kept + found.length - removable.length,
  } as const
  const { written } = await services.data.transact((entities) => ({
    import: advanced(entities, stored, after),
    customers: removals.map(({ writes }) => writes(entities)),
    counter: countsIn(entities, { clients: -removable.length }, services),
    audit: auditEntry(entities, { actor, after, removed: removable.length }, services),
  }))
  return written ? after : undefined
}

const advanced = (
  entities: TransactionEntities,
  before: StoredImport,
  { importId, state, undone, kept }: StoredImport,
) =>
  entities.customerImports
    .patch({ importId })
    .set({ state, undone, kept })
    .where((present, { eq }) => `${eq(present.state, before.state)} AND ${eq(present.undone, before.undone)}`)
    .commit()

const auditEntry = (
  entities: TransactionEntities,
  { actor, after, removed }: { readonly actor: Actor; readonly after: StoredImport; readonly removed: number },
  services: Services,
) =>
  appendAudit(
    entities,
    {
      action: 'CUSTOMER_IMPORT_UNDONE',
      by: actor.userId,
      subjectId: after.importId,
      details: { state: after.state, undone: after.undone, removed },
      caller: actor,
    },
    services,
  )
