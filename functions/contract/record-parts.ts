/** The parts of a client's record, as an administrador opens them and as the client is told of it. */
export const recordParts = [
  'profile',
  'timeline',
  'agenda',
  'consultations',
  'files',
  'downloads',
  'payments',
  'supplements',
  'questionnaire',
  'mails',
  'health-consent',
] as const
export type RecordPart = (typeof recordParts)[number]

/** How long one opening of a part counts for all that one person opens of it. Minutes. */
export const OPENING_MINUTES = 15

/** Whom an audit entry is about that concerns every client: a list of them, or a file of all. */
export const ALL_CLIENTS = 'clients'
