import { toUtcMonth } from '#contract/calendar-days'
import type { AuditTrace } from '#data/audit-trace'
import { computeSha256 } from './audit-vault.ts'

/**
 * `entries/2026-11-23T10/2026-11_2026-11_57_<sha256>.jsonl`: the hour of copying, the months and the number of its
 * entries.
 */
export const ENTRIES_PREFIX = 'entries/'
export const DIGESTS_PREFIX = 'digests/'

export interface AuditBatch {
  readonly key: string
  readonly hour: string
  readonly months: readonly [first: string, last: string]
  readonly entries: number
  readonly sha256: string
}

/** `2026-11-23T10`, in UTC. */
export const toHour = (instant: Date): string => instant.toISOString().replace(/:.*/, '')

export const hoursBefore = (instant: Date, hours: number): string =>
  toHour(new Date(instant.getTime() - hours * 3_600_000))

const byId = (a: AuditTrace, b: AuditTrace): number => (a.auditId < b.auditId ? -1 : 1)

/** Named by a hash of its contents, so that the same batch written twice is one object. */
export function createAuditBatch(
  traces: readonly AuditTrace[],
  now: Date,
): { readonly key: string; readonly text: string } {
  const sorted = traces.toSorted(byId)
  const text = sorted.map((trace) => `${JSON.stringify(trace)}\n`).join('')
  const months = sorted.map(({ createdAt }) => toUtcMonth(createdAt)).toSorted()
  const name = [months[0], months.at(-1), sorted.length, computeSha256(text)].join('_')
  return { key: `${ENTRIES_PREFIX}${toHour(now)}/${name}.jsonl`, text }
}

export function parseAuditBatchKey(key: string): AuditBatch | undefined {
  const [, hour, first, last, entries, sha256] =
    /^entries\/([\d-]{10}T\d{2})\/(\d{4}-\d{2})_(\d{4}-\d{2})_(\d+)_([\da-f]{64})\.jsonl$/.exec(key) ?? []
  if (!hour || !first || !last || !sha256) return undefined
  return { key, hour, months: [first, last], entries: Number(entries), sha256 }
}

export const parseAuditBatch = (text: string): readonly AuditTrace[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditTrace)

export interface AuditDigest {
  readonly number: number
  readonly createdAt: string
  readonly previous: { readonly key: string; readonly sha256: string } | null
  readonly batches: readonly { readonly key: string; readonly sha256: string }[]
}

export const toAuditDigestKey = (now: Date): string => `${DIGESTS_PREFIX}${toHour(now)}.json`

export const parseDigestHour = (key: string): Date | undefined => {
  const [, hour] = /^digests\/(\d{4}-\d{2}-\d{2}T\d{2})\.json$/.exec(key) ?? []
  const instant = new Date(`${hour}:00:00.000Z`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** A batch is named by the hour in which copying began, and written at most this much later: a digest looks back. */
export const OVERLAP_HOURS = 3
