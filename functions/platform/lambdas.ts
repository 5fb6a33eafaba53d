import type { ApiDomain } from '../contract/api-domains.ts'

/** Variables that are not listed cannot be read. */
export type LambdaVariable =
  | 'TABLE_NAME'
  | 'FILES_BUCKET'
  /** Data of erased people that the law requires: the erasure adds to it, no function reads it. */
  | 'ARCHIVE_BUCKET'
  | 'RECOVERY_BUCKET'
  | 'AUDIT_BUCKET'
  | 'USER_POOL_ID'
  | 'USER_POOL_CLIENT_ID'
  /** Origin of the website, without a trailing slash. */
  | 'SITE_URL'
  | 'MAIL_SENDER'
  | 'MAIL_CONFIGURATION_SET'
  /** Sender of the user pool's mails: `DEVELOPER` (SES, with our texts) or `COGNITO_DEFAULT`. */
  | 'POOL_MAIL_ACCOUNT'
  | 'PRACTICE_MAIL'
  /** Name of the secret `{ "secretKey": "sk_…", "webhookSecret": "whsec_…" }`. */
  | 'STRIPE_SECRET'
  /** Name of the secret in the header `x-origin-secret` that CloudFront adds to every request. */
  | 'ORIGIN_SECRET'
  | 'MFA_KEY_ID'
  | 'STRIPE_API_URL'
  | QueueVariable

export type QueueVariable = 'MAIL_QUEUE_URL' | 'EXPORT_QUEUE_URL' | 'HISTORY_QUEUE_URL'

export type LambdaEnvironment<Names extends LambdaVariable = LambdaVariable> = Readonly<Record<Names, string>>

const everyApi = ['TABLE_NAME', 'ORIGIN_SECRET'] as const

export const domainLambdaVariables = {
  account: [...everyApi, 'USER_POOL_ID', 'USER_POOL_CLIENT_ID', 'SITE_URL'],
  consent: [...everyApi, 'PRACTICE_MAIL'],
  consultations: [...everyApi, 'SITE_URL', 'PRACTICE_MAIL'],
  customers: everyApi,
  diagnostics: [...everyApi, 'USER_POOL_ID', 'STRIPE_SECRET', 'STRIPE_API_URL', 'FILES_BUCKET'],
  files: [...everyApi, 'FILES_BUCKET'],
  messages: everyApi,
  notifications: everyApi,
  payments: [
    ...everyApi,
    'USER_POOL_ID',
    'SITE_URL',
    'STRIPE_SECRET',
    'STRIPE_API_URL',
    'FILES_BUCKET',
    'PRACTICE_MAIL',
  ],
  mfa: [...everyApi, 'USER_POOL_ID', 'USER_POOL_CLIENT_ID', 'MFA_KEY_ID'],
  questionnaire: everyApi,
  privacy: [...everyApi, 'USER_POOL_ID', 'FILES_BUCKET', 'PRACTICE_MAIL'],
  security: [...everyApi, 'USER_POOL_ID', 'FILES_BUCKET'],
  supplements: everyApi,
  users: [...everyApi, 'USER_POOL_ID', 'USER_POOL_CLIENT_ID'],
  withdrawals: [...everyApi, 'PRACTICE_MAIL'],
} as const satisfies Record<ApiDomain, readonly LambdaVariable[]>

/**
 * By the path below `functions/` without `.handler.ts`. User pool triggers get the pool's id from the event: in the
 * environment it would be a circular dependency.
 */
export const nonApiLambdaVariables = {
  'account/pre-sign-up': ['TABLE_NAME'],
  'account/post-confirmation': ['TABLE_NAME'],
  'account/pre-token-generation': ['TABLE_NAME'],
  'account/custom-message': ['SITE_URL', 'TABLE_NAME', 'POOL_MAIL_ACCOUNT'],
  'account/pre-authentication': ['TABLE_NAME'],
  'account/post-authentication': ['TABLE_NAME'],
  'account/fail-abandoned-attempts': ['TABLE_NAME'],
  'changes/dispatch': ['MAIL_QUEUE_URL', 'EXPORT_QUEUE_URL', 'HISTORY_QUEUE_URL'],
  'consultations/lapse-requests': ['TABLE_NAME'],
  'consultations/send-reminders': ['TABLE_NAME'],
  'account/follow-up-sign-ups': ['TABLE_NAME', 'USER_POOL_ID'],
  'customers/recount': ['TABLE_NAME'],
  'customers/update-lists': ['TABLE_NAME'],
  'diagnostics/check-invariants': ['TABLE_NAME', 'USER_POOL_ID'],
  'payments/continue-refunds': ['TABLE_NAME', 'STRIPE_SECRET', 'STRIPE_API_URL', 'PRACTICE_MAIL'],
  'payments/stripe-webhook': ['TABLE_NAME', 'STRIPE_SECRET', 'STRIPE_API_URL', 'PRACTICE_MAIL'],
  'payments/release-holds': ['TABLE_NAME', 'STRIPE_SECRET', 'STRIPE_API_URL', 'PRACTICE_MAIL'],
  'files/receive-scan-result': ['TABLE_NAME', 'FILES_BUCKET'],
  'files/sweep-unfinished': ['TABLE_NAME', 'FILES_BUCKET'],
  'mail/record-feedback': ['TABLE_NAME'],
  'security/check-audit-log': ['TABLE_NAME', 'AUDIT_BUCKET'],
  'security/copy-audit-log': ['TABLE_NAME', 'AUDIT_BUCKET'],
  'security/digest-audit-log': ['AUDIT_BUCKET'],
  'mail/send-queued': [
    'TABLE_NAME',
    'SITE_URL',
    'MAIL_SENDER',
    'MAIL_CONFIGURATION_SET',
    'PRACTICE_MAIL',
    'FILES_BUCKET',
  ],
  'privacy/make-export': ['TABLE_NAME', 'FILES_BUCKET'],
  'privacy/sweep-exports': ['TABLE_NAME', 'FILES_BUCKET'],
  'privacy/erase-due': ['TABLE_NAME', 'FILES_BUCKET', 'ARCHIVE_BUCKET', 'RECOVERY_BUCKET', 'USER_POOL_ID'],
  'recovery/export-accounts': ['TABLE_NAME', 'RECOVERY_BUCKET', 'USER_POOL_ID'],
  'mail/retry-unsent': ['TABLE_NAME', 'SITE_URL', 'MAIL_SENDER', 'MAIL_CONFIGURATION_SET', 'FILES_BUCKET'],
} as const satisfies Record<string, readonly LambdaVariable[]>

export type NonApiLambdaName = keyof typeof nonApiLambdaVariables

export const userPoolTriggers = {
  preSignUp: 'account/pre-sign-up',
  postConfirmation: 'account/post-confirmation',
  preTokenGeneration: 'account/pre-token-generation',
  customMessage: 'account/custom-message',
  preAuthentication: 'account/pre-authentication',
  postAuthentication: 'account/post-authentication',
} as const satisfies Record<string, NonApiLambdaName>

/** EventBridge Scheduler expressions, in UTC. */
export const lambdaSchedules = {
  'account/follow-up-sign-ups': 'rate(1 hour)',
  'consultations/lapse-requests': 'rate(5 minutes)',
  'consultations/send-reminders': 'rate(5 minutes)',
  'customers/recount': 'rate(1 hour)',
  'customers/update-lists': 'rate(1 minute)',
  'files/sweep-unfinished': 'rate(5 minutes)',
  'account/fail-abandoned-attempts': 'rate(1 minute)',
  'mail/retry-unsent': 'rate(5 minutes)',
  'payments/continue-refunds': 'rate(5 minutes)',
  'payments/release-holds': 'rate(5 minutes)',
  'privacy/erase-due': 'rate(1 hour)',
  'privacy/sweep-exports': 'rate(1 hour)',
  'recovery/export-accounts': 'rate(15 minutes)',
  // Before the check, which reports entries without a digest as a fault.
  'security/digest-audit-log': 'rate(1 hour)',
  'security/check-audit-log': 'rate(1 hour)',
  // Last, so that after a change of the clock the other jobs run first.
  'diagnostics/check-invariants': 'rate(1 hour)',
} as const satisfies Partial<Record<NonApiLambdaName, string>>
