import { afterEach, beforeEach } from 'vitest'
import type { AuditAction } from '#contract/audit'
import { takeAuditedTransactions } from './audited-transactions.ts'

/**
 * What changes in the same transaction as the entry is written, for every action: cut off in between, a change would be
 * without its line, or a line without its change. Entities are named as in functions/data.
 */
const changedWith: Readonly<Record<AuditAction, readonly string[]>> = {
  LOGIN_FAILED: ['loginLedger'],
  LOGIN_RATE_LIMITED: ['loginLedger'],
  MFA_ENABLED: ['user', 'mfaFactor', 'recoveryCode', 'signInSession', 'mail'],
  // A wrong code changes nothing but what counts the tries.
  MFA_CONFIRM_FAILED: [],
  MFA_VERIFY_FAILED: [],
  'UPDATE on user_roles': ['user', 'customer', 'counter', 'search'],
  SECURITY_FINDING_SUPPRESSED: ['suppression'],
  BULK_SECURITY_FINDINGS_SUPPRESSED: ['suppression'],
  SECURITY_FINDING_RESTORED: ['suppression'],
  MFA_ENROLMENT_STARTED: ['mfaFactor'],
  MFA_VERIFIED: ['signInSession'],
  MFA_ENROLMENT_ALLOWED: ['user'],
  MFA_DISABLED: ['user', 'mail'],
  RECOVERY_CODES_RENEWED: ['recoveryCode'],
  RECOVERY_CODE_USED: ['recoveryCode', 'mail'],
  PASSWORD_CHANGED: ['user', 'mail'],
  SESSION_STARTED: ['signInSession'],
  SESSION_ENDED: ['signInSession'],
  SESSIONS_ENDED: ['signInSession', 'user'],
  // An invitation that is mailed again changes nothing here.
  USER_INVITED: [],
  USER_REMOVED: ['user'],
  GOOGLE_LINKED: ['pendingSignUp'],
  // Cognito alone knows of the link: the line comes first.
  GOOGLE_UNLINKED: [],
  ACCOUNT_CREATED: ['user', 'customer'],
  ACCOUNT_IMPORTED: ['user', 'mail'],
  ACCOUNT_CONFIRMED: ['user'],
  REGISTRATION_COMPLETED: ['user', 'termsAcceptance'],
  CUSTOMER_CREATED: ['customer', 'clientAddress', 'counter', 'search'],
  CUSTOMER_LINKED: ['customer'],
  CUSTOMER_RELEASED: ['customer'],
  CUSTOMER_CHANGED: ['customer', 'search'],
  CUSTOMER_REMOVED: ['customer', 'removedCustomer', 'erasure', 'counter', 'search'],
  CUSTOMER_RESTORED: ['customer', 'removedCustomer', 'erasure', 'clientAddress', 'counter', 'search'],
  // Reading alone.
  CUSTOMERS_EXPORTED: [],
  CUSTOMER_IMPORT_BEGUN: ['customerImport', 'counter'],
  CUSTOMER_IMPORT_WRITTEN: ['customerImport', 'customer', 'clientAddress', 'search'],
  CUSTOMER_IMPORT_FINISHED: ['customerImport', 'counter'],
  CUSTOMER_IMPORT_UNDONE: ['customerImport'],
  EXISTING_OWNER_MAILED: ['mail'],
  SIGN_IN_LINK_MAILED: ['mail'],
  EMAIL_CHANGE_REFUSED: ['mail'],
  SETTINGS_CHANGED: ['user', 'customer', 'search'],
  BIRTH_DATE_GIVEN: ['user'],
  GUARDIAN_ASKED: ['guardianConsent'],
  GUARDIAN_CONSENTED: ['guardianConsent', 'oneTimeLink', 'user'],
  HEALTH_CONSENT_GIVEN: ['healthConsent'],
  HEALTH_CONSENT_WITHDRAWN: ['healthConsent', 'healthErasure', 'mail'],
  HEALTH_BASIS_NAMED: ['healthConsent'],
  HEALTH_DATA_ERASED: ['healthErasure'],
  ACCOUNT_DEACTIVATED: ['user', 'counter', 'mail'],
  ACCOUNT_REACTIVATED: ['user', 'counter', 'oneTimeLink'],
  REACTIVATION_MAILED: ['mail'],
  EXPORT_REQUESTED: ['dataExport'],
  EXPORT_MADE: ['dataExport'],
  EXPORT_REMOVED: ['dataExport'],
  DELETION_REQUESTED: ['user', 'erasure', 'counter', 'mail'],
  DELETION_UNDONE: ['user', 'erasure', 'counter', 'oneTimeLink'],
  CUSTOMER_ERASED: ['erasure'],
  CLIENT_NOTIFIED: ['mail'],
  MAIL_QUEUED_AGAIN: ['mail'],
  FAILED_MAILS_QUEUED_AGAIN: ['mail'],
  TEST_MAIL_QUEUED: ['mail'],
  ORDER_CREATED: ['order'],
  ORDER_EXPIRED: ['order', 'openOrder'],
  PAYMENT_COMPLETED: ['order', 'payment', 'receipt', 'orderToSchedule', 'mail'],
  PAYMENT_FAILED: ['order', 'openOrder'],
  PAYMENT_REFUNDED: ['payment'],
  REFUND_REQUESTED: ['payment'],
  CONSULTATION_REQUESTED: ['consultation', 'agendaStep', 'customer', 'mail'],
  CONSULTATION_MOVED: ['consultation'],
  CONSULTATION_CANCELLED: ['consultation', 'agendaStep', 'mail'],
  CONSULTATION_LAPSED: ['consultation', 'agendaStep', 'mail'],
  CONSULTATION_BOOKED: ['consultation', 'agendaStep', 'customer', 'mail'],
  CONSULTATION_CHANGED: ['consultation'],
  CONSULTATION_STATUS_SET: ['consultation'],
  CONSULTATION_REMOVED: ['consultation', 'agendaStep'],
  OPENING_HOURS_CHANGED: ['openingHours'],
  QUESTIONNAIRE_SAVED: ['questionnaire', 'questionnaireVersion', 'questionnaireDraft'],
  SUPPLEMENT_ADDED: ['clientSupplement', 'mail'],
  SUPPLEMENT_CHANGED: ['clientSupplement'],
  SUPPLEMENT_FINISHED: ['clientSupplement'],
  SUPPLEMENT_REMOVED: ['clientSupplement'],
  SUPPLEMENT_REOPENED: ['clientSupplement'],
  SUPPLEMENT_TEMPLATE_SAVED: ['supplementTemplate'],
  SUPPLEMENT_TEMPLATE_REMOVED: ['supplementTemplate'],
  FILE_OFFERED: ['clientFile', 'fileKey'],
  FILE_RECEIVED: ['clientFile'],
  FILE_ADDED: ['clientFile', 'mail'],
  FILE_REJECTED: ['clientFile'],
  FILE_REMOVED: ['clientFile', 'fileKey'],
  WITHDRAWAL_REQUESTED: ['withdrawal'],
  AUDIT_EXPORTED: [],
  SECURITY_SETTINGS_CHANGED: ['securitySettings'],
  CLIENT_DATA_OPENED: ['recordOpening'],
  CLIENT_LIST_OPENED: ['recordOpening'],
  DATA_OPENING_QUESTIONED: ['mail'],
  SECURITY_IMPROVEMENTS_CHANGED: ['securityImprovements'],
  PENETRATION_TEST_RECORDED: ['penetrationTest'],
}

beforeEach(() => void takeAuditedTransactions())

afterEach(() => {
  const alone = takeAuditedTransactions().flatMap(({ action, changed }) => {
    const missing = changedWith[action].filter((entity) => !changed.includes(entity.toLowerCase()))
    return missing.length > 0 ? [`${action} without ${missing.join(', ')}`] : []
  })
  if (alone.length > 0) throw new Error(`audit entries outside the transaction of the change: ${alone.join(' · ')}`)
})
