import type { security } from '#contract/security'
import { findAuditEntry, findActiveAlertSuppression, findActiveAlertSuppressions } from '#data/alert-queries'
import { toEpochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import type { RaisedSecurityAlert } from './public/alerts.ts'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction, ActionCall } from '#platform/serve'
import { listUnsuppressedSecurityAlerts } from './alerts.ts'

type Suppress = typeof security.suppressAlerts

const NO_PERSON = 'security-alerts'

const DAY_MS = 86_400_000

/**
 * All or none: when another administrador has just suppressed one of them, with another reason, the decision was based
 * on an outdated list.
 */
export const suppressSecurityAlerts: EndpointAction<Suppress> = async (call, services) => {
  const { data, now } = services
  const at = now()
  const until = new Date(at.getTime() + call.body.days * DAY_MS).toISOString()
  const newest = await newestOf(call.body.findings, services)
  const outcome = await data.transact((entities) => ({
    suppressions: newest.map((alert) => suppression(entities, alert, { call, at, until })),
    audit: appendAuditEntry(
      entities,
      { ...lineOf(call, newest, at), by: call.actor.userId, caller: call.actor },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return { suppressed: newest.length, until }
}

/**
 * The newest alert of each finding.
 * @throws Refusal when a finding is no longer an alert
 */
async function newestOf(findings: readonly string[], services: Parameters<EndpointAction<Suppress>>[1]) {
  const { data, now } = services
  const hidden = await findActiveAlertSuppressions(data, now())
  const { failures, accounts } = await listUnsuppressedSecurityAlerts(
    new Set(hidden.map(({ findingId }) => findingId)),
    services,
  )
  return [...new Set(findings)].map(
    (wanted) =>
      [...failures, ...accounts].find(({ findingId }) => findingId === wanted) ?? throwRefusal('changed-meanwhile'),
  )
}

interface SuppressionChange {
  readonly call: ActionCall<Suppress>
  readonly at: Date
  readonly until: string
}

const suppression = (
  entities: TransactionEntities,
  { findingId, type, line, count }: RaisedSecurityAlert,
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
      expiresAtEpoch: toEpochSeconds(new Date(until)),
    })
    .where((stored, { notExists, lte }) => `${notExists(stored.findingId)} OR ${lte(stored.until, at.toISOString())}`)
    .commit()

function lineOf({ body: { reason, days } }: ActionCall<Suppress>, alerts: readonly RaisedSecurityAlert[], at: Date) {
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

export const restoreSecurityAlerts: EndpointAction<typeof security.restoreAlerts> = async (
  { actor, params },
  services,
) => {
  const { data, now } = services
  const { findingId } = params
  const stored = (await findActiveAlertSuppression(data, findingId, now())) ?? throwRefusal('not-found')
  const about = await findAuditEntry(data, { createdAt: stored.entryAt, auditId: stored.entryId })
  const { written } = await data.transact((entities) => ({
    suppression: entities.suppressions
      .delete({ findingId })
      .where(({ findingId: key }, { exists }) => exists(key))
      .commit(),
    audit: appendAuditEntry(
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
  return written ? { restored: true } : throwRefusal('not-found')
}
