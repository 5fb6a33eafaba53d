import type { ApiDomain } from '#contract/api-domains'
import type { NonApiLambdaName } from '#platform/lambdas'

export const functionFailureConsequences: Readonly<Record<ApiDomain | NonApiLambdaName, string>> = {
  account: 'People sign in but no panel opens.',
  consultations: 'Nobody can book, move or cancel a consultation, and the agenda stays empty.',
  consent:
    'Nobody can give or withdraw the consent to the use of health data, and the proof of choices about cookies waits in the browsers.',
  customers: 'The administrator sees no clients and cannot change them.',
  diagnostics: 'The administrator cannot see whether the product works; the product itself goes on.',
  files: 'Nobody can see, download or upload invoices and lab results.',
  messages: 'Clients and the practice cannot read or write messages; mails about them go on.',
  mfa: 'Nobody can set up or prove a second factor, so administrators and people from Google stay outside.',
  notifications: 'The administrator cannot see or send what clients are told by mail.',
  payments: 'Nobody can buy: the price or the payment page does not come up.',
  questionnaire: 'Clients cannot open or save their health questionnaire, and the administrator cannot read it.',
  privacy: 'Nobody can download their data, see who has opened it, leave, or take leaving back.',
  security: 'The administrator cannot see the audit log or the security settings.',
  supplements: 'Clients see no protocol and cannot tick a dose; the administrator cannot change one.',
  users: 'The administrator sees no accounts and cannot invite, change or remove any.',
  withdrawals: 'Nobody can withdraw from a contract online, which the law demands at all times.',
  'account/pre-sign-up': 'New people cannot register, and nobody enters by Google for the first time.',
  'account/post-confirmation': 'After a new password by mail the old sessions go on, and its owner is not told.',
  'account/pre-token-generation': 'Nobody can sign in or stay signed in.',
  'account/custom-message': 'Nobody gets a verification or password mail.',
  'account/pre-authentication': 'Nobody can sign in with a password.',
  'account/fail-abandoned-attempts': 'Nobody notices: failed sign-ins reach the audit log late or not at all.',
  'account/post-authentication': 'Sign-in with a password fails after the right password.',
  'changes/dispatch': 'Mails leave minutes late, and downloads of personal data do not get ready.',
  'consultations/lapse-requests': 'Hours that nobody confirmed in time look taken until somebody else asks for them.',
  'consultations/send-reminders': 'Clients are not reminded of their consultations.',
  'account/follow-up-sign-ups':
    'Buyers who have yet to prove their address are not reminded, and accounts that nobody proves stay longer than 48 hours. Or clients are not told in time of new terms.',
  'customers/update-lists':
    "The filters of the list of clients, and what is to be done for them, stay as they were: a client's turn is not seen.",
  'customers/recount': 'After a fault, the numbers of users and clients or what the search finds stay wrong.',
  'diagnostics/check-invariants':
    'Something that must always be true of the data is not, or nobody looks; the log and the tab «Test» say what.',
  'payments/continue-refunds':
    'Clients wait for money that was promised: a refund that was interrupted is not made. Or hours of a budget that has ended still look taken.',
  'payments/release-holds': 'Hours that nobody paid for look taken until somebody asks for one of them.',
  'payments/stripe-webhook': 'Paid orders stay pending unless the buyer comes back to our page.',
  'files/receive-scan-result': 'Uploaded files stay under review, and clients do not see them.',
  'files/sweep-unfinished':
    'Uploads that broke off stay in the bucket, or uploaded files wait more than an hour for their malware scan.',
  'privacy/make-export': 'Downloads of personal data do not get ready.',
  'privacy/sweep-exports': 'Old downloads of personal data stay longer than promised.',
  'privacy/erase-due': 'People who left are not erased, against a promise with a date.',
  'recovery/export-accounts':
    'Nobody notices; were the user pool lost, people who registered since the last export would have to register again.',
  'security/check-audit-log': 'Nobody would notice that entries of the audit log were changed, removed or invented.',
  'security/copy-audit-log': 'Nobody notices at first: new entries of the audit log can be changed without a trace.',
  'security/digest-audit-log': 'Nobody notices at first: the copy of the audit log is not sealed hour by hour.',
  'mail/record-feedback': 'Mails that somebody’s server or reader refuses look as if they had arrived.',
  'mail/send-queued': 'Receipts and notices arrive minutes late.',
  'mail/retry-unsent': 'A mail that failed once never arrives.',
}

/**
 * Functions that can refuse, or wait, only by throwing, which Lambda counts as an error. Alarm threshold within five
 * minutes: a few errors are intended, more are a fault or repeated attempts by somebody.
 */
export const triggerErrorAlarmThresholds: Partial<Readonly<Record<ApiDomain | NonApiLambdaName, number>>> = {
  'account/pre-sign-up': 5,
  'account/pre-authentication': 5,
  'account/pre-token-generation': 5,
  'account/custom-message': 5,
  'files/receive-scan-result': 5,
}
