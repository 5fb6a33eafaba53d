import type { EntityItem } from 'electrodb'
import { AUDIT_SHARDS } from './audit-entry.ts'
import type { Data } from './data.ts'
import type { Entities } from './entities.ts'

export type AuditLine = EntityItem<Entities['auditEntries']>

interface Bound {
  readonly createdAt: string
  readonly auditId?: string
}

/** Both bounds are included. */
export interface Range {
  readonly lower: Bound
  readonly upper: Bound
}

export const auditMonth = ({ auditEntries }: Pick<Data, 'auditEntries'>, month: string, { lower, upper }: Range) =>
  Array.from({ length: AUDIT_SHARDS }, (_, shard) => auditEntries.query.byMonth({ month, shard }).between(lower, upper))

type Query = ReturnType<typeof auditMonth>[number]

interface Step {
  readonly data: readonly AuditLine[]
  readonly cursor: string | null
}

const position = ({ createdAt, auditId }: AuditLine): string => `${createdAt}~${auditId}`

export const newestFirst = (a: AuditLine, b: AuditLine): number => (position(a) < position(b) ? 1 : -1)

/** Yields in steps: what one query has not read yet may be newer than what another has. */
export async function* mergedNewestFirst(
  queries: readonly Query[],
  stepSize: number,
): AsyncIterable<readonly AuditLine[]> {
  let steps: readonly (readonly [Query, string | null])[] = queries.map((query) => [query, null])
  let waiting: readonly AuditLine[] = []
  while (steps.length > 0) {
    const read = await Promise.all(
      steps.map(async ([query, cursor]) => {
        const step: Step = await query.go({ order: 'desc', limit: stepSize, cursor })
        return { query, ...step }
      }),
    )
    const unread = read.filter(({ cursor }) => cursor !== null)
    // Down to here every query has been read.
    const bound =
      unread
        .flatMap(({ data }) => data.at(-1) ?? [])
        .map(position)
        .toSorted()
        .at(-1) ?? ''
    const found = [...waiting, ...read.flatMap(({ data }) => data)].toSorted(newestFirst)
    waiting = found.filter((line) => position(line) < bound)
    yield found.filter((line) => position(line) >= bound)
    steps = unread.map(({ query, cursor }) => [query, cursor])
  }
}
