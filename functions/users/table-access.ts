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
      'searchLines',
      'searchPieces',
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
      'searchPieces',
      'users',
    ],
    updates: ['counters', 'customers', 'rateLimits', 'searchLines', 'signInSessions', 'users'],
    deletes: ['clientAddresses', 'pendingSignUps', 'searchLines', 'searchPieces'],
  },
} satisfies Readonly<Record<string, TableAccess>>
