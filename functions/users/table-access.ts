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
      'userSearchPieces',
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
      'userSearchPieces',
      'users',
    ],
    updates: ['counters', 'customers', 'rateLimits', 'searchLines', 'signInSessions', 'users'],
    deletes: ['clientAddresses', 'pendingSignUps', 'searchLines', 'searchPieces', 'userSearchPieces'],
  },
} satisfies Readonly<Record<string, TableAccess>>
