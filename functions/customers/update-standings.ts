import { toPracticeDay, toUtcMonth } from '#contract/calendar-days'
import { type AuditPosition, readAuditPage } from '#data/audit-pages'
import { LOWEST_SORT_KEY } from '#data/pagination'
import { type JobPage, type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import { REREAD_LIST, type StandingServices, updateStandings } from './standing.ts'

const JOB = 'customers/update-standings'
/** Keeps how far the last whole pass has come. */
const DONE = { job: `${JOB}/done` } as const

/** An entry may become visible after its instant: so much of the log is read again. */
const OVERLAP_MS = 2 * 60_000

/** Clients of a page, some fifteen reads each. */
const PAGE_CLIENTS = 50
const CLIENTS_AT_ONCE = 5

interface Pass {
  /** Null in the first pass of each day, which reads every client: doses and packs are counted by whole days. */
  readonly from: string | null
  readonly until: string
  readonly updated: number
}

/**
 * Brings up to date where clients stand: those whom the audit log names since the last pass, for nothing changes without
 * an entry, and those for whom it is time (`reread`). Each night it reads everybody, in pages with a checkpoint.
 */
export async function updateChangedStandings(services: StandingServices, run?: JobRun): Promise<{ updated: number }> {
  const { data, now } = services
  const pass = await runPagedJob(createStandingsJob(services), services, run)
  if (!pass) return { updated: 0 }
  await data.jobCheckpoints
    .put({ ...DONE, step: 'done', state: { until: pass.until }, pages: 0, startedAt: now().toISOString() })
    .go()
  return { updated: pass.updated }
}

const createStandingsJob = (services: StandingServices): PagedJob<Pass> => ({
  name: JOB,
  begin: async () => {
    const { data: done } = await services.data.jobCheckpoints.get(DONE).go()
    const last = (done?.state as { readonly until?: string } | undefined)?.until
    const isOfToday = last !== undefined && toPracticeDay(last) === toPracticeDay(services.now())
    const from = isOfToday ? new Date(Date.parse(last) - OVERLAP_MS).toISOString() : null
    return { from, until: services.now().toISOString(), updated: 0 }
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
      return updateAll(named, { cursor: next ? JSON.stringify(next) : null, state: pass }, services)
    },
    due: async (_, pass) => {
      const { data: due } = await services.data.customerStandings.query
        .inOrder({ list: REREAD_LIST })
        .between({ place: LOWEST_SORT_KEY }, { place: pass.until })
        .go({ limit: PAGE_CLIENTS })
      const customers = due.map(({ customerId }) => customerId)
      // What is left of more than a page is due in the next run too.
      return updateAll(customers, { cursor: null, state: pass }, services)
    },
  },
})

/** Whatever the entry calls them. */
const findCustomerIds = (entry: object): readonly string[] =>
  JSON.stringify(entry).match(/\bcus_[a-z0-9-]{8,64}/g) ?? []

async function updateAll(
  customerIds: readonly string[],
  page: JobPage<Pass>,
  services: StandingServices,
): Promise<JobPage<Pass>> {
  const waiting = [...new Set(customerIds)]
  const updated = page.state.updated + waiting.length
  for (let next = waiting.splice(0, CLIENTS_AT_ONCE); next.length > 0; next = waiting.splice(0, CLIENTS_AT_ONCE))
    await Promise.all(next.map((customerId) => updateStandings(customerId, services)))
  return { ...page, state: { ...page.state, updated } }
}
