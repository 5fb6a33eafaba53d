import type { AuditAction } from '#contract/audit'
import type { AlertListName } from '#contract/alert-actions'
import { ALERT_WINDOW_HOURS } from '#contract/security-alerts'
import { toUtcMonth } from '#contract/calendar-days'
import { type StoredAuditEntry, createAuditMonthQueries, mergeAuditQueriesNewestFirst } from './audit-months.ts'
import { EVENTUALLY_CONSISTENT } from './read-consistently.ts'
import { computeAuditShard, listAlertPartitions } from './audit-entry.ts'
import type { Database } from './database.ts'
import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from './pagination.ts'

/** Entries of a step from each partition: as many as are listed (`MAX_LISTED_ALERTS`), so one step is mostly enough. */
const STEP = 50

const alertsSince = (now: Date): string => new Date(now.getTime() - ALERT_WINDOW_HOURS * 3_600_000).toISOString()

/**
 * Entries of the last 24 hours for the alerts of a list, newest first, in steps, because an attack produces very many.
 * Entries from before this index key existed are missing for a day after that deployment
 * (docs/decisions/0013-security-alerts.md).
 */
export const streamAlertAuditEntries = (
  { auditEntries }: Database,
  list: AlertListName,
  now: Date,
): AsyncIterable<readonly StoredAuditEntry[]> =>
  mergeAuditQueriesNewestFirst(
    listAlertPartitions(list).map((alertPartition) =>
      auditEntries.query
        .byAlertPartition({ alertPartition })
        .between(
          { createdAt: alertsSince(now), auditId: LOWEST_SORT_KEY },
          { createdAt: HIGHEST_SORT_KEY, auditId: LOWEST_SORT_KEY },
        ),
    ),
    STEP,
  )

const signInActions: readonly AuditAction[] = [
  'SESSION_STARTED',
  'LOGIN_FAILED',
  'LOGIN_RATE_LIMITED',
  'MFA_VERIFY_FAILED',
]

export async function findSignInAuditEntries(
  data: Database,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<readonly StoredAuditEntry[]> {
  const lower = { createdAt: since.toISOString(), auditId: LOWEST_SORT_KEY }
  const months = [...new Set([toUtcMonth(since), toUtcMonth(until)])]
  const found = await Promise.all(
    months
      .flatMap((month) =>
        createAuditMonthQueries(data, month, {
          lower,
          upper: { createdAt: HIGHEST_SORT_KEY, auditId: LOWEST_SORT_KEY },
        }),
      )
      .map((query) =>
        query
          .where(({ action }, { eq }) => signInActions.map((name) => eq(action, name)).join(' OR '))
          .go({ pages: 'all', ...EVENTUALLY_CONSISTENT }),
      ),
  )
  return found.flatMap(({ data: lines }) => lines)
}

export async function findMfaSetupFailures(
  { auditEntries }: Database,
  subjectId: string,
  now: Date,
): Promise<StoredAuditEntry[]> {
  const { data } = await auditEntries.query
    .bySubject({ subjectId })
    .between(
      { createdAt: alertsSince(now), auditId: LOWEST_SORT_KEY },
      { createdAt: HIGHEST_SORT_KEY, auditId: LOWEST_SORT_KEY },
    )
    .where(({ action }, { eq }) => eq(action, 'MFA_CONFIRM_FAILED'))
    .go({ pages: 'all' })
  return data
}

export async function findAuditEntry(
  { auditEntries }: Database,
  { createdAt, auditId }: Pick<StoredAuditEntry, 'createdAt' | 'auditId'>,
): Promise<StoredAuditEntry | null> {
  const { data } = await auditEntries.query
    .byMonth({ month: toUtcMonth(createdAt), shard: computeAuditShard(auditId) })
    .between({ createdAt, auditId }, { createdAt, auditId })
    .go()
  return data[0] ?? null
}

export async function findActiveAlertSuppressions({ suppressions }: Database, now: Date) {
  const { data } = await suppressions.query.all({}).go({ pages: 'all' })
  return data.filter(({ until }) => until > now.toISOString())
}

export async function findActiveAlertSuppression({ suppressions }: Database, findingId: string, now: Date) {
  const { data } = await suppressions.get({ findingId }).go()
  return data && data.until > now.toISOString() ? data : undefined
}
