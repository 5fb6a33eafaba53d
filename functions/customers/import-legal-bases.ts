import type { EntityItem } from 'electrodb'
import { IMPORT_CHUNK_ROWS } from '#contract/customer-import'
import type { StoredCustomer } from '#data/customer-writes'
import type { TableEntities } from '#data/entities'
import { toImportedCustomerId } from '#data/practice-counter'
import { createHealthConsentEntry } from '#platform/health-consent'
import type { ActionServices } from '#platform/services'

export type StoredCustomerImport = EntityItem<TableEntities['customerImports']>

const PARTS_AT_ONCE = 10

/**
 * Appends the legal basis given with the file to the ledger of every client with notes. The ledger is append-only, so
 * nothing is written while the import can still be discarded. After an interruption the same call finishes it with the
 * same keys.
 * @returns false when the import was discarded just before
 */
export async function recordImportLegalBases(stored: StoredCustomerImport, services: ActionServices): Promise<boolean> {
  const { importId, basis, total } = stored
  if (!basis) return true
  const at = await begunAt(stored, services)
  if (!at) return false
  const parts = Array.from({ length: Math.ceil(total / IMPORT_CHUNK_ROWS) }, (_, part) => part)
  for (let first = 0; first < parts.length; first += PARTS_AT_ONCE) {
    const some = parts.slice(first, first + PARTS_AT_ONCE)
    await Promise.all(
      some.map(async (part) => writeLines(await withNotes({ importId, total }, part, services), stored, at, services)),
    )
  }
  return true
}

async function begunAt({ importId }: StoredCustomerImport, { data, now }: ActionServices): Promise<string | undefined> {
  await data.transact((entities) => ({
    import: entities.customerImports
      .patch({ importId })
      .set({ basisNamedAt: now().toISOString() })
      .where(({ state, basisNamedAt }, { eq, notExists }) => `${eq(state, 'writing')} AND ${notExists(basisNamedAt)}`)
      .commit(),
  }))
  return (await data.customerImports.get({ importId }).go()).data?.basisNamedAt
}

async function withNotes(
  { importId, total }: Pick<StoredCustomerImport, 'importId' | 'total'>,
  part: number,
  { data }: ActionServices,
): Promise<StoredCustomer[]> {
  const first = part * IMPORT_CHUNK_ROWS
  const ids = Array.from({ length: Math.min(IMPORT_CHUNK_ROWS, total - first) }, (_, row) =>
    toImportedCustomerId(importId, first + row),
  )
  const { data: found } = await data.customers.get(ids.map((customerId) => ({ customerId }))).go()
  return found.filter(({ notes }) => notes)
}

/** Transactional per part: one existing entry means that all exist. */
async function writeLines(
  clients: readonly StoredCustomer[],
  { importId, basis, basisBy }: StoredCustomerImport,
  at: string,
  { data }: ActionServices,
): Promise<void> {
  if (clients.length === 0 || !basis) return
  const { userId, address = '', userAgent = '' } = basisBy ?? {}
  const once = { now: () => new Date(at), newId: () => importId.replace('imp_', 'hcn_') }
  await data.transact((entities) => ({
    healthConsents: clients.map(({ customerId }) =>
      createHealthConsentEntry(
        entities,
        {
          customerId,
          event: 'basis-named',
          by: 'practice',
          ...(userId && { userId }),
          basis,
          caller: { address, userAgent },
        },
        once,
      ),
    ),
  }))
}
