import { customerFields } from '#contract/customer'
import { IMPORT_CHUNK_ROWS, type CustomerImport } from '#contract/customer-import'
import { type customers } from '#contract/customers-domain'
import { CUSTOMER_RESTORE_DAYS } from '#contract/customers'
import type { ActionInput } from '#contract/endpoint'
import type { HealthDataLegalBasis } from '#contract/health-consent'
import { claimCustomerEmail, findEmailHolders } from '#data/email-holders'
import { createCustomerWrites } from '#data/customer-writes'
import { HIGHEST_SORT_KEY } from '#data/pagination'
import { toStoredRecord } from '#data/stored-record'
import { toImportedCustomerId, isHiddenImportedCustomer, countsIn, readPracticeCounter } from '#data/practice-counter'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { recordImportLegalBases, type StoredCustomerImport } from './import-legal-bases.ts'

const DAY_MS = 86_400_000

export const toCustomerImport = (stands: StoredCustomerImport): CustomerImport => ({
  ...stands,
  undoableUntil: new Date(Date.parse(stands.createdAt) + CUSTOMER_RESTORE_DAYS * DAY_MS).toISOString(),
})

export async function requireCustomerImport(
  importId: string,
  { data }: Pick<ActionServices, 'data'>,
): Promise<StoredCustomerImport> {
  const { data: found } = await data.customerImports.get({ importId }).go()
  return found ?? throwRefusal('not-found')
}

export const checkCustomerImport: EndpointAction<typeof customers.checkImport> = async ({ body }, { data }) => {
  const { hiddenImports } = await readPracticeCounter(data)
  const { parseCustomerCsv } = await import('./csv.ts')
  return parseCustomerCsv(
    body.text,
    async (emails) => {
      const holders = await findEmailHolders(data, [...new Set(emails)])
      return new Map(
        [...holders].flatMap(([email, { customerId, isCurrent }]) =>
          isCurrent ? [[email, isHiddenImportedCustomer(customerId, hiddenImports)]] : [],
        ),
      )
    },
    body.basis,
  )
}

async function importsById(
  { customerImports }: ActionServices['data'],
  ids: readonly string[],
): Promise<StoredCustomerImport[]> {
  if (ids.length === 0) return []
  const { data: found } = await customerImports.get(ids.map((importId) => ({ importId }))).go()
  return found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

export const listCustomerImports: EndpointAction<typeof customers.listImports> = async (_, { data, now }) => {
  const since = new Date(now().getTime() - CUSTOMER_RESTORE_DAYS * DAY_MS).toISOString()
  const [{ data: found }, { hiddenImports }] = await Promise.all([
    data.customerImports.query
      .newestFirst({})
      .between({ createdAt: since }, { createdAt: HIGHEST_SORT_KEY })
      .go({ order: 'desc', limit: 50 }),
    readPracticeCounter(data),
  ])
  const known = new Set(found.map(({ importId }) => importId))
  const left = await importsById(
    data,
    hiddenImports.filter((importId) => !known.has(importId)),
  )
  return { items: [...found, ...left].map(toCustomerImport) }
}

export const beginCustomerImport: EndpointAction<typeof customers.beginImport> = async ({ actor, body }, services) => {
  const importId = services.newId('imp')
  const begun: StoredCustomerImport = {
    ...body,
    importId,
    state: 'writing',
    written: 0,
    undone: 0,
    kept: 0,
    createdAt: services.now().toISOString(),
  }
  await services.data.transact((entities) => ({
    import: entities.customerImports.create(begun).commit(),
    counter: countsIn(entities, { hide: importId }, services),
    audit: appendAuditEntry(
      entities,
      {
        action: 'CUSTOMER_IMPORT_BEGUN',
        by: actor.userId,
        subjectId: importId,
        details: { total: body.total },
        caller: actor,
      },
      services,
    ),
  }))
  return toCustomerImport(begun)
}

export const writeCustomerImportRows: EndpointAction<typeof customers.writeImport> = async (
  { actor, params, body },
  services,
) => {
  const { importId, chunk } = params
  const stands = await requireCustomerImport(importId, services)
  const { total, createdAt, state, chunks = [] } = stands
  if (state !== 'writing') throwRefusal('import-closed')
  const begins = chunk * IMPORT_CHUNK_ROWS
  if (body.rows.length !== Math.min(IMPORT_CHUNK_ROWS, total - begins)) {
    throw new RefusalError('invalid-input', { problems: { rows: ['No son las filas de esta parte'] } })
  }
  if (chunks.includes(chunk)) return toCustomerImport(await requireCustomerImport(importId, services))

  const named = basisIn(body, actor, stands.basis)
  const rows = body.rows.map((row, index) => ({
    ...toStoredRecord(customerFields, row),
    customerId: toImportedCustomerId(importId, begins + index),
  }))
  const holders = await freeHoldersOf(rows, services)
  const outcome = await services.data.transact((entities) => ({
    import: entities.customerImports
      .patch({ importId })
      .add({ written: body.rows.length, chunks: [chunk] })
      .set(named)
      .where(
        (present, { eq, notContains }) =>
          `${eq(present.state, 'writing')} AND ${notContains(present.chunks, chunk as never)}`,
      )
      .commit(),
    rows: Object.fromEntries(
      rows.map((row) => [
        row.customerId,
        [
          createCustomerWrites(entities, { ...row, importId, createdAt }),
          claimCustomerEmail(entities, row, holders.get(row.email)?.customerId),
        ],
      ]),
    ),
    audit: appendAuditEntry(
      entities,
      {
        action: 'CUSTOMER_IMPORT_WRITTEN',
        by: actor.userId,
        subjectId: importId,
        details: { chunk, rows: body.rows.length, ...(body.basis && { basis: body.basis }) },
        caller: actor,
      },
      services,
    ),
  }))
  if (!outcome.written && outcome.failed !== 'import') {
    refuseTaken(rows.filter(({ customerId }) => outcome.failedAll.has(`rows.${customerId}`)))
  }
  const now = await requireCustomerImport(importId, services)
  // When not written, a concurrent identical request wrote the chunk, or the import was closed.
  return now.chunks?.includes(chunk) ? toCustomerImport(now) : throwRefusal('import-closed')
}

function basisIn(
  { rows, basis }: ActionInput<typeof customers.writeImport>['body'],
  { userId, address, userAgent }: Actor,
  before: HealthDataLegalBasis | undefined,
) {
  if (!basis || !rows.some(({ notes }) => notes)) return {}
  if (before && basis !== before) {
    throw new RefusalError('invalid-input', { problems: { basis: ['Todo el archivo tiene la misma base legal'] } })
  }
  return { basis, basisBy: { userId, address, userAgent } }
}

interface Row {
  readonly email: string
  readonly customerId: string
}

const isTaken = ({ email, customerId }: Row, holders: Awaited<ReturnType<typeof findEmailHolders>>): boolean => {
  const holder = holders.get(email)
  return holder !== undefined && holder.isCurrent && holder.customerId !== customerId
}

async function freeHoldersOf(rows: readonly Row[], { data }: ActionServices) {
  refuseTaken(rows.filter(({ email }, index) => rows.findIndex((row) => row.email === email) !== index))
  const holders = await findEmailHolders(
    data,
    rows.map(({ email }) => email),
  )
  refuseTaken(rows.filter((row) => isTaken(row, holders)))
  return holders
}

function refuseTaken(rows: readonly Row[]): void {
  if (rows.length > 0)
    throw new RefusalError('client-email-taken', { problems: { rows: rows.map(({ email }) => email) } })
}

export const finishCustomerImport: EndpointAction<typeof customers.finishImport> = async (
  { actor, params },
  services,
) => {
  const { importId } = params
  const stands = await requireCustomerImport(importId, services)
  const { state, total, written } = stands
  if (state === 'writing') {
    if (written < total) throwRefusal('import-incomplete')
    // Before the clients become visible: no client has notes without a legal basis in the ledger.
    if (!(await recordImportLegalBases(stands, services))) return throwRefusal('import-closed')
    await services.data.transact((entities) => ({
      import: entities.customerImports
        .patch({ importId })
        .set({ state: 'done' })
        .where((present, { eq }) => eq(present.state, 'writing'))
        .commit(),
      counter: countsIn(entities, { clients: total, show: importId }, services),
      audit: appendAuditEntry(
        entities,
        {
          action: 'CUSTOMER_IMPORT_FINISHED',
          by: actor.userId,
          subjectId: importId,
          details: { total },
          caller: actor,
        },
        services,
      ),
    }))
  }
  const now = await requireCustomerImport(importId, services)
  return now.state === 'done' ? toCustomerImport(now) : throwRefusal('import-closed')
}
