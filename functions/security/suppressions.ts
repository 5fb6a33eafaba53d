import type { security } from '#contract/security'
import { auditLineAt, suppressionOf, suppressionsAt } from '#data/alert-queries'
import { epochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import type { RaisedAlert } from './public/alerts.ts'
import { appendAudit } from '#platform/audit'
import { requireWritten } from '#platform/conflict'
import { refuse } from '#platform/refusal'
import type { Action, Call } from '#platform/serve'
import { alertsBut } from './alerts.ts'

type Suppress = typeof security.suppressAlerts

const NO_PERSON = 'security-alerts'

const DAY_MS = 86_400_000

/**
 * All or none: when another administrador has just suppressed one of them, with another reason, the decision was based
 * on an outdated list.
 */
export const suppressAlerts: Action<Suppress> = async (call, services) => {
  const { data, now } = services
  const at = now()
  const until = new Date(at.getTime() + call.body.days * DAY_MS).toISOString()
  const newest = await newestOf(call.body.findings, services)
  const outcome = await data.transact((entities) => ({
    suppressions: newest.map((alert) => suppression(entities, alert, { call, at, until })),
    audit: appendAudit(entities, { ...lineOf(call, newest, at), by: call.actor.userId, caller: call.actor }, services),
  }))
  requireWritten(outcome)
  return { suppressed: newest.length, until }
}

/**
 * The newest alert of each finding.
 * @throws Refusal when a finding is no longer an alert
 */
async function newestOf(findings: readonly string[], services: Parameters<Action<Suppress>>[1]) {
  const { data, now } = services
  const hidden = await suppressionsAt(data, now())
  const { failures, accounts } = await alertsBut(new Set(hidden.map(({ findingId }) => findingId)), services)
  return [...new Set(findings)].map(
    (wanted) => [...failures, ...accounts].find(({ findingId }) => findingId === wanted) ?? refuse('changed-meanwhile'),
  )
}

interface SuppressionChange {
  readonly call: Call<Suppress>
  readonly at: Date
  readonly until: string
}

const suppression = (
  entities: TransactionEntities,
  { findingId, type, line, count }: RaisedAlert,
  { call, at, until }: SuppressionChange,
) =>
  entities.suppressions
    .put({
      findingId,
      reason: call.body.reason,
      suppressedBy: call.actor.userId,
      suppressedAt: at.toISOString(),
      until,
      entryType: type,
      entryAt: line.createdAt,
      entryId: line.auditId,
      count,
      expiresAtEpoch: epochSeconds(new Date(until)),
    })
    // One that has ended may still lie there.
    .where((stored, { notExists, lte }) => `${notExists(stored.findingId)} OR ${lte(stored.until, at.toISOString())}`)
    .commit()

function lineOf({ body: { reason, days } }: Call<Suppress>, alerts: readonly RaisedAlert[], at: Date) {
  const said = { reason, days, timestamp: at.toISOString() }
  const [first, ...others] = alerts
  if (first && others.length === 0) {
    return {
      action: 'SECURITY_FINDING_SUPPRESSED',
      subjectId: first.line.subjectId,
      details: { finding_id: first.findingId, alert: first.type, ...said },
    } as const
  }
  return {
    action: 'BULK_SECURITY_FINDINGS_SUPPRESSED',
    subjectId: NO_PERSON,
    details: { suppressed_count: alerts.length, findings: alerts.map(({ findingId }) => findingId), ...said },
  } as const
}

export const restoreAlerts: Action<typeof security.restoreAlerts> = async ({ actor, params }, services) => {
  const { data, now } = services
  const { findingId } = params
  const stored = (await suppressionOf(data, findingId, now())) ?? refuse('not-found')
  const about = await auditLineAt(data, { createdAt: stored.entryAt, auditId: stored.entryId })
  const { written } = await data.transact((entities) => ({
    suppression: entities.suppressions
      .delete({ findingId })
      .where(({ findingId: key }, { exists }) => exists(key))
      .commit(),
    audit: appendAudit(
      entities,
      {
        action: 'SECURITY_FINDING_RESTORED',
        by: actor.userId,
        subjectId: about?.subjectId ?? NO_PERSON,
        details: { finding_id: findingId, alert: stored.entryType, timestamp: now().toISOString() },
        caller: actor,
      },
      services,
    ),
  }))
  return written ? { restored: true } : refuse('not-found')
}
