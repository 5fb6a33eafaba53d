import * as z from 'zod/mini'
import { auditActions } from './audit.ts'
import { AuditPerson } from './audit-person.ts'
import { defineEndpoint } from './endpoint.ts'
import { SecurityFindingId, IsoInstant } from './value-schemas.ts'

export const securityAlertTypes = [
  'failed_login',
  'rate_limited',
  'mfa_failure',
  'suspicious_activity',
  'admin_action',
  'mfa_setup',
] as const
export type SecurityAlertType = (typeof securityAlertTypes)[number]

export const alertSeverities = ['critical', 'high', 'medium', 'low'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

export const severityByAlertType: Readonly<Record<SecurityAlertType, AlertSeverity>> = {
  failed_login: 'medium',
  rate_limited: 'high',
  mfa_failure: 'high',
  suspicious_activity: 'high',
  admin_action: 'medium',
  mfa_setup: 'low',
}

export const securityAlertTypeLabels: Readonly<Record<SecurityAlertType, string>> = {
  failed_login: 'Inicio de sesión fallido',
  rate_limited: 'Bloqueo por intentos',
  mfa_failure: 'Código de verificación incorrecto',
  suspicious_activity: 'Códigos incorrectos al configurar la verificación en dos pasos',
  admin_action: 'Cambio a rol administrador',
  mfa_setup: 'Verificación en dos pasos activada',
}

export const SUSPICIOUS_MFA_SETUP_FAILURES = 3

export const ALERT_WINDOW_HOURS = 24
export const MAX_LISTED_ALERTS = 50
export const MAX_ACCOUNT_OVERVIEW_ALERTS = 10

export const SecurityAlert = z.object({
  id: z.string(),
  /** Scope of a suppression: alerts of one type about one person from one place. */
  finding: SecurityFindingId,
  type: z.enum(securityAlertTypes),
  message: z.string(),
  severity: z.enum(alertSeverities),
  timestamp: IsoInstant,
  details: z.object({
    action: z.enum(auditActions),
    person: z.nullable(AuditPerson),
    by: z.nullable(AuditPerson),
    count: z.int(),
  }),
  ip_address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
})
export type SecurityAlert = z.infer<typeof SecurityAlert>

/** Closed list, because the audit log takes free text only where an erasure removes it. */
export const alertSuppressionReasons = ['mistake', 'checked', 'own-test', 'settled'] as const
export type AlertSuppressionReason = (typeof alertSuppressionReasons)[number]

export const alertSuppressionDays = [1, 7, 30] as const

export const AlertSuppression = z.object({
  finding: SecurityFindingId,
  alert: SecurityAlert,
  reason: z.enum(alertSuppressionReasons),
  by: AuditPerson,
  at: IsoInstant,
  until: IsoInstant,
})
export type AlertSuppression = z.infer<typeof AlertSuppression>

const administrators = ['administrador'] as const

export const securityAlertEndpoints = {
  /** From the audit log of the last 24 hours, newest first, without suppressed alerts. */
  alerts: defineEndpoint({
    method: 'GET',
    path: '/security/alerts',
    allow: administrators,
    // Contains names of people, among them clients.
    opens: 'list',
    query: z.object({ suppressed: z._default(z.enum(['counted', 'listed']), 'counted') }),
    reply: z.object({
      alerts: z.array(SecurityAlert).check(z.maxLength(MAX_LISTED_ALERTS)),
      /** The newest changes of an account's rights or second factor; failures only in the places left. */
      accounts: z.array(SecurityAlert).check(z.maxLength(MAX_ACCOUNT_OVERVIEW_ALERTS)),
      suppressed: z.object({
        count: z.int(),
        firstUntil: z.nullable(IsoInstant),
        items: z.array(AlertSuppression),
      }),
      checkedAt: IsoInstant,
    }),
    audit: 'none',
    refusals: [],
  }),
  /** Several at once are logged as one BULK_SECURITY_FINDINGS_SUPPRESSED. */
  suppressAlerts: defineEndpoint({
    method: 'POST',
    path: '/security/suppressions',
    allow: administrators,
    opens: 'nothing',
    body: z.object({
      findings: z.array(SecurityFindingId).check(z.minLength(1), z.maxLength(MAX_LISTED_ALERTS)),
      reason: z.enum(alertSuppressionReasons),
      days: z.literal(alertSuppressionDays),
    }),
    reply: z.object({ suppressed: z.int(), until: IsoInstant }),
    status: 201,
    audit: 'SECURITY_FINDING_SUPPRESSED',
    refusals: ['changed-meanwhile'],
  }),
  restoreAlerts: defineEndpoint({
    method: 'DELETE',
    path: '/security/suppressions/{findingId}',
    allow: administrators,
    opens: 'nothing',
    params: z.object({ findingId: SecurityFindingId }),
    reply: z.object({ restored: z.literal(true) }),
    audit: 'SECURITY_FINDING_RESTORED',
    refusals: [],
  }),
}
