import { isConditionFailure, type Database } from '#data/database'
import { createUnchangedCondition } from '#data/unchanged-condition'

export interface JobPage<State> {
  readonly state: State
  readonly cursor: string | null
}

export interface PagedJob<State> {
  readonly name: string
  /** In the order of the record. Repeating a page must be harmless. */
  readonly steps: Readonly<Record<string, (cursor: string | null, state: State) => Promise<JobPage<State>>>>
  /** The state of a new pass; undefined when none is due. */
  readonly begin: () => Promise<State | undefined>
}

export interface JobRun {
  readonly getRemainingTimeInMillis?: () => number
}

/** No page is started with less time left; a page takes well below a second. */
const PAGE_RESERVE_MS = 15_000

interface Progress<State> {
  readonly step: string
  readonly cursor: string | null
  readonly state: State
  readonly pages: number
  readonly startedAt: string
}

interface JobServices {
  readonly data: Database
  readonly now: () => Date
}

/**
 * Processes the pages of all steps with a checkpoint after each, so that a pass can take several runs: after a time-out
 * or a failed page the next run continues with that page.
 * @returns the state when a pass ended in this run
 */
export async function runPagedJob<State>(
  job: PagedJob<State>,
  { data, now }: JobServices,
  { getRemainingTimeInMillis = () => Infinity }: JobRun = {},
): Promise<State | undefined> {
  let at = (await readProgress(job, data)) ?? (await beginPass(job, now))
  while (at && getRemainingTimeInMillis() >= PAGE_RESERVE_MS) {
    const page = await job.steps[at.step]?.(at.cursor, at.state)
    if (!page) return undefined
    const step = page.cursor === null ? stepAfter(at.step, job) : at.step
    if (step === undefined) {
      if (at.pages > 0) await data.jobCheckpoints.delete({ job: job.name }).go()
      return page.state
    }
    const next: Progress<State> = { ...at, ...page, step, pages: at.pages + 1 }
    // A concurrent run has continued from the same page and owns the pass.
    at = (await saveProgress(job, next, data)) ? next : undefined
  }
  return undefined
}

function stepAfter<State>(step: string, { steps }: PagedJob<State>): string | undefined {
  const names = Object.keys(steps)
  return names[names.indexOf(step) + 1]
}

async function beginPass<State>(
  { steps, begin }: PagedJob<State>,
  now: () => Date,
): Promise<Progress<State> | undefined> {
  const [step] = Object.keys(steps)
  const state = await begin()
  return state !== undefined && step
    ? { step, cursor: null, state, pages: 0, startedAt: now().toISOString() }
    : undefined
}

async function readProgress<State>({ name, steps }: PagedJob<State>, data: Database) {
  const { data: stored } = await data.jobCheckpoints.get({ job: name }).go()
  if (!stored) return undefined
  if (!(stored.step in steps)) {
    await data.jobCheckpoints.delete({ job: name }).go()
    return undefined
  }
  return { ...stored, cursor: stored.cursor ?? null, state: stored.state as State }
}

async function saveProgress<State>(
  { name }: PagedJob<State>,
  { cursor, ...rest }: Progress<State>,
  data: Database,
): Promise<boolean> {
  try {
    await data.jobCheckpoints
      .put({ ...rest, job: name, ...(cursor !== null && { cursor }) })
      .where(({ pages }, operations) => createUnchangedCondition(pages, rest.pages - 1, operations))
      .go()
    return true
  } catch (error) {
    if (isConditionFailure(error)) return false
    throw error
  }
}
