import * as z from 'zod/mini'
import { auditActions } from './audit.ts'
import { AuditPerson } from './audit-person.ts'
import { endpoint } from './endpoint.ts'
import { FindingId, Instant } from './values.ts'

export const alertTypes = [
  'failed_login',
  'rate_limited',
  'mfa_failure',
  'suspicious_activity',
  'admin_action',
  'mfa_setup',
] as const
export type AlertType = (typeof alertTypes)[number]

export const severities = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

export const alertSeverity: Readonly<Record<AlertType, Severity>> = {
  failed_login: 'medium',
  rate_limited: 'high',
  mfa_failure: 'high',
  suspicious_activity: 'high',
  admin_action: 'medium',
  mfa_setup: 'low',
}

export const alertText: Readonly<Record<AlertType, string>> = {
  failed_login: 'Inicio de sesión fallido',
  rate_limited: 'Bloqueo por intentos',
  mfa_failure: 'Código de verificación incorrecto',
  suspicious_activity: 'Códigos incorrectos al configurar la verificación en dos pasos',
  admin_action: 'Cambio a rol administrador',
  mfa_setup: 'Verificación en dos pasos activada',
}

export const SUSPICIOUS_FAILURES = 3

/** Alerts are of the last so many hours. */
export const ALERT_HOURS = 24
/** So many failures are listed, and so many of the alerts about accounts. */
export const MAX_ALERTS = 50
export const MAX_ACCOUNT_ALERTS = 10

export const Alert = z.object({
  id: z.string(),
  /** What is suppressed with it: alerts of its type about the same person from the same place. */
  finding: FindingId,
  type: z.enum(alertTypes),
  message: z.string(),
  severity: z.enum(severities),
  timestamp: Instant,
  details: z.object({
    action: z.enum(auditActions),
    /** Whose account it is about; null when there is none. */
    person: z.nullable(AuditPerson),
    /** Who did it; null when nobody in person did. */
    by: z.nullable(AuditPerson),
    /** How many tries it stands for. */
    count: z.int(),
  }),
  ip_address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
})
export type Alert = z.infer<typeof Alert>

/** Why alerts are suppressed. A closed list: it goes into the audit log, which takes nothing that somebody typed. */
export const suppressionReasons = ['mistake', 'checked', 'own-test', 'settled'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export const suppressionDays = [1, 7, 30] as const

export const Suppression = z.object({
  finding: FindingId,
  /** The newest of its alerts when it was suppressed. */
  alert: Alert,
  reason: z.enum(suppressionReasons),
  by: AuditPerson,
  at: Instant,
  until: Instant,
})
export type Suppression = z.infer<typeof Suppression>

const administrators = ['administrador'] as const

export const alertEndpoints = {
  /** What the audit log of the last 24 hours gives cause to look at, newest first, but for what is suppressed. */
  alerts: endpoint({
    method: 'GET',
    path: '/security/alerts',
    allow: administrators,
    // It names people, some of them clients.
    opens: 'list',
    query: z.object({ suppressed: z._default(z.enum(['counted', 'listed']), 'counted') }),
    reply: z.object({
      /** Failures to sign in and to prove a second factor. */
      alerts: z.array(Alert).check(z.maxLength(MAX_ALERTS)),
      /** The newest of these and of what makes an account more powerful or safer. */
      accounts: z.array(Alert).check(z.maxLength(MAX_ACCOUNT_ALERTS)),
      suppressed: z.object({
        count: z.int(),
        firstUntil: z.nullable(Instant),
        /** Those that end first come first; empty unless they are asked for. */
        items: z.array(Suppression),
      }),
      checkedAt: Instant,
    }),
    audit: 'none',
    refusals: [],
  }),
  /** Hides alerts that need nothing done, for so many days. Of several at once one line tells, BULK_SECURITY_FINDINGS_SUPPRESSED. */
  suppressAlerts: endpoint({
    method: 'POST',
    path: '/security/suppressions',
    allow: administrators,
    opens: 'nothing',
    body: z.object({
      findings: z.array(FindingId).check(z.minLength(1), z.maxLength(MAX_ALERTS)),
      reason: z.enum(suppressionReasons),
      days: z.literal(suppressionDays),
    }),
    reply: z.object({ suppressed: z.int(), until: Instant }),
    status: 201,
    audit: 'SECURITY_FINDING_SUPPRESSED',
    refusals: ['changed-meanwhile'],
  }),
  /** Shows again what was suppressed. */
  restoreAlerts: endpoint({
    method: 'DELETE',
    path: '/security/suppressions/{findingId}',
    allow: administrators,
    opens: 'nothing',
    params: z.object({ findingId: FindingId }),
    reply: z.object({ restored: z.literal(true) }),
    audit: 'SECURITY_FINDING_RESTORED',
    refusals: [],
  }),
}
