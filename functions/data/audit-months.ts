import type { EntityItem } from 'electrodb'
import { AUDIT_SHARD_COUNT } from './audit-entry.ts'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'
import { EVENTUALLY_CONSISTENT } from './read-consistently.ts'

/** Lower limit for all stages. */
export const AUDIT_LOG_BEGAN = '2026-01-01T00:00:00.000Z'

export type StoredAuditEntry = EntityItem<TableEntities['auditEntries']>

interface Bound {
  readonly createdAt: string
  readonly auditId?: string
}

/** `lower` is inclusive; `upper` is inclusive with an `auditId`, and without one excludes its instant. */
export interface AuditEntryRange {
  readonly lower: Bound
  readonly upper: Bound
}

export const createAuditMonthQueries = (
  { auditEntries }: Pick<Database, 'auditEntries'>,
  month: string,
  { lower, upper }: AuditEntryRange,
) =>
  Array.from({ length: AUDIT_SHARD_COUNT }, (_, shard) =>
    auditEntries.query.byMonth({ month, shard }).between(lower, upper),
  )

type Query = ReturnType<typeof createAuditMonthQueries>[number]

interface Step {
  readonly data: readonly StoredAuditEntry[]
  readonly cursor: string | null
}

const position = ({ createdAt, auditId }: StoredAuditEntry): string => `${createdAt}~${auditId}`

export const compareAuditEntriesNewestFirst = (a: StoredAuditEntry, b: StoredAuditEntry): number =>
  position(a) < position(b) ? 1 : -1

/** Yields in steps: entries not yet read by one query may be newer than those read by another. */
export async function* mergeAuditQueriesNewestFirst(
  queries: readonly Query[],
  stepSize: number,
): AsyncIterable<readonly StoredAuditEntry[]> {
  let steps: readonly (readonly [Query, string | null])[] = queries.map((query) => [query, null])
  let waiting: readonly StoredAuditEntry[] = []
  while (steps.length > 0) {
    const read = await Promise.all(
      steps.map(async ([query, cursor]) => {
        const step: Step = await query.go({ order: 'desc', limit: stepSize, cursor, ...EVENTUALLY_CONSISTENT })
        return { query, ...step }
      }),
    )
    const unread = read.filter(({ cursor }) => cursor !== null)
    // Complete down to here: every query has been read as far.
    const bound =
      unread
        .flatMap(({ data }) => data.at(-1) ?? [])
        .map(position)
        .toSorted()
        .at(-1) ?? ''
    const found = [...waiting, ...read.flatMap(({ data }) => data)].toSorted(compareAuditEntriesNewestFirst)
    waiting = found.filter((line) => position(line) < bound)
    yield found.filter((line) => position(line) >= bound)
    steps = unread.map(({ query, cursor }) => [query, cursor])
  }
}
