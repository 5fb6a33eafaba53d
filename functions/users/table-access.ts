import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'clientAddresses',
      'counters',
      'customers',
      'pendingSignUps',
      'rateLimits',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'termsAcceptances',
      'users',
    ],
    puts: [
      'auditEntries',
      'clientAddresses',
      'customers',
      'mails',
      'pendingSignUps',
      'rateLimits',
      'recordOpenings',
      'searchLines',
      'users',
    ],
    updates: ['counters', 'customers', 'rateLimits', 'signInSessions', 'users'],
    deletes: ['clientAddresses', 'pendingSignUps', 'searchLines'],
  },
} satisfies Readonly<Record<string, TableAccess>>
