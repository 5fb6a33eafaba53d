import { roles } from '#contract/endpoint'
import { CUSTOMER_SEARCH_SHARD_COUNT } from '#data/customer-search-line'
import {
  adjustPracticeCounts,
  isHiddenImportedCustomer,
  readPracticeCounts,
  replacePracticeCounts,
  saveSearchIndexed,
} from '#data/practice-counter'
import { type JobPage, type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import type { ActionServices } from '#platform/services'
import {
  repairInternalMarkOfAdministrator,
  repairInternalMarksOfClients,
  repairMissingSearchLines,
  repairUserSearchPieces,
  removeStraySearchLines,
} from './recount-repairs.ts'

type RecountServices = Pick<ActionServices, 'data' | 'now'>

/** Indexes lag: items written this recently may be missing from them. */
const QUIET_MS = 60_000

const EVERY_MS = 20 * 3_600_000

const PAGE_ITEMS = 500

export interface RecountResult {
  readonly counted: boolean
  readonly repaired: number
}

interface RecountState {
  readonly users: number
  readonly clients: number
  readonly repaired: number
  readonly before: { readonly users: number; readonly clients: number; readonly changes: readonly number[] }
  readonly hiddenImports: readonly string[]
}

/**
 * Transactions keep counts and search lines exact; this repairs the effects of faults and manual changes. Once a day,
 * in pages with a checkpoint: a run that ends early is continued by the next one.
 */
export async function recountUsersAndCustomers(services: RecountServices, run?: JobRun): Promise<RecountResult> {
  const state = await runPagedJob(createRecountJob(services), services, run)
  if (!state) return { counted: false, repaired: 0 }
  await saveSearchIndexed(services.data)
  return { counted: await saveCounts(state, services), repaired: state.repaired }
}

const createRecountJob = ({ data, now }: RecountServices): PagedJob<RecountState> => ({
  name: 'customers/recount',
  begin: () => beginPass({ data, now }),
  steps: {
    ...Object.fromEntries(
      roles.map((role) => [
        `users-${role}`,
        async (cursor: string | null, state: RecountState): Promise<JobPage<RecountState>> => {
          const page = await data.users.query.newestFirst({ role }).go({ cursor, limit: PAGE_ITEMS })
          let { repaired } = state
          for (const user of page.data) repaired += await repairInternalMarkOfAdministrator(data, user)
          repaired += await repairUserSearchPieces(data, page.data)
          const users = state.users + page.data.filter(({ status }) => status === 'active').length
          return { cursor: page.cursor, state: { ...state, repaired, users } }
        },
      ]),
    ),
    customers: async (cursor, state) => {
      const page = await data.customers.query.newestFirst({}).go({ cursor, limit: PAGE_ITEMS })
      const marks = await repairInternalMarksOfClients(data, page.data)
      const seen = marks.customers.filter(({ internal }) => !internal)
      const lines = await repairMissingSearchLines(data, seen)
      const shown = seen.filter(({ customerId }) => !isHiddenImportedCustomer(customerId, state.hiddenImports))
      const repaired = state.repaired + marks.repaired + lines
      return { cursor: page.cursor, state: { ...state, repaired, clients: state.clients + shown.length } }
    },
    ...Object.fromEntries(
      Array.from({ length: CUSTOMER_SEARCH_SHARD_COUNT }, (_, shard) => [
        `lines-${shard}`,
        async (cursor: string | null, state: RecountState): Promise<JobPage<RecountState>> => {
          const page = await data.searchLines.query.byShard({ shard }).go({ cursor, limit: PAGE_ITEMS })
          const repaired = state.repaired + (await removeStraySearchLines(data, page.data))
          return { cursor: page.cursor, state: { ...state, repaired } }
        },
      ]),
    ),
  },
})

async function beginPass({ data, now }: RecountServices): Promise<RecountState | undefined> {
  const { users, clients, changes, hiddenImports, changedAt, ...last } = await readPracticeCounts(data)
  const at = now().getTime()
  const within = (instant: string | undefined, milliseconds: number) =>
    instant !== undefined && at - Date.parse(instant) < milliseconds
  if (within(changedAt, QUIET_MS) || (last.isSearchIndexed && within(last.recountedAt, EVERY_MS))) return undefined
  return { users: 0, clients: 0, repaired: 0, before: { users, clients, changes }, hiddenImports: [...hiddenImports] }
}

/**
 * Counts are exact when nothing changed during the pass. Otherwise they are off by at most the changes during it: a
 * larger difference is a fault and is corrected, a smaller one is ignored. An import shows thousands at once: then the
 * next hour counts again.
 */
async function saveCounts({ users, clients, before }: RecountState, { data, now }: RecountServices): Promise<boolean> {
  const recountedAt = now().toISOString()
  if (await replacePracticeCounts(data, { users, clients, recountedAt }, before)) return true
  const present = await readPracticeCounts(data)
  const changes = sum(present.changes) - sum(before.changes)
  const jumped = (key: 'users' | 'clients') => Math.abs(present[key] - before[key]) > changes
  if (jumped('users') || jumped('clients')) return false
  const fault = (counted: number, stored: number) => (Math.abs(counted - stored) > changes ? counted - stored : 0)
  const wrong = { users: fault(users, present.users), clients: fault(clients, present.clients) }
  await adjustPracticeCounts(data, { ...wrong, recountedAt })
  return true
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
