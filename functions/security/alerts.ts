import type { EntityItem } from 'electrodb'
import { type AlertListName, alertListByType } from '#contract/alert-actions'
import {
  type SecurityAlert,
  severityByAlertType,
  securityAlertTypeLabels,
  MAX_ACCOUNT_OVERVIEW_ALERTS,
  MAX_LISTED_ALERTS,
  type AlertSuppression,
} from '#contract/security-alerts'
import type { security } from '#contract/security'
import { streamAlertAuditEntries, findAuditEntry, findActiveAlertSuppressions } from '#data/alert-queries'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import {
  type AlertAuditEntry,
  detectSecurityAlert,
  type RaisedSecurityAlert,
  readRefusalCount,
  detectSuspiciousMfaSetup,
} from './public/alerts.ts'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { type AuditPeople, loadAuditPeople, findAuditPerson } from './audit-people.ts'

type Stored = EntityItem<TableEntities['suppressions']>

export const readSecurityAlerts: EndpointAction<typeof security.alerts> = async ({ query }, services) => {
  const { data, now } = services
  const hidden = await findActiveAlertSuppressions(data, now())
  const visible = await listUnsuppressedSecurityAlerts(new Set(hidden.map(({ findingId }) => findingId)), services)
  const listed = query.suppressed === 'listed' ? await withAlerts(hidden, data) : []
  const people = await loadAuditPeople(
    [...visible.failures, ...visible.accounts, ...listed.map(({ alert }) => alert)]
      .flatMap(({ line }) => [line.userId, line.subjectId])
      .concat(hidden.map(({ suppressedBy }) => suppressedBy)),
    data,
  )
  const ends = hidden.map(({ until }) => until).toSorted()
  return {
    alerts: visible.failures.map((alert) => toAlert(alert, people)),
    accounts: visible.accounts.map((alert) => toAlert(alert, people)),
    suppressed: {
      count: hidden.length,
      firstUntil: ends[0] ?? null,
      items: listed.map((each) => toSuppression(each, people)),
    },
    checkedAt: now().toISOString(),
  }
}

export async function listUnsuppressedSecurityAlerts(hidden: ReadonlySet<string>, { data, now }: ActionServices) {
  const at = now()
  const isShown = ({ findingId }: RaisedSecurityAlert) => !hidden.has(findingId)
  /** An attack writes thousands of entries: reads only as many as are shown. */
  const readNewest = async (list: AlertListName, most: number): Promise<readonly RaisedSecurityAlert[]> => {
    const found: RaisedSecurityAlert[] = []
    for await (const lines of streamAlertAuditEntries(data, list, at)) {
      found.push(...lines.flatMap((line) => detectSecurityAlert(line) ?? []).filter(isShown))
      if (found.length >= most) break
    }
    return found
  }
  const lists = await Promise.all([
    readNewest('failures', MAX_LISTED_ALERTS),
    readNewest('accounts', MAX_ACCOUNT_OVERVIEW_ALERTS),
    readSuspiciousMfaSetups(data, at),
  ])
  const raised = lists.flat().filter(isShown)
  const newestFirst = raised.toSorted(newerFirst)
  return {
    failures: newestFirst.filter(isFailure).slice(0, MAX_LISTED_ALERTS),
    // Failures last: a few wrong passwords must not push out changes of an account's rights or second factor.
    accounts: [...newestFirst.filter((alert) => !isFailure(alert)), ...newestFirst.filter(isFailure)]
      .slice(0, MAX_ACCOUNT_OVERVIEW_ALERTS)
      .toSorted(newerFirst),
  }
}

/** An account is limited to 960 wrong codes a day (functions/mfa/limits.ts), but many accounts may be attacked. */
const MAX_SETUP_FAILURES_READ = 1000

async function readSuspiciousMfaSetups(data: Database, now: Date): Promise<readonly RaisedSecurityAlert[]> {
  const lines: AlertAuditEntry[] = []
  for await (const step of streamAlertAuditEntries(data, 'set-ups', now)) {
    lines.push(...step)
    if (lines.length > MAX_SETUP_FAILURES_READ) break
  }
  const newest = lines.slice(0, MAX_SETUP_FAILURES_READ)
  const isMinimum = lines.length > newest.length
  const byPerson = Map.groupBy(newest.toReversed(), ({ subjectId }) => subjectId)
  return [...byPerson.values()].flatMap((failures) => {
    const alert = detectSuspiciousMfaSetup(failures)
    return alert ? [{ ...alert, isMinimum }] : []
  })
}

const newerFirst = (a: RaisedSecurityAlert, b: RaisedSecurityAlert): number =>
  a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1

const isFailure = ({ type }: RaisedSecurityAlert): boolean => alertListByType[type] !== 'accounts'

interface WithAlert {
  readonly stored: Stored
  readonly alert: RaisedSecurityAlert
}

async function withAlerts(hidden: readonly Stored[], data: Database): Promise<readonly WithAlert[]> {
  const found = await Promise.all(
    hidden.map(async (stored) => {
      const { entryAt: createdAt, entryId: auditId, entryType, findingId, count } = stored
      const line = await findAuditEntry(data, { createdAt, auditId })
      return line ? [{ stored, alert: { id: auditId, findingId, type: entryType, at: createdAt, count, line } }] : []
    }),
  )
  return found.flat().toSorted((a, b) => (a.stored.until < b.stored.until ? -1 : 1))
}

const toAlert = (alert: RaisedSecurityAlert, people: AuditPeople): SecurityAlert => {
  const { id, findingId, type, at, count, line } = alert
  return {
    id,
    finding: findingId,
    type,
    message: messageOf(alert),
    severity: severityByAlertType[type],
    timestamp: at,
    details: {
      action: line.action,
      person: findAuditPerson(line.subjectId, people),
      by: findAuditPerson(line.userId, people),
      count,
    },
    ip_address: line.address ?? null,
    user_agent: line.userAgent ?? null,
  }
}

const toSuppression = ({ stored, alert }: WithAlert, people: AuditPeople): AlertSuppression => ({
  finding: stored.findingId,
  alert: toAlert(alert, people),
  reason: stored.reason,
  by: findAuditPerson(stored.suppressedBy, people) ?? { id: stored.suppressedBy, name: null, customerId: null },
  at: stored.suppressedAt,
  until: stored.until,
})

function messageOf({ type, count, isMinimum, line }: RaisedSecurityAlert): string {
  if (type === 'suspicious_activity') {
    const codes = `${count} códigos incorrectos al configurar la verificación en dos pasos`
    return isMinimum ? `Al menos ${codes}` : codes
  }
  const ends = type === 'rate_limited' && readRefusalCount(line) !== undefined
  return ends
    ? `Fin de un bloqueo por intentos: ${count === 1 ? '1 rechazado' : `${count} rechazados`}`
    : securityAlertTypeLabels[type]
}
