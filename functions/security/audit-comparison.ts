import type { AuditFault } from '#contract/audit-check'
import { type AuditEntryRange, createAuditMonthQueries, type StoredAuditEntry } from '#data/audit-months'
import { type AuditTrace, isSameEntry, toCanonicalJson } from '#data/audit-trace'
import type { Database } from '#data/database'
import { HIGHEST_SORT_KEY, LOWEST_SORT_KEY } from '#data/pagination'
import { type AuditBatch, ENTRIES_PREFIX, parseAuditBatch, parseAuditBatchKey, toHour } from './audit-batches.ts'
import { readAuditKeyRing } from './audit-keys.ts'
import { type AuditVault, computeSha256, findFirstVersion } from './audit-vault.ts'

export interface ComparisonServices {
  readonly data: Database
  readonly vault: Pick<AuditVault, 'read' | 'listObjects'>
}

export interface CopiedHours {
  readonly first: string
  readonly last: string
}

export interface ComparedMonth {
  readonly month: string
  readonly copied: CopiedHours | undefined
  readonly before: string
  readonly listedAt: string
}

type Entry = Pick<StoredAuditEntry, 'auditId' | 'createdAt'>

interface BatchRange {
  readonly after: string
  readonly until: string
}

interface Search {
  readonly end: Entry
  readonly missing: readonly Entry[]
  readonly ranges: readonly BatchRange[]
}

export type ComparisonPosition =
  | { readonly side: 'copies'; readonly after: string | null }
  | { readonly side: 'entries'; readonly after: Entry | null; readonly search: Search | null }

export interface ComparisonPage {
  readonly faults: readonly AuditFault[]
  readonly entries: number
  readonly position: ComparisonPosition | null
}

const MAX_BATCHES = 100
const MAX_TRACES = 5000
const READS_AT_ONCE = 25

const MAX_ENTRIES_OF_SHARD = 250

const CLOCK_DIFFERENCE_MS = 60_000

const STRETCH_MS = 3_600_000

export async function compareCopies(
  { month, copied }: ComparedMonth,
  after: string | null,
  services: ComparisonServices,
): Promise<ComparisonPage> {
  const entriesNext = { side: 'entries', after: null, search: null } as const
  if (!copied) return { faults: [], entries: 0, position: entriesNext }
  const range = toBatchRange(copied)
  const { batches, next } = await listBatchesOfMonth(month, { ...range, after: after ?? range.after }, services)
  const read = await readBatches(batches, services)
  const broken = read.filter(({ isBroken }) => isBroken).map(({ key }): AuditFault => ({ kind: 'copy', name: key }))
  const traces = read.flatMap((batch) => batch.traces).filter(({ createdAt }) => createdAt.startsWith(month))
  return {
    faults: [...broken, ...(await compareTraces(month, traces, services))],
    entries: 0,
    position: next === null ? entriesNext : { side: 'copies', after: next },
  }
}

export async function searchAuditCopies(
  compared: ComparedMonth,
  { after, search }: Extract<ComparisonPosition, { readonly side: 'entries' }>,
  services: ComparisonServices,
): Promise<ComparisonPage> {
  const present = search ?? (await beginSearch(compared, after, services))
  if (!present) return { faults: [], entries: 0, position: null }
  const missing = new Map(present.missing.map((entry) => [toPlace(entry), entry]))
  const [range, ...others] = present.ranges
  const next = range ? await removeCopied(missing, compared.month, range, services) : null
  const ranges = range && next !== null ? [{ ...range, after: next }, ...others] : others
  const left = [...missing.values()]
  const entries = present.missing.length - left.length
  if (left.length > 0 && ranges.length > 0) {
    const rest = { end: present.end, missing: left, ranges }
    return { faults: [], entries, position: { side: 'entries', after, search: rest } }
  }
  return {
    faults: left.map((entry) => toFault('invented', entry)),
    entries,
    position: { side: 'entries', after: present.end, search: null },
  }
}

/** In the product's format: invented entries may contain anything. */
const isInstant = (text: string): boolean => {
  const instant = new Date(text)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text
}

const toFault = (kind: AuditFault['kind'], { auditId: name, createdAt: at }: Entry): AuditFault => ({
  kind,
  name,
  ...(isInstant(at) && { at }),
})

const toPlace = ({ createdAt, auditId }: Entry): string => `${createdAt}#auditid_${auditId}`.toLowerCase()

async function beginSearch(
  { month, before, copied, listedAt }: ComparedMonth,
  after: Entry | null,
  { data }: ComparisonServices,
): Promise<Search | undefined> {
  const lower = after ?? { createdAt: LOWEST_SORT_KEY }
  const upper = { createdAt: before, auditId: LOWEST_SORT_KEY }
  const read = await Promise.all(
    createAuditMonthQueries(data, month, { lower, upper }).map((query) => query.go({ limit: MAX_ENTRIES_OF_SHARD })),
  )
  const unread = read.flatMap(({ data: entries, cursor }) => (cursor === null ? [] : (entries.at(-1) ?? [])))
  const bound = unread.map(toPlace).toSorted()[0] ?? HIGHEST_SORT_KEY
  const missing = read
    .flatMap(({ data: entries }) => entries)
    .map(pickKey)
    .filter((entry) => toPlace(entry) <= bound && (!after || toPlace(entry) > toPlace(after)))
    .toSorted(byPlace)
  const [first, end] = [missing[0], missing.at(-1)]
  if (!first || !end) return undefined
  const hour = isInstant(first.createdAt) ? toHour(new Date(Date.parse(first.createdAt) - CLOCK_DIFFERENCE_MS)) : ''
  const known = copied && toBatchRange(hour > copied.first ? { ...copied, first: hour } : copied)
  const since = { after: `${ENTRIES_PREFIX}${listedAt}`, until: `${ENTRIES_PREFIX}${HIGHEST_SORT_KEY}` }
  return { end, missing, ranges: [...(known ? [known] : []), since] }
}

/** Both hours are inclusive. */
const toBatchRange = ({ first, last }: CopiedHours): BatchRange => ({
  after: `${ENTRIES_PREFIX}${first}`,
  until: `${ENTRIES_PREFIX}${last}${HIGHEST_SORT_KEY}`,
})

async function removeCopied(
  missing: Map<string, Entry>,
  month: string,
  range: BatchRange,
  services: ComparisonServices,
): Promise<string | null> {
  const { batches, next } = await listBatchesOfMonth(month, range, services)
  for (let at = 0; at < batches.length && missing.size > 0; at += READS_AT_ONCE) {
    const read = await readBatches(batches.slice(at, at + READS_AT_ONCE), services)
    for (const trace of read.flatMap(({ traces }) => traces)) missing.delete(toPlace(trace))
  }
  return next
}

interface StoredBatch extends AuditBatch {
  readonly versionId: string
}

async function listBatchesOfMonth(
  month: string,
  { after, until }: BatchRange,
  { vault }: ComparisonServices,
): Promise<{ readonly batches: readonly StoredBatch[]; readonly next: string | null }> {
  const page = await vault.listObjects(ENTRIES_PREFIX, after)
  const listed = page.objects.flatMap(({ key, versions }): readonly StoredBatch[] => {
    const batch = parseAuditBatchKey(key)
    const versionId = findFirstVersion(versions)
    const isOfMonth = batch && key <= until && batch.months[0] <= month && month <= batch.months[1]
    return isOfMonth && versionId !== undefined ? [{ ...batch, versionId }] : []
  })
  const batches: StoredBatch[] = []
  let traces = 0
  for (const batch of listed) {
    if (batches.length >= MAX_BATCHES || traces >= MAX_TRACES) break
    batches.push(batch)
    traces += batch.entries
  }
  if (batches.length < listed.length) return { batches, next: batches.at(-1)?.key ?? null }
  return { batches, next: page.next !== null && page.next < until ? page.next : null }
}

async function readBatches(batches: readonly StoredBatch[], { vault }: ComparisonServices) {
  const read: { key: string; isBroken: boolean; traces: readonly AuditTrace[] }[] = []
  for (let at = 0; at < batches.length; at += READS_AT_ONCE) {
    const some = batches.slice(at, at + READS_AT_ONCE).map(async ({ key, sha256, versionId }) => {
      const text = await vault.read(key, versionId)
      return { key, isBroken: computeSha256(text) !== sha256, traces: parseAuditBatch(text) }
    })
    read.push(...(await Promise.all(some)))
  }
  return read
}

async function compareTraces(
  month: string,
  traces: readonly AuditTrace[],
  { data }: ComparisonServices,
): Promise<AuditFault[]> {
  const unique = [...new Map(traces.map((trace) => [toCanonicalJson(trace), trace])).values()]
  const copies = Map.groupBy(unique, toPlace)
  const entries = await findEntries(month, unique, data)
  const ring = await readAuditKeyRing([...entries.values()], data)
  return [...copies].flatMap(([place, [first, ...others]]): readonly AuditFault[] => {
    if (!first) return []
    const entry = entries.get(place)
    const isChanged = entry ? [first, ...others].some((trace) => !isSameEntry(trace, entry, ring)) : others.length > 0
    return [...(entry ? [] : [toFault('missing', first)]), ...(isChanged ? [toFault('changed', first)] : [])]
  })
}

/** By time ranges: no role may read entries of the log by key (lib/constructs/data-table.ts). */
async function findEntries(month: string, wanted: readonly Entry[], data: Database) {
  const places = new Set(wanted.map(toPlace))
  const queries = listEntryRanges(wanted).flatMap((range) => createAuditMonthQueries(data, month, range))
  const found = new Map<string, StoredAuditEntry>()
  const read = async (query: (typeof queries)[number]): Promise<void> => {
    let cursor: string | null = null
    do {
      const page: { readonly data: readonly StoredAuditEntry[]; readonly cursor: string | null } = await query.go({
        cursor,
      })
      for (const entry of page.data) if (places.has(toPlace(entry))) found.set(toPlace(entry), entry)
      cursor = page.cursor
    } while (cursor)
  }
  for (let at = 0; at < queries.length; at += READS_AT_ONCE)
    await Promise.all(queries.slice(at, at + READS_AT_ONCE).map(read))
  return found
}

function listEntryRanges(entries: readonly Entry[]): readonly AuditEntryRange[] {
  const ranges: { lower: Entry; upper: Entry }[] = []
  for (const entry of entries.toSorted(byPlace)) {
    const last = ranges.at(-1)
    if (last && Date.parse(entry.createdAt) - Date.parse(last.upper.createdAt) <= STRETCH_MS) last.upper = entry
    else ranges.push({ lower: entry, upper: entry })
  }
  return ranges.map(({ lower, upper }) => ({ lower: pickKey(lower), upper: pickKey(upper) }))
}

const byPlace = (a: Entry, b: Entry): number => (toPlace(a) < toPlace(b) ? -1 : 1)

const pickKey = ({ createdAt, auditId }: Entry): Entry => ({ createdAt, auditId })
