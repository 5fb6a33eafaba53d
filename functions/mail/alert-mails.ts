import { type ImmediateAlertType, immediateAlertTypes } from '#contract/alert-actions'
import { ALERT_WINDOW_HOURS } from '#contract/security-alerts'
import { findAuditEntry, findMfaSetupFailures, findActiveAlertSuppression } from '#data/alert-queries'
import type { Database } from '#data/database'
import { toEpochSeconds } from '#data/table'
import {
  type AlertAuditEntry,
  detectSecurityAlert,
  type RaisedSecurityAlert,
  readRefusalCount,
  detectSuspiciousMfaSetup,
} from '../security/public/alerts.ts'
import { queueMail } from '#platform/outbox'

export interface SecurityAlertMailServices {
  readonly data: Database
  readonly now: () => Date
  readonly newId: (prefix: string) => string
  readonly practiceMail: string
}

export type SecurityAlertEntryKey = Pick<AlertAuditEntry, 'auditId' | 'createdAt'>

const PAUSE_MINUTES = 60
const LIMIT = 'alert-mail'
const MAX_TRIES = 5

type GraveAlert = RaisedSecurityAlert & { readonly type: ImmediateAlertType }

const isGrave = (alert: RaisedSecurityAlert): alert is GraveAlert =>
  immediateAlertTypes.some((type) => type === alert.type)

/**
 * Limit and mail are one transaction: of two simultaneous entries, or of one that the stream delivers twice, one is
 * mailed.
 */
export async function queueSecurityAlertMail(
  entry: SecurityAlertEntryKey,
  services: SecurityAlertMailServices,
): Promise<void> {
  const { data, now } = services
  if (Date.parse(entry.createdAt) <= now().getTime() - ALERT_WINDOW_HOURS * 3_600_000) return
  const line = await findAuditEntry(data, entry)
  const alert = line && (await graveAlertOf(line, services))
  if (!alert || (await findActiveAlertSuppression(data, alert.findingId, now()))) return
  // Conflicts with another mail of the kind, found at the next try, or with the expiry of the limit's item.
  for (let tries = 0; tries < MAX_TRIES; tries++) if (await isMailed(alert, services)) return
  throw new Error(`the alert ${alert.id} was neither mailed nor found mailed`)
}

async function graveAlertOf(
  line: AlertAuditEntry,
  { data, now }: SecurityAlertMailServices,
): Promise<GraveAlert | undefined> {
  // The end of a lock-out; its beginning was mailed.
  if (readRefusalCount(line) !== undefined) return undefined
  const alert =
    line.action === 'MFA_CONFIRM_FAILED'
      ? detectSuspiciousMfaSetup(await findMfaSetupFailures(data, line.subjectId, now()))
      : detectSecurityAlert(line)
  return alert && isGrave(alert) ? alert : undefined
}

async function isMailed({ type, at }: GraveAlert, services: SecurityAlertMailServices): Promise<boolean> {
  const { data, now, practiceMail } = services
  const key = { limit: LIMIT, subject: type }
  const { data: known } = await data.rateLimits.get(key).go()
  const since = new Date(now().getTime() - PAUSE_MINUTES * 60_000).toISOString()
  if (known?.tries.some((instant) => instant > since)) return true

  const step = {
    tries: [now().toISOString()],
    version: (known?.version ?? 0) + 1,
    expiresAtEpoch: toEpochSeconds(now()) + PAUSE_MINUTES * 60,
  }
  const { written } = await data.transact((entities) => ({
    limit: known
      ? entities.rateLimits
          .patch(key)
          .set(step)
          .where(({ version }, { eq }) => eq(version, known.version))
          .commit()
      : entities.rateLimits.create({ ...key, ...step }).commit(),
    mail: queueMail(entities, { to: practiceMail, content: { kind: 'security-alert', type, at } }, services),
  }))
  return written
}
