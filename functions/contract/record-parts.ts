/** The parts of a client's record that the audit log and the client's list of openings distinguish. */
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

/** Minutes in which further openings of the same part by the same person are not logged again. */
export const RECORD_OPENING_DEDUPE_MINUTES = 15

/** Subject of audit entries about all clients: a list, or a full export. */
export const ALL_CLIENTS_AUDIT_SUBJECT = 'clients'
