import { type AuditFault, MAX_AUDIT_FAULTS_SHOWN } from '#contract/audit-check'
import { toPracticeDay, toUtcMonth } from '#contract/calendar-days'
import { auditCheckItemKey } from '#data/audit-check'
import { log } from '#platform/log'
import { recordMetric } from '#platform/metrics'
import { type JobPage, type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import { hoursBefore, OVERLAP_HOURS } from './audit-batches.ts'
import {
  CHAIN_BEGINNING,
  type ChainPage,
  type ChainPosition,
  verifyDigests,
  verifyNewestBatches,
} from './audit-chain.ts'
import { listMonthsBetween, listMonthsToCompare } from './audit-check-months.ts'
import {
  compareCopies,
  type ComparisonPosition,
  type ComparisonServices,
  type CopiedHours,
  searchAuditCopies,
} from './audit-comparison.ts'

export interface AuditCheckServices extends ComparisonServices {
  readonly now: () => Date
}

const JOB = 'security/check-audit-log'

/** An entry is copied within minutes; when the queue fails, its own alarm sounds. */
const COPIED_WITHIN_HOURS = 6

const OLDER_MONTHS_MS = 10 * 60_000

const LATE_MS = 48 * 3_600_000

/**
 * Stored in the checkpoint, so that none is counted twice, and in the result, so that none sounds the alarm twice: some
 * 100 kB of an item's 400. Beyond it only the number.
 */
const MAX_FAULTS_KEPT = 500

interface CheckState {
  readonly startedAt: string
  readonly chain: ChainPosition
  readonly copied: Readonly<Record<string, CopiedHours>>
  readonly months: readonly string[]
  readonly waiting: readonly string[]
  readonly due: number
  readonly comparison: ComparisonPosition
  readonly entries: number
  readonly faults: readonly AuditFault[]
  readonly faultCount: number
}

const COMPARISON_BEGINNING = { side: 'copies', after: null } as const

const isAtBeginning = ({ side, after }: ComparisonPosition): boolean => side === 'copies' && after === null

/**
 * Once a day, page by page with a checkpoint: verifies the chain of digests, then compares the log with its copy: the
 * two newest months, one older one, and as many others as time allows. Months without copies, where an entry could only
 * be invented, are checked at six a day, each within two weeks.
 * @returns whether a check ended in this run, and the number of faults of the newest complete one
 * @throws Error when none has ended for two days, though no run failed
 */
export async function checkAuditLog(
  services: AuditCheckServices,
  { again, run }: { readonly again: boolean; readonly run: JobRun | undefined },
): Promise<{ readonly checked: boolean; readonly broken: number }> {
  const { data, now } = services
  // A repeated check must not keep faults that have been repaired.
  if (again) await data.jobCheckpoints.delete({ job: JOB }).go()
  const whole = await runPagedJob(createCheckJob(again, services), services, run)
  const { data: last } = await data.auditChecks.get(auditCheckItemKey).go()
  if (whole) return { checked: true, broken: last?.brokenCount ?? 0 }
  const begunAt = await reportUnfinished(last, services)
  const since = last?.checkedAt ?? begunAt
  if (since && now().getTime() - Date.parse(since) > LATE_MS)
    throw new Error(`no check of the audit log is whole since ${since}`)
  return { checked: false, broken: last?.brokenCount ?? 0 }
}

const createCheckJob = (again: boolean, services: AuditCheckServices): PagedJob<CheckState> => ({
  name: JOB,
  begin: async () => (!again && (await isDoneToday(services)) ? undefined : beginCheck(services.now())),
  steps: {
    digests: async (cursor, state) => addChainPage(await verifyDigests(cursor, state.chain, services.vault), state),
    batches: async (cursor, state) => {
      const namedSince = hoursBefore(new Date(state.startedAt), COPIED_WITHIN_HOURS)
      const { vault } = services
      return addChainPage(await verifyNewestBatches(cursor, state.chain, { namedSince, vault }), state)
    },
    plan: async (_, state) => ({ cursor: null, state: await planMonths(state, services) }),
    months: async (_, state) => compareMonths(state, services),
    result: async (_, state) => {
      await writeResult(state, services)
      return { cursor: null, state }
    },
  },
})

async function isDoneToday({ data, now }: AuditCheckServices): Promise<boolean> {
  const { data: last } = await data.auditChecks.get(auditCheckItemKey).go()
  return last !== null && toPracticeDay(last.checkedAt) === toPracticeDay(now())
}

const beginCheck = (now: Date): CheckState => ({
  startedAt: now.toISOString(),
  chain: CHAIN_BEGINNING,
  copied: {},
  months: [],
  waiting: [],
  due: 0,
  comparison: COMPARISON_BEGINNING,
  entries: 0,
  faults: [],
  faultCount: 0,
})

const toName = ({ kind, name }: AuditFault): string => `${kind} ${name}`

function addFaults(found: readonly AuditFault[], state: CheckState): CheckState {
  const kept = new Set(state.faults.map(toName))
  const added = [...new Map(found.map((fault) => [toName(fault), fault]))]
    .filter(([name]) => !kept.has(name))
    .map(([, fault]) => fault)
  return {
    ...state,
    faults: [...state.faults, ...added].slice(0, MAX_FAULTS_KEPT),
    faultCount: state.faultCount + added.length,
  }
}

function addChainPage({ broken, batches, position, cursor }: ChainPage, state: CheckState): JobPage<CheckState> {
  const copied = new Map(Object.entries(state.copied))
  for (const { hour, months } of batches) {
    for (const month of listMonthsBetween(...months)) {
      const { first = hour } = copied.get(month) ?? {}
      copied.set(month, { first, last: hour })
    }
  }
  const faults = broken.map((name): AuditFault => ({ kind: 'copy', name }))
  return { cursor, state: addFaults(faults, { ...state, chain: position, copied: Object.fromEntries(copied) }) }
}

async function planMonths(state: CheckState, { data }: AuditCheckServices): Promise<CheckState> {
  const { data: last } = await data.auditChecks.get(auditCheckItemKey).go()
  const { due, older } = listMonthsToCompare(Object.keys(state.copied), {
    now: new Date(state.startedAt),
    from: last?.nextMonth,
  })
  return { ...state, waiting: [...due, ...older], due: due.length + 1 }
}

async function compareMonths(state: CheckState, services: AuditCheckServices): Promise<JobPage<CheckState>> {
  const { comparison, months, startedAt } = state
  const [month, ...rest] = state.waiting
  const isLate = services.now().getTime() - Date.parse(startedAt) > OLDER_MONTHS_MS
  if (month === undefined || (isAtBeginning(comparison) && months.length >= state.due && isLate))
    return { cursor: null, state }
  const before = new Date(Date.parse(startedAt) - COPIED_WITHIN_HOURS * 3_600_000).toISOString()
  const listedAt = hoursBefore(new Date(startedAt), OVERLAP_HOURS)
  const compared = { month, copied: state.copied[month], before, listedAt }
  const page =
    comparison.side === 'copies'
      ? await compareCopies(compared, comparison.after, services)
      : await searchAuditCopies(compared, comparison, services)
  const found = addFaults(page.faults, { ...state, entries: state.entries + page.entries })
  if (page.position) return { cursor: month, state: { ...found, comparison: page.position } }
  return {
    cursor: rest[0] ?? null,
    state: { ...found, months: [...months, month], waiting: rest, comparison: COMPARISON_BEGINNING },
  }
}

async function writeResult(state: CheckState, { data }: AuditCheckServices): Promise<void> {
  const { startedAt, entries, months, waiting } = state
  const { data: last } = await data.auditChecks.get(auditCheckItemKey).go()
  const earlier = keepUnchecked(last?.broken ?? [], months)
  const broken = [...state.faults, ...earlier].slice(0, MAX_FAULTS_KEPT)
  const brokenCount = state.faultCount + earlier.length
  // Before the result, which marks the day as done: an alarm may sound twice, but is never lost.
  report({ broken, brokenCount }, last)
  await data.auditChecks
    .put({
      ...auditCheckItemKey,
      checkedAt: startedAt,
      entries,
      months: months.length,
      broken,
      brokenCount,
      ...(waiting[0] && { nextMonth: waiting[0] }),
    })
    .go()
}

const keepUnchecked = (earlier: readonly AuditFault[], months: readonly string[]): readonly AuditFault[] =>
  earlier.filter(({ at }) => at !== undefined && !months.includes(toUtcMonth(at)))

/**
 * The alarm does not wait for the runs that a large log needs.
 * @returns the beginning of the check in progress
 */
async function reportUnfinished(last: AuditFindings | null, { data }: AuditCheckServices): Promise<string | undefined> {
  const { data: unfinished } = await data.jobCheckpoints.get({ job: JOB }).go()
  const state = unfinished?.state as CheckState | undefined
  if (state && state.faultCount > 0) report({ broken: state.faults, brokenCount: state.faultCount }, last)
  return state?.startedAt
}

interface AuditFindings {
  readonly broken: readonly AuditFault[]
  readonly brokenCount: number
}

/** By their number where there are more than the item keeps names of. */
function countNewFaults({ broken, brokenCount }: AuditFindings, last: AuditFindings | null): number {
  const known = new Set((last?.broken ?? []).map(toName))
  const unnamed = broken.filter((fault) => !known.has(toName(fault))).length
  return Math.max(unnamed, brokenCount - (last?.brokenCount ?? 0))
}

/**
 * An entry that was removed or invented is found every day from then on, and an alarm acts only when its state changes:
 * measuring all faults, it would sound for the first intrusion alone.
 */
function report(found: AuditFindings, last: AuditFindings | null): void {
  const { broken, brokenCount } = found
  recordMetric('AuditChainBroken', countNewFaults(found, last))
  if (brokenCount === 0) return
  log.warn('the audit log differs from its copy', {
    auditChain: 'broken',
    broken: broken.slice(0, MAX_AUDIT_FAULTS_SHOWN),
  })
}
