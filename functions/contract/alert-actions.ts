import type { AuditAction } from './audit.ts'
import type { SecurityAlertType } from './security-alerts.ts'

/** Wrong codes during the set-up of an app become an alert only after `SUSPICIOUS_MFA_SETUP_FAILURES` of them. */
export const alertTypeByAuditAction = {
  LOGIN_FAILED: 'failed_login',
  LOGIN_RATE_LIMITED: 'rate_limited',
  MFA_VERIFY_FAILED: 'mfa_failure',
  MFA_CONFIRM_FAILED: 'suspicious_activity',
  'UPDATE on user_roles': 'admin_action',
  USER_INVITED: 'admin_action',
  MFA_ENABLED: 'mfa_setup',
} as const satisfies Partial<Record<AuditAction, SecurityAlertType>>

/** Alerts are read from three lists, so that a long one does not use up the limit of the others. */
export type AlertListName = 'failures' | 'set-ups' | 'accounts'

export const alertListByType = {
  failed_login: 'failures',
  rate_limited: 'failures',
  mfa_failure: 'failures',
  suspicious_activity: 'set-ups',
  admin_action: 'accounts',
  mfa_setup: 'accounts',
} as const satisfies Record<SecurityAlertType, AlertListName>

export const immediateAlertTypes = [
  'rate_limited',
  'mfa_failure',
  'suspicious_activity',
] as const satisfies readonly SecurityAlertType[]
export type ImmediateAlertType = (typeof immediateAlertTypes)[number]

const isGraveType = (type: SecurityAlertType): boolean => immediateAlertTypes.some((grave) => grave === type)

export const immediateAlertAuditActions: readonly string[] = Object.entries(alertTypeByAuditAction).flatMap(
  ([action, type]) => (isGraveType(type) ? [action] : []),
)
