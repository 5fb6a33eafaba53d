import { shiftMonth, toUtcMonth } from '#contract/calendar-days'
import { createAuditMonthQueries, type StoredAuditEntry } from './audit-months.ts'
import type { Database } from './database.ts'

interface Pass {
  readonly from: string
  readonly until: string
}

/** `cursors` by shard: null after its last page; none before the first. */
export interface AuditPosition {
  readonly month: string
  readonly cursors?: readonly (string | null)[]
}

const PAGE_ENTRIES = 500

export async function readAuditPage(data: Database, pass: Pass, begin: AuditPosition) {
  const entries: StoredAuditEntry[] = []
  let next: AuditPosition | undefined = begin
  while (next && entries.length < PAGE_ENTRIES) {
    const read = await readMonth(data, pass, next)
    entries.push(...read.entries)
    next = read.next
  }
  return { entries, next }
}

async function readMonth(
  data: Database,
  { from, until }: Pass,
  { month, cursors }: AuditPosition,
): Promise<{ readonly entries: readonly StoredAuditEntry[]; readonly next: AuditPosition | undefined }> {
  const queries = createAuditMonthQueries(data, month, { lower: { createdAt: from }, upper: { createdAt: until } })
  const pages = await Promise.all(
    queries.map(async (query, shard) => {
      const cursor = cursors?.[shard]
      return cursor === null ? undefined : query.go({ ...(cursor && { cursor }), limit: PAGE_ENTRIES })
    }),
  )
  const rest = pages.map((page) => page?.cursor ?? null)
  return {
    entries: pages.flatMap((page) => page?.data ?? []),
    next: rest.some((cursor) => cursor !== null) ? { month, cursors: rest } : auditMonthAfter(month, until),
  }
}

export function auditMonthAfter(month: string, until: string): AuditPosition | undefined {
  const next = shiftMonth(month, 1)
  return next <= toUtcMonth(until) ? { month: next } : undefined
}
