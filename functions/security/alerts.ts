import type { EntityItem } from 'electrodb'
import {
  type Alert,
  alertSeverity,
  alertText,
  MAX_ACCOUNT_ALERTS,
  MAX_ALERTS,
  type Suppression,
} from '#contract/security-alerts'
import type { security } from '#contract/security'
import { alertLines, auditLineAt, confirmFailuresOf, suppressionsAt } from '#data/alert-queries'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { alertOf, type RaisedAlert, refusalsIn, suspicionOf } from './public/alerts.ts'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { type People, peopleOf, personOf } from './people.ts'

/** Pages of a thousand entries that are read even when the list of failures is full already. */
const MAX_STEPS = 10

type Stored = EntityItem<Entities['suppressions']>

export const readAlerts: Action<typeof security.alerts> = async ({ query }, services) => {
  const { data, now } = services
  const hidden = await suppressionsAt(data, now())
  const shown = await alertsBut(new Set(hidden.map(({ findingId }) => findingId)), services)
  const listed = query.suppressed === 'listed' ? await withAlerts(hidden, data) : []
  const people = await peopleOf(
    [...shown.failures, ...shown.accounts, ...listed.map(({ alert }) => alert)]
      .flatMap(({ line }) => [line.userId, line.subjectId])
      .concat(hidden.map(({ suppressedBy }) => suppressedBy)),
    data,
  )
  const ends = hidden.map(({ until }) => until).toSorted()
  return {
    alerts: shown.failures.map((alert) => toAlert(alert, people)),
    accounts: shown.accounts.map((alert) => toAlert(alert, people)),
    suppressed: {
      count: hidden.length,
      firstUntil: ends[0] ?? null,
      items: listed.map((each) => toSuppression(each, people)),
    },
    checkedAt: now().toISOString(),
  }
}

export async function alertsBut(hidden: ReadonlySet<string>, { data, now }: Services) {
  const raised: RaisedAlert[] = []
  const suspects = new Set<string>()
  const isShown = ({ findingId }: RaisedAlert) => !hidden.has(findingId)
  let steps = 0
  // An attack writes thousands of entries. A full list is not the end: it must not hide a role that was given before it.
  for await (const lines of alertLines(data, now())) {
    raised.push(...lines.flatMap((line) => alertOf(line) ?? []).filter(isShown))
    for (const { action, subjectId } of lines) if (action === 'MFA_CONFIRM_FAILED') suspects.add(subjectId)
    steps += 1
    if (steps >= MAX_STEPS && raised.filter(isFailure).length >= MAX_ALERTS) break
  }
  const failures = await Promise.all([...suspects].map((subjectId) => confirmFailuresOf(data, subjectId, now())))
  raised.push(...failures.flatMap((each) => suspicionOf(each) ?? []).filter(isShown))
  const newestFirst = raised.toSorted(newerFirst)
  return {
    failures: newestFirst.filter(isFailure).slice(0, MAX_ALERTS),
    // Ten wrong passwords are soon typed: they take no room from what makes an account more powerful or safer.
    accounts: [...newestFirst.filter((alert) => !isFailure(alert)), ...newestFirst.filter(isFailure)]
      .slice(0, MAX_ACCOUNT_ALERTS)
      .toSorted(newerFirst),
  }
}

const newerFirst = (a: RaisedAlert, b: RaisedAlert): number =>
  a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1

const isFailure = ({ type }: RaisedAlert): boolean => type !== 'admin_action' && type !== 'mfa_setup'

interface WithAlert {
  readonly stored: Stored
  readonly alert: RaisedAlert
}

async function withAlerts(hidden: readonly Stored[], data: Data): Promise<readonly WithAlert[]> {
  const found = await Promise.all(
    hidden.map(async (stored) => {
      const { entryAt: createdAt, entryId: auditId, entryType, findingId, count } = stored
      const line = await auditLineAt(data, { createdAt, auditId })
      return line ? [{ stored, alert: { id: auditId, findingId, type: entryType, at: createdAt, count, line } }] : []
    }),
  )
  return found.flat().toSorted((a, b) => (a.stored.until < b.stored.until ? -1 : 1))
}

const toAlert = (alert: RaisedAlert, people: People): Alert => {
  const { id, findingId, type, at, count, line } = alert
  return {
    id,
    finding: findingId,
    type,
    message: messageOf(alert),
    severity: alertSeverity[type],
    timestamp: at,
    details: {
      action: line.action,
      person: personOf(line.subjectId, people),
      by: personOf(line.userId, people),
      count,
    },
    ip_address: line.address ?? null,
    user_agent: line.userAgent ?? null,
  }
}

const toSuppression = ({ stored, alert }: WithAlert, people: People): Suppression => ({
  finding: stored.findingId,
  alert: toAlert(alert, people),
  reason: stored.reason,
  by: personOf(stored.suppressedBy, people) ?? { id: stored.suppressedBy, name: null, customerId: null },
  at: stored.suppressedAt,
  until: stored.until,
})

function messageOf({ type, count, line }: RaisedAlert): string {
  if (type === 'suspicious_activity') return `${count} códigos incorrectos al configurar la verificación en dos pasos`
  const ends = type === 'rate_limited' && refusalsIn(line) !== undefined
  return ends
    ? `Fin de un bloqueo por intentos: ${count === 1 ? '1 rechazado' : `${count} rechazados`}`
    : alertText[type]
}
