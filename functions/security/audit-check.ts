import type { AuditFault } from '#contract/audit-check'
import { toUtcMonth } from '#contract/calendar-days'
import { createAuditMonthQueries } from '#data/audit-months'
import { type AuditTrace, isSameEntry, toCanonicalJson, type TracedEntry } from '#data/audit-trace'
import type { Database } from '#data/database'
import { HIGHEST_SORT_KEY, LOWEST_SORT_KEY } from '#data/pagination'
import { type AuditBatch, hoursBefore, parseAuditBatch } from './audit-batches.ts'
import { verifyDigestChain } from './audit-chain.ts'
import { readAuditKeyRing } from './audit-keys.ts'
import { type AuditVault, computeSha256 } from './audit-vault.ts'

export interface AuditCheckServices {
  readonly data: Database
  readonly vault: Pick<AuditVault, 'read' | 'listVersions'>
  readonly now: () => Date
}

export interface AuditCheckResult {
  readonly faults: readonly AuditFault[]
  /** Entries of the table that were compared with their copies. */
  readonly entries: number
  /** That were compared, as `YYYY-MM`. */
  readonly months: readonly string[]
  /** Where the next check goes on after the two newest months; none when all were compared. */
  readonly nextMonth: string | undefined
}

/** Months that the log may have (functions/data/audit-queries.ts). */
const MAX_MONTHS = 84

/** An entry is copied within minutes; while the queue has trouble, its own alarm sounds. */
const COPIED_WITHIN_HOURS = 6

interface CheckRun {
  /** Goes on there after the two newest months. */
  readonly from?: string | undefined
  readonly hasTime: () => boolean
}

/**
 * Verifies the chain of digests and compares the log with its copy: the two newest months at every run, and as many of the
 * others as there is time for. Of months of which nothing was copied, where an entry could only have been invented, six a
 * day: each in its turn within two weeks.
 */
export async function checkAuditLog(services: AuditCheckServices, run: CheckRun): Promise<AuditCheckResult> {
  const { now } = services
  const { batches, versionOf, faults } = await verifyDigestChain(
    services.vault,
    hoursBefore(now(), COPIED_WITHIN_HOURS),
  )
  const months = listMonths(batches, now())
  const start = Math.max(
    0,
    months.older.findIndex((month) => run.from !== undefined && month <= run.from),
  )
  const older = [...months.older.slice(start), ...months.older.slice(0, start)]
  let entries = 0
  const done: string[] = []
  const compare = async (month: string): Promise<void> => {
    const found = await compareMonth(month, batches, { ...services, versionOf })
    faults.push(...found.faults)
    entries += found.entries
    done.push(month)
  }
  for (const month of [...months.newest, ...months.empty]) await compare(month)
  for (const month of older) {
    if (!run.hasTime()) return { faults: withoutRepeats(faults), entries, months: done, nextMonth: month }
    await compare(month)
  }
  return { faults: withoutRepeats(faults), entries, months: done, nextMonth: undefined }
}

const withoutRepeats = (faults: readonly AuditFault[]): readonly AuditFault[] => [
  ...new Map(faults.map((fault) => [`${fault.kind} ${fault.name}`, fault])).values(),
]

const DAY_MS = 86_400_000
const EMPTY_AT_ONCE = 6

/** Newest first. */
function listMonths(batches: readonly AuditBatch[], now: Date) {
  const at = new Date(`${toUtcMonth(now)}-01T00:00:00.000Z`)
  const possible = Array.from({ length: MAX_MONTHS }, (_, back) =>
    toUtcMonth(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back))),
  )
  const [newest, rest] = [possible.slice(0, 2), possible.slice(2)]
  const copied = new Set(batches.flatMap(({ months: [first, last] }) => listMonthsBetween(first, last)))
  const empty = rest.filter((month) => !copied.has(month))
  const turn = Math.floor(now.getTime() / DAY_MS) % Math.max(1, Math.ceil(empty.length / EMPTY_AT_ONCE))
  return {
    newest,
    older: [...copied]
      .filter((month) => !newest.includes(month))
      .toSorted()
      .toReversed(),
    empty: empty.slice(turn * EMPTY_AT_ONCE, (turn + 1) * EMPTY_AT_ONCE),
  }
}

function listMonthsBetween(first: string, last: string): readonly string[] {
  const months: string[] = []
  for (const at = new Date(`${first}-01T00:00:00.000Z`); toUtcMonth(at) <= last; at.setUTCMonth(at.getUTCMonth() + 1)) {
    months.push(toUtcMonth(at))
  }
  return months
}

interface MonthParts extends AuditCheckServices {
  readonly versionOf: (key: string) => string | undefined
}

async function compareMonth(month: string, batches: readonly AuditBatch[], parts: MonthParts) {
  const { copies, faults } = await readCopies(month, batches, parts)
  const { data, now } = parts
  const tooYoung = new Date(now().getTime() - COPIED_WITHIN_HOURS * 3_600_000).toISOString()
  let entries = 0
  const compare = async (page: readonly TracedEntry[]): Promise<void> => {
    const ring = await readAuditKeyRing(page, data)
    for (const entry of page) {
      const copy = copies.get(entry.auditId)
      copies.delete(entry.auditId)
      const { auditId: name, createdAt: at } = entry
      if (copy) entries += 1
      if (copy && !isSameEntry(copy, entry, ring)) faults.push({ kind: 'changed', name, at })
      if (!copy && at < tooYoung) faults.push({ kind: 'invented', name, at })
    }
  }
  const range = { lower: { createdAt: LOWEST_SORT_KEY }, upper: { createdAt: HIGHEST_SORT_KEY } }
  for (const query of createAuditMonthQueries(data, month, range)) {
    let cursor: string | null = null
    do {
      const page: { readonly data: readonly TracedEntry[]; readonly cursor: string | null } = await query.go({ cursor })
      await compare(page.data)
      cursor = page.cursor
    } while (cursor)
  }
  for (const { auditId: name, createdAt: at } of copies.values()) faults.push({ kind: 'missing', name, at })
  return { faults, entries }
}

/** Of the entries of one month; an entry may have been copied more than once. */
async function readCopies(month: string, batches: readonly AuditBatch[], { vault, versionOf }: MonthParts) {
  const copies = new Map<string, AuditTrace>()
  const faults: AuditFault[] = []
  for (const batch of batches.filter(({ months: [first, last] }) => first <= month && month <= last)) {
    const text = await vault.read(batch.key, versionOf(batch.key))
    if (computeSha256(text) !== batch.sha256) faults.push({ kind: 'copy', name: batch.key })
    for (const trace of parseAuditBatch(text)) {
      if (!trace.createdAt.startsWith(month)) continue
      const other = copies.get(trace.auditId)
      if (other && toCanonicalJson(other) !== toCanonicalJson(trace)) {
        faults.push({ kind: 'changed', name: trace.auditId, at: trace.createdAt })
      }
      copies.set(trace.auditId, other ?? trace)
    }
  }
  return { copies, faults }
}
