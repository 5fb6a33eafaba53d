import type { AuditAction } from '#contract/audit'
import { alertActions } from '#contract/alert-actions'
import { ALERT_HOURS } from '#contract/security-alerts'
import { utcMonthOf } from '#contract/days'
import { type AuditLine, auditMonth, mergedNewestFirst } from './audit-months.ts'
import { auditShardOf } from './audit-entry.ts'
import type { Data } from './data.ts'
import { LOWEST_KEY, HIGHEST_KEY } from './page.ts'

const STEP = 1000

const wanted = Object.keys(alertActions) as AuditAction[]

const alertsSince = (now: Date): string => new Date(now.getTime() - ALERT_HOURS * 3_600_000).toISOString()

/**
 * Entries of the last 24 hours that alerts are made of, newest first, in steps, because an attack produces very many.
 */
export async function* alertLines(data: Data, now: Date): AsyncIterable<readonly AuditLine[]> {
  const since = alertsSince(now)
  for (const month of new Set([utcMonthOf(now), utcMonthOf(since)])) {
    const range = {
      lower: { createdAt: since, auditId: LOWEST_KEY },
      upper: { createdAt: HIGHEST_KEY, auditId: LOWEST_KEY },
    }
    const queries = auditMonth(data, month, range).map((query) =>
      query.where(({ action }, { eq }) => wanted.map((name) => eq(action, name)).join(' OR ')),
    )
    yield* mergedNewestFirst(queries, STEP)
  }
}

const signInActions: readonly AuditAction[] = [
  'SESSION_STARTED',
  'LOGIN_FAILED',
  'LOGIN_RATE_LIMITED',
  'MFA_VERIFY_FAILED',
]

export async function signInLines(
  data: Data,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<readonly AuditLine[]> {
  const lower = { createdAt: since.toISOString(), auditId: LOWEST_KEY }
  const months = [...new Set([utcMonthOf(since), utcMonthOf(until)])]
  const found = await Promise.all(
    months
      .flatMap((month) => auditMonth(data, month, { lower, upper: { createdAt: HIGHEST_KEY, auditId: LOWEST_KEY } }))
      .map((query) =>
        query
          .where(({ action }, { eq }) => signInActions.map((name) => eq(action, name)).join(' OR '))
          .go({ pages: 'all' }),
      ),
  )
  return found.flatMap(({ data: lines }) => lines)
}

export async function confirmFailuresOf({ auditEntries }: Data, subjectId: string, now: Date): Promise<AuditLine[]> {
  const { data } = await auditEntries.query
    .bySubject({ subjectId })
    .between({ createdAt: alertsSince(now), auditId: LOWEST_KEY }, { createdAt: HIGHEST_KEY, auditId: LOWEST_KEY })
    .where(({ action }, { eq }) => eq(action, 'MFA_CONFIRM_FAILED'))
    .go({ pages: 'all' })
  return data
}

export async function auditLineAt(
  { auditEntries }: Data,
  { createdAt, auditId }: Pick<AuditLine, 'createdAt' | 'auditId'>,
): Promise<AuditLine | null> {
  const { data } = await auditEntries.query
    .byMonth({ month: utcMonthOf(createdAt), shard: auditShardOf(auditId) })
    .between({ createdAt, auditId }, { createdAt, auditId })
    .go({ consistent: true })
  return data[0] ?? null
}

export async function suppressionsAt({ suppressions }: Data, now: Date) {
  const { data } = await suppressions.query.all({}).go({ pages: 'all', consistent: true })
  return data.filter(({ until }) => until > now.toISOString())
}

export async function suppressionOf({ suppressions }: Data, findingId: string, now: Date) {
  const { data } = await suppressions.get({ findingId }).go({ consistent: true })
  return data && data.until > now.toISOString() ? data : undefined
}
