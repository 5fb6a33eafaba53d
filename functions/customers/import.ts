import { customerFields } from '#contract/customer'
import { CHUNK_ROWS, type CustomerImport } from '#contract/customer-import'
import { type customers, RESTORABLE_DAYS } from '#contract/customers'
import type { Input } from '#contract/endpoint'
import type { LegalBasis } from '#contract/health-consent'
import { claimAddress, addressHoldersOf } from '#data/address-holders'
import { matchingSearchLines } from '#data/customer-search'
import { newCustomer } from '#data/customer-writes'
import { HIGHEST_KEY } from '#data/page'
import { toStored } from '#data/record'
import { importedId, isHidden, countsIn, countsOf } from '#data/counter'
import type { Actor } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { Refusal, refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { readCsv } from './csv.ts'
import { nameBases, type StoredImport } from './import-bases.ts'

const DAY_MS = 86_400_000

export const toImport = (stands: StoredImport): CustomerImport => ({
  ...stands,
  undoableUntil: new Date(Date.parse(stands.createdAt) + RESTORABLE_DAYS * DAY_MS).toISOString(),
})

export async function requireImport(importId: string, { data }: Pick<Services, 'data'>): Promise<StoredImport> {
  const { data: found } = await data.customerImports.get({ importId }).go({ consistent: true })
  return found ?? refuse('not-found')
}

export const checkImport: Action<typeof customers.checkImport> = async ({ body }, { data }) => {
  const [{ hiddenImports }, lines] = await Promise.all([countsOf(data), matchingSearchLines(data, '')])
  const known = new Map(
    lines.map(({ customerId, text }) => [text.split('\n')[1] ?? '', isHidden(customerId, hiddenImports)] as const),
  )
  return readCsv(body.text, known, body.basis)
}

async function importsById({ customerImports }: Services['data'], ids: readonly string[]): Promise<StoredImport[]> {
  if (ids.length === 0) return []
  const { data: found } = await customerImports.get(ids.map((importId) => ({ importId }))).go()
  return found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

export const listImports: Action<typeof customers.listImports> = async (_, { data, now }) => {
  const since = new Date(now().getTime() - RESTORABLE_DAYS * DAY_MS).toISOString()
  const [{ data: found }, { hiddenImports }] = await Promise.all([
    data.customerImports.query
      .newestFirst({})
      .between({ createdAt: since }, { createdAt: HIGHEST_KEY })
      .go({ order: 'desc', limit: 50 }),
    countsOf(data),
  ])
  const known = new Set(found.map(({ importId }) => importId))
  const left = await importsById(
    data,
    hiddenImports.filter((importId) => !known.has(importId)),
  )
  return { items: [...found, ...left].map(toImport) }
}

export const beginImport: Action<typeof customers.beginImport> = async ({ actor, body }, services) => {
  const importId = services.newId('imp')
  const begun: StoredImport = {
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
    audit: appendAudit(
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
  return toImport(begun)
}

export const writeImport: Action<typeof customers.writeImport> = async ({ actor, params, body }, services) => {
  const { importId, chunk } = params
  const stands = await requireImport(importId, services)
  const { total, createdAt, state, chunks = [] } = stands
  if (state !== 'writing') refuse('import-closed')
  const begins = chunk * CHUNK_ROWS
  if (body.rows.length !== Math.min(CHUNK_ROWS, total - begins)) {
    throw new Refusal('invalid-input', { problems: { rows: ['No son las filas de esta parte'] } })
  }
  if (chunks.includes(chunk)) return toImport(await requireImport(importId, services))

  const named = basisIn(body, actor, stands.basis)
  const rows = body.rows.map((row, index) => ({
    ...toStored(customerFields, row),
    customerId: importedId(importId, begins + index),
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
          newCustomer(entities, { ...row, importId, createdAt }),
          claimAddress(entities, row, holders.get(row.email)?.customerId),
        ],
      ]),
    ),
    audit: appendAudit(
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
  // Not written means that the same chunk was written a moment ago: what it says then is the answer as well.
  return toImport(await requireImport(importId, services))
}

function basisIn(
  { rows, basis }: Input<typeof customers.writeImport>['body'],
  { userId, address, userAgent }: Actor,
  before: LegalBasis | undefined,
) {
  if (!basis || !rows.some(({ notes }) => notes)) return {}
  if (before && basis !== before) {
    throw new Refusal('invalid-input', { problems: { basis: ['Todo el archivo tiene la misma base legal'] } })
  }
  return { basis, basisBy: { userId, address, userAgent } }
}

interface Row {
  readonly email: string
  readonly customerId: string
}

const isTaken = ({ email, customerId }: Row, holders: Awaited<ReturnType<typeof addressHoldersOf>>): boolean => {
  const holder = holders.get(email)
  return holder !== undefined && holder.isCurrent && holder.customerId !== customerId
}

async function freeHoldersOf(rows: readonly Row[], { data }: Services) {
  refuseTaken(rows.filter(({ email }, index) => rows.findIndex((row) => row.email === email) !== index))
  const holders = await addressHoldersOf(
    data,
    rows.map(({ email }) => email),
  )
  refuseTaken(rows.filter((row) => isTaken(row, holders)))
  return holders
}

function refuseTaken(rows: readonly Row[]): void {
  if (rows.length > 0) throw new Refusal('client-email-taken', { problems: { rows: rows.map(({ email }) => email) } })
}

export const finishImport: Action<typeof customers.finishImport> = async ({ actor, params }, services) => {
  const { importId } = params
  const stands = await requireImport(importId, services)
  const { state, total, written } = stands
  if (state === 'writing') {
    if (written < total) refuse('import-incomplete')
    // Before anybody finds the clients: not one is there with notes for which nothing stands in the ledger.
    if (!(await nameBases(stands, services))) return refuse('import-closed')
    await services.data.transact((entities) => ({
      import: entities.customerImports
        .patch({ importId })
        .set({ state: 'done' })
        .where((present, { eq }) => eq(present.state, 'writing'))
        .commit(),
      counter: countsIn(entities, { clients: total, show: importId }, services),
      audit: appendAudit(
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
  const now = await requireImport(importId, services)
  return now.state === 'done' ? toImport(now) : refuse('import-closed')
}
