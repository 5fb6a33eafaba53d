import type { AuditAction } from './audit.ts'
import type { AlertType } from './security-alerts.ts'

/** Wrong codes while an app is set up become an alert only after `SUSPICIOUS_FAILURES` of them. */
export const alertActions = {
  LOGIN_FAILED: 'failed_login',
  LOGIN_RATE_LIMITED: 'rate_limited',
  MFA_VERIFY_FAILED: 'mfa_failure',
  MFA_CONFIRM_FAILED: 'suspicious_activity',
  'UPDATE on user_roles': 'admin_action',
  USER_INVITED: 'admin_action',
  MFA_ENABLED: 'mfa_setup',
} as const satisfies Partial<Record<AuditAction, AlertType>>

/** Mailed to the practice at once. */
export const graveTypes = ['rate_limited', 'mfa_failure', 'suspicious_activity'] as const satisfies readonly AlertType[]
export type GraveType = (typeof graveTypes)[number]

const isGraveType = (type: AlertType): boolean => graveTypes.some((grave) => grave === type)

export const graveActions: readonly string[] = Object.entries(alertActions).flatMap(([action, type]) =>
  isGraveType(type) ? [action] : [],
)
