import { type customers } from '#contract/customers-domain'
import { CUSTOMER_RESTORE_DAYS } from '#contract/customers'
import { findCustomerConsultations } from '#data/consultation-queries'
import { prepareCustomerEmailRelease } from '#data/email-holders'
import { deleteCustomerSearchLine } from '#data/customer-search-index'
import type { StoredCustomer } from '#data/customer-writes'
import { toImportedCustomerId, countsIn } from '#data/practice-counter'
import type { TransactionEntities } from '#data/transact'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction, ActionCall } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireCustomerImport, toCustomerImport } from './import.ts'
import type { StoredCustomerImport } from './import-legal-bases.ts'
import { hasOnlyAppointments } from './public/unclaimed-customer.ts'
import { findCustomerRemovalObstacle, createCustomerRemovalWrites } from './removal.ts'

/** Rows per transaction: six items each, and a transaction has at most 100 writes. */
const ROWS = 16

const TRIES = 3

export const discardCustomerImport: EndpointAction<typeof customers.discardImport> = (call, services) =>
  revertImport(call, { during: ['writing', 'discarding'], after: 'discarded', rows: discardRows }, services)

export const undoCustomerImport: EndpointAction<typeof customers.undoImport> = (call, services) =>
  revertImport(call, { during: ['done', 'undoing'], after: 'undone', rows: undoRows }, services)

interface UndoMode {
  readonly during: readonly StoredCustomerImport['state'][]
  readonly after: StoredCustomerImport['state']
  readonly rows: (
    stored: StoredCustomerImport,
    actor: Actor,
    services: ActionServices,
  ) => Promise<StoredCustomerImport | undefined>
}

async function revertImport(
  { actor, params }: Pick<ActionCall<typeof customers.undoImport>, 'actor' | 'params'>,
  { during, after, rows }: UndoMode,
  services: ActionServices,
) {
  for (let tries = 0; tries < TRIES; tries++) {
    const stored = await requireCustomerImport(params.importId, services)
    if (stored.state === after) return toCustomerImport(stored)
    if (!during.includes(stored.state)) return throwRefusal('import-closed')
    const next = await rows(stored, actor, services)
    if (next) return toCustomerImport(next)
  }
  return throwRefusal('changed-meanwhile')
}

const rowsOf = ({ undone, total }: StoredCustomerImport) => ({
  first: undone,
  past: Math.min(undone + ROWS, total),
})

async function customersOf(stored: StoredCustomerImport, { data }: ActionServices): Promise<StoredCustomer[]> {
  const { first, past } = rowsOf(stored)
  const ids = Array.from({ length: past - first }, (_, index) => toImportedCustomerId(stored.importId, first + index))
  const { data: found } = await data.customers.get(ids.map((customerId) => ({ customerId }))).go()
  return found
}

async function discardRows(
  stored: StoredCustomerImport,
  actor: Actor,
  services: ActionServices,
): Promise<StoredCustomerImport | undefined> {
  const { past } = rowsOf(stored)
  const over = past === stored.total
  // First makes a concurrently written chunk fail, then looks for its rows.
  if (stored.state === 'writing' && !(await closed(stored, services))) {
    // Its legal bases are, or will be, in the ledger: it has to be finished, and can be undone then.
    return stored.basisNamedAt ? throwRefusal('import-closed') : undefined
  }
  const found = await customersOf(stored, services)
  const releases = await Promise.all(found.map((each) => prepareCustomerEmailRelease(each, services.data)))
  const after = { ...stored, state: over ? 'discarded' : 'discarding', undone: past } as const
  const { written } = await services.data.transact((entities) => ({
    import: advanced(entities, { ...stored, state: 'discarding' }, after),
    customers: found.map(({ customerId }) => [
      entities.customers.delete({ customerId }).commit(),
      deleteCustomerSearchLine(entities, customerId),
    ]),
    clientAddresses: releases.map((release) => release(entities)),
    counter: over && countsIn(entities, { show: stored.importId }, services),
    audit: auditEntry(entities, { actor, after, removed: found.length }, services),
  }))
  return written ? after : undefined
}

async function closed({ importId }: StoredCustomerImport, { data }: ActionServices): Promise<boolean> {
  const { written } = await data.transact((entities) => ({
    import: entities.customerImports
      .patch({ importId })
      .set({ state: 'discarding' })
      .where(({ state, basisNamedAt }, { eq, notExists }) => `${eq(state, 'writing')} AND ${notExists(basisNamedAt)}`)
      .commit(),
  }))
  return written
}

async function undoRows(
  stored: StoredCustomerImport,
  actor: Actor,
  services: ActionServices,
): Promise<StoredCustomerImport | undefined> {
  if (services.now().getTime() - Date.parse(stored.createdAt) > CUSTOMER_RESTORE_DAYS * 86_400_000)
    throwRefusal('import-closed')
  const { past } = rowsOf(stored)
  const found = await customersOf(stored, services)
  const inUse = await Promise.all(found.map((each) => isInUse(each, services)))
  const removable = found.filter((_, index) => !inUse[index])
  const removals = await Promise.all(removable.map((customer) => createCustomerRemovalWrites(customer, services)))
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

/** Clients with an account by now have signed up themselves; a version after the import's first is somebody's work. */
async function isInUse(customer: StoredCustomer, services: ActionServices): Promise<boolean> {
  const { customerId, userId, version } = customer
  if (userId || version > 1 || (await findCustomerRemovalObstacle(customer, services))) return true
  const [{ items: consultations }, { data: stated }, isBare] = await Promise.all([
    findCustomerConsultations(services.data, customerId, { limit: 1 }),
    services.data.carePathwayCorrections.get({ customerId }).go(),
    hasOnlyAppointments(customer, services.data),
  ])
  return consultations.length > 0 || (stated?.corrections ?? []).length > 0 || !isBare
}

const advanced = (
  entities: TransactionEntities,
  before: StoredCustomerImport,
  { importId, state, undone, kept }: StoredCustomerImport,
) =>
  entities.customerImports
    .patch({ importId })
    .set({ state, undone, kept })
    .where((present, { eq }) => `${eq(present.state, before.state)} AND ${eq(present.undone, before.undone)}`)
    .commit()

const auditEntry = (
  entities: TransactionEntities,
  { actor, after, removed }: { readonly actor: Actor; readonly after: StoredCustomerImport; readonly removed: number },
  services: ActionServices,
) =>
  appendAuditEntry(
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
