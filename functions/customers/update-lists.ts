import { toPracticeDay, toUtcMonth } from '#contract/calendar-days'
import { type AuditPosition, readAuditPage } from '#data/audit-pages'
import type { StoredAuditEntry } from '#data/audit-months'
import { LOWEST_SORT_KEY } from '#data/pagination'
import { toImportedCustomerId } from '#data/practice-counter'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { type JobPage, type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import { REREAD_LIST, type UpdateListsServices, updateListEntries } from './list-entries.ts'

const JOB = 'customers/update-lists'
const DONE = { job: `${JOB}/done` } as const

/** An entry may become visible after its instant: this much of the log is read again. */
const OVERLAP_MS = 2 * 60_000

const PAGE_CLIENTS = 50
const CLIENTS_AT_ONCE = 5

/** Beyond this it is no problem of single clients; the next night reads everybody. */
const MAX_RETRIED = 100

interface Pass {
  /** Null in the first pass of each day, which reads every client: doses and packs are counted by whole days. */
  readonly from: string | null
  readonly until: string
  readonly updated: number
  /** Imports finished or reverted since: how many of their rows, from the first. Missing in older passes. */
  readonly imports?: Readonly<Record<string, number>>
  /** Clients whose computation failed, for the next pass. Missing in older passes. */
  readonly failed?: readonly string[]
}

interface Done {
  readonly until: string
  readonly failed?: readonly string[]
}

/**
 * Updates the list entries of clients named in the audit log since the last pass (every change has an entry), of imports
 * finished or reverted since, and of those in `reread`. Each night it reads everybody, in pages with a checkpoint. A
 * failing client does not stop the others.
 * @throws Error at the end when some failed
 */
export async function updateCustomerLists(services: UpdateListsServices, run?: JobRun): Promise<{ updated: number }> {
  const { data, now } = services
  const pass = await runPagedJob(createUpdateListsJob(services), services, run)
  if (!pass) return { updated: 0 }
  const { until, failed = [] } = pass
  const state: Done = { until, failed }
  await data.jobCheckpoints.put({ ...DONE, step: 'done', state, pages: 0, startedAt: now().toISOString() }).go()
  if (failed.length > 0) throw new Error(`${failed.length} clients were not brought up to date`)
  return { updated: pass.updated }
}

const createUpdateListsJob = (services: UpdateListsServices): PagedJob<Pass> => ({
  name: JOB,
  begin: async () => {
    const { data: done } = await services.data.jobCheckpoints.get(DONE).go()
    const { until: last, failed = [] } = (done?.state ?? {}) as Partial<Done>
    const until = services.now().toISOString()
    // A pass in the future was written before the clock was put back: changes since are unknown.
    const isOfToday = last !== undefined && last <= until && toPracticeDay(last) === toPracticeDay(until)
    const from = isOfToday ? new Date(Date.parse(last) - OVERLAP_MS).toISOString() : null
    const { updated, failed: stillFailing } = await updateEach(failed.slice(0, MAX_RETRIED), services)
    return { from, until, updated, failed: stillFailing }
  },
  steps: {
    everybody: async (cursor, pass) => {
      if (pass.from !== null) return { cursor: null, state: pass }
      const page = await services.data.customers.query.newestFirst({}).go({ cursor, limit: PAGE_CLIENTS })
      return updateAll(
        page.data.map(({ customerId }) => customerId),
        { cursor: page.cursor, state: pass },
        services,
      )
    },
    changed: async (cursor, pass) => {
      const { from, until } = pass
      if (from === null) return { cursor: null, state: pass }
      const position = cursor ? (JSON.parse(cursor) as AuditPosition) : { month: toUtcMonth(from) }
      const { entries, next } = await readAuditPage(services.data, { from, until }, position)
      const named = entries.flatMap(({ subjectId, details }) => findCustomerIds({ subjectId, details }))
      const state = { ...pass, imports: addImports(pass.imports ?? {}, entries) }
      return updateAll(named, { cursor: next ? JSON.stringify(next) : null, state }, services)
    },
    imported: async (cursor, pass) => {
      const ids = Object.entries(pass.imports ?? {}).flatMap(([importId, rows]) =>
        Array.from({ length: rows }, (_, row) => toImportedCustomerId(importId, row)),
      )
      const first = Number(cursor ?? 0)
      const past = first + PAGE_CLIENTS
      const page = { cursor: past < ids.length ? String(past) : null, state: pass }
      return updateAll(ids.slice(first, past), page, services)
    },
    due: async (_, pass) => {
      const { data: due } = await services.data.customerListEntries.query
        .inOrder({ list: REREAD_LIST })
        .between({ place: LOWEST_SORT_KEY }, { place: pass.until })
        .go({ limit: PAGE_CLIENTS })
      const customers = due.map(({ customerId }) => customerId)
      return updateAll(customers, { cursor: null, state: pass }, services)
    },
  },
})

const findCustomerIds = (entry: object): readonly string[] =>
  JSON.stringify(entry).match(/\bcus_[a-z0-9-]{8,64}/g) ?? []

/** An import has one entry for thousands of clients, whose ids follow from its own. */
function addImports(
  imports: Readonly<Record<string, number>>,
  entries: readonly StoredAuditEntry[],
): Readonly<Record<string, number>> {
  const all = { ...imports }
  for (const { action, subjectId, details } of entries) {
    const { total = 0, undone = 0 } = (details ?? {}) as { readonly total?: number; readonly undone?: number }
    const rows = { CUSTOMER_IMPORT_FINISHED: total, CUSTOMER_IMPORT_UNDONE: undone }[action as string]
    if (rows !== undefined) all[subjectId] = Math.max(rows, all[subjectId] ?? 0)
  }
  return all
}

async function updateAll(
  customerIds: readonly string[],
  page: JobPage<Pass>,
  services: UpdateListsServices,
): Promise<JobPage<Pass>> {
  const { updated: before, failed: failedBefore = [] } = page.state
  const { updated, failed } = await updateEach(customerIds, services)
  const state = { ...page.state, updated: before + updated, failed: [...new Set([...failedBefore, ...failed])] }
  return { ...page, state: { ...state, failed: state.failed.slice(0, MAX_RETRIED) } }
}

async function updateEach(customerIds: readonly string[], services: UpdateListsServices) {
  const waiting = [...new Set(customerIds)]
  const updated = waiting.length
  const failed: string[] = []
  for (let next = waiting.splice(0, CLIENTS_AT_ONCE); next.length > 0; next = waiting.splice(0, CLIENTS_AT_ONCE)) {
    const outcomes = await Promise.allSettled(next.map((customerId) => updateListEntries(customerId, services)))
    for (const [index, customerId] of next.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status !== 'rejected') continue
      failed.push(customerId)
      log.error('a client was not brought up to date', { customerId, fault: formatErrorForLog(outcome.reason) })
    }
  }
  return { updated, failed }
}
