/** What the audit log may say. The list is closed: an action that is not here cannot be written. */
export const auditActions = [
  'LOGIN_FAILED',
  'LOGIN_RATE_LIMITED',
  'MFA_ENABLED',
  'MFA_CONFIRM_FAILED',
  'MFA_VERIFY_FAILED',
  'UPDATE on user_roles',
  'SECURITY_FINDING_SUPPRESSED',
  'BULK_SECURITY_FINDINGS_SUPPRESSED',
  'ACCOUNT_CREATED',
  'ACCOUNT_CONFIRMED',
  'CUSTOMER_CREATED',
  'CUSTOMER_LINKED',
  'EXISTING_OWNER_MAILED',
  'ORDER_CREATED',
  'ORDER_EXPIRED',
  'PAYMENT_COMPLETED',
  'PAYMENT_FAILED',
  'PAYMENT_REFUNDED',
] as const

export type AuditAction = (typeof auditActions)[number]
