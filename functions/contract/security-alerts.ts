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

export const ALERT_HOURS = 24
export const MAX_ALERTS = 50
export const MAX_ACCOUNT_ALERTS = 10

export const Alert = z.object({
  id: z.string(),
  /** Identifies what a suppression covers: alerts of one type about one person from one place. */
  finding: FindingId,
  type: z.enum(alertTypes),
  message: z.string(),
  severity: z.enum(severities),
  timestamp: Instant,
  details: z.object({
    action: z.enum(auditActions),
    person: z.nullable(AuditPerson),
    /** Null when it is not known who, or the system did it. */
    by: z.nullable(AuditPerson),
    count: z.int(),
  }),
  ip_address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
})
export type Alert = z.infer<typeof Alert>

/** Closed list, because it goes into the audit log, which takes no free text. */
export const suppressionReasons = ['mistake', 'checked', 'own-test', 'settled'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export const suppressionDays = [1, 7, 30] as const

export const Suppression = z.object({
  finding: FindingId,
  alert: Alert,
  reason: z.enum(suppressionReasons),
  by: AuditPerson,
  at: Instant,
  until: Instant,
})
export type Suppression = z.infer<typeof Suppression>

const administrators = ['administrador'] as const

export const alertEndpoints = {
  /** From the audit log of the last 24 hours, newest first, without suppressed alerts. */
  alerts: endpoint({
    method: 'GET',
    path: '/security/alerts',
    allow: administrators,
    // It names people, some of them clients.
    opens: 'list',
    query: z.object({ suppressed: z._default(z.enum(['counted', 'listed']), 'counted') }),
    reply: z.object({
      alerts: z.array(Alert).check(z.maxLength(MAX_ALERTS)),
      /** The newest failures together with changes that make an account more powerful or safer. */
      accounts: z.array(Alert).check(z.maxLength(MAX_ACCOUNT_ALERTS)),
      suppressed: z.object({
        count: z.int(),
        firstUntil: z.nullable(Instant),
        items: z.array(Suppression),
      }),
      checkedAt: Instant,
    }),
    audit: 'none',
    refusals: [],
  }),
  /** Several at once are logged as one BULK_SECURITY_FINDINGS_SUPPRESSED. */
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
