interface AllowedGrowth {
  readonly maxGrowth: number
  readonly why: string
  /** A limited list, which a large practice fills. */
  readonly isBounded?: true
}

/**
 * Actions that may cost more in a larger practice, with the reason: the growth factor for ten times the clients. Others
 * may not, except for a page that a small practice does not fill.
 */
export const allowedGrowthByAction: Readonly<Record<string, AllowedGrowth>> = {
  'customers.exportAll': { maxGrowth: 12, why: 'a file of all clients' },
  'security.exportAudit': { maxGrowth: 12, why: 'a file of the log' },
  'security.audit': { maxGrowth: 4, why: 'looks back month by month until a page is full' },
  'security.auditCheck': {
    maxGrowth: 12,
    why: 'the faults of the last check, five hundred at most; here every entry is one, as there is no copy',
    isBounded: true,
  },
  'customers.list': { maxGrowth: 2, why: 'a page of twenty-five, each with where they stand', isBounded: true },
  'customers.list, search that finds many': {
    maxGrowth: 2.5,
    why: 'a page of twenty-five that a small practice does not fill',
    isBounded: true,
  },
  'customers.list, with an account': { maxGrowth: 12, why: 'counts those who have one' },
  'users.list, search that finds many': {
    maxGrowth: 2.5,
    why: 'a page of twenty-five that a small practice does not fill',
    isBounded: true,
  },
  'consultations.readOpeningHours': {
    maxGrowth: 12,
    why: 'reads the consultations to come, which one calendar bounds',
  },
  'customers.names': { maxGrowth: 12, why: 'a hundred names at most', isBounded: true },
  'privacy.listOpenings': { maxGrowth: 4, why: 'looks through every list of all clients that somebody opened' },
  'privacy.listOpeningsOfCustomer': {
    maxGrowth: 4,
    why: 'looks through every list of all clients that somebody opened',
  },
  'supplements.usedBefore': { maxGrowth: 12, why: 'the last two hundred at most', isBounded: true },
  'diagnostics.invariants': { maxGrowth: 12, why: 'fifty of each kind at most', isBounded: true },
  'diagnostics/check-invariants': { maxGrowth: 12, why: 'fifty of each kind at most', isBounded: true },
  'security.signIns': { maxGrowth: 12, why: 'counts the sign-ins of a week' },
  'customers.listPathways, by turn': {
    maxGrowth: 12,
    why: 'a page of twenty-five that a small practice does not fill',
    isBounded: true,
  },
  'customers.listPathways, by step': {
    maxGrowth: 12,
    why: 'a page of twenty-five that a small practice does not fill',
    isBounded: true,
  },
  'customers.listPathways, without an hour': {
    maxGrowth: 4,
    why: 'a page of twenty-five that a small practice does not fill',
    isBounded: true,
  },
  'customers.listPathways': {
    maxGrowth: 4,
    why: 'a page of twenty-five that a small practice does not fill',
    isBounded: true,
  },
  'customers.listTasks': { maxGrowth: 12, why: 'twenty-five of each kind at most', isBounded: true },
  'customers/update-lists': { maxGrowth: 12, why: 'reads everybody, once a day, in pages with a checkpoint' },
  'recovery/export-accounts': { maxGrowth: 12, why: 'exports everybody, once a day, in pages with a checkpoint' },
  'customers/recount': { maxGrowth: 12, why: 'counts everybody, once a day, in pages with a checkpoint' },
  'security/check-audit-log': {
    maxGrowth: 12,
    why: 'compares three months of the log once a day, in pages with a checkpoint',
  },
  'privacy/erase-due': { maxGrowth: 12, why: 'lists whom the entries since the last run name; here the first one' },
  'consultations/send-reminders': {
    maxGrowth: 12,
    why: 'reads the consultations of a day, of which a Saturday has none',
  },
  'consultations/lapse-requests': { maxGrowth: 12, why: 'reads the consultations to come, in pages with a checkpoint' },
}

/** A small practice does not fill a page. */
export const MAX_GROWTH = 2
