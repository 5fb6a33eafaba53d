export const customerRecordParts = [
  'profile',
  'timeline',
  'agenda',
  'consultations',
  'session-notes',
  'files',
  'downloads',
  'analyses',
  'payments',
  'budgets',
  'supplements',
  'questionnaire',
  'check-ins',
  'messages',
  'mails',
  'health-consent',
] as const
export type CustomerRecordPart = (typeof customerRecordParts)[number]

export const RECORD_OPENING_DEDUPE_MINUTES = 15

export const ALL_CLIENTS_AUDIT_SUBJECT = 'clients'
