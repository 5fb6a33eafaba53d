import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  handler: {
    reads: [
      'clientAddresses',
      'counters',
      'customers',
      'healthConsents',
      'healthErasures',
      'pendingSignUps',
      'rateLimits',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'termsAcceptances',
      'users',
    ],
    writes: ['clientAddresses', 'customers', 'pendingSignUps', 'rateLimits', 'searchLines', 'users'],
    puts: ['auditEntries', 'mails', 'recordOpenings'],
    updates: ['counters', 'signInSessions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
