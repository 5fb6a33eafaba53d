import type { ApiDomain } from '#contract/api-domains'
import type { TableAccess } from '#data/table-access'
import type { NonApiLambdaName } from '#platform/lambdas'
import { tableAccess as account } from './account/table-access.ts'
import { tableAccess as changes } from './changes/table-access.ts'
import { tableAccess as consent } from './consent/table-access.ts'
import { tableAccess as consultations } from './consultations/table-access.ts'
import { tableAccess as customers } from './customers/table-access.ts'
import { tableAccess as diagnostics } from './diagnostics/table-access.ts'
import { tableAccess as files } from './files/table-access.ts'
import { tableAccess as mail } from './mail/table-access.ts'
import { tableAccess as messages } from './messages/table-access.ts'
import { tableAccess as mfa } from './mfa/table-access.ts'
import { tableAccess as notifications } from './notifications/table-access.ts'
import { tableAccess as payments } from './payments/table-access.ts'
import { tableAccess as privacy } from './privacy/table-access.ts'
import { tableAccess as questionnaire } from './questionnaire/table-access.ts'
import { tableAccess as recovery } from './recovery/table-access.ts'
import { tableAccess as security } from './security/table-access.ts'
import { tableAccess as supplements } from './supplements/table-access.ts'
import { tableAccess as users } from './users/table-access.ts'
import { tableAccess as withdrawals } from './withdrawals/table-access.ts'

export type LambdaName = ApiDomain | NonApiLambdaName

export const tableAccessByLambda: Readonly<Record<LambdaName, TableAccess>> = {
  'account/custom-message': account['custom-message'],
  'account/fail-abandoned-attempts': account['fail-abandoned-attempts'],
  'account/follow-up-sign-ups': account['follow-up-sign-ups'],
  account: account.handler,
  'account/post-authentication': account['post-authentication'],
  'account/post-confirmation': account['post-confirmation'],
  'account/pre-authentication': account['pre-authentication'],
  'account/pre-sign-up': account['pre-sign-up'],
  'account/pre-token-generation': account['pre-token-generation'],
  'changes/dispatch': changes.dispatch,
  consent: consent.handler,
  consultations: consultations.handler,
  'consultations/lapse-requests': consultations['lapse-requests'],
  'consultations/send-reminders': consultations['send-reminders'],
  customers: customers.handler,
  'customers/recount': customers['recount'],
  'customers/update-lists': customers['update-lists'],
  'diagnostics/check-invariants': diagnostics['check-invariants'],
  diagnostics: diagnostics.handler,
  files: files.handler,
  'files/receive-scan-result': files['receive-scan-result'],
  'files/sweep-unfinished': files['sweep-unfinished'],
  'mail/record-feedback': mail['record-feedback'],
  'mail/retry-unsent': mail['retry-unsent'],
  'mail/send-queued': mail['send-queued'],
  messages: messages.handler,
  mfa: mfa.handler,
  notifications: notifications.handler,
  payments: payments.handler,
  'payments/continue-refunds': payments['continue-refunds'],
  'payments/release-holds': payments['release-holds'],
  'payments/stripe-webhook': payments['stripe-webhook'],
  'privacy/erase-due': privacy['erase-due'],
  privacy: privacy.handler,
  'privacy/make-export': privacy['make-export'],
  'privacy/sweep-exports': privacy['sweep-exports'],
  'recovery/export-accounts': recovery['export-accounts'],
  questionnaire: questionnaire.handler,
  security: security.handler,
  'security/check-audit-log': security['check-audit-log'],
  'security/copy-audit-log': security['copy-audit-log'],
  'security/digest-audit-log': security['digest-audit-log'],
  supplements: supplements.handler,
  users: users.handler,
  withdrawals: withdrawals.handler,
}
